import type { Place } from '../../../contract/values/places.ts';

/** A service that finds the coordinates of an address. */
export interface Geocoder {
  readonly source: 'google' | 'census';
  /** Places that may match the address, best first; [] when the service doesn't know it. Throws a GeocoderError. */
  find(address: string): Promise<Place[]>;
}

/** Why a geocoder failed for now. The message is for the log and holds neither key nor address. */
export class GeocoderError extends Error {
  override name = 'GeocoderError';
  /** How long the service asked us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, retryAfterMs?: number) {
    super(reason);
    this.retryAfterMs = retryAfterMs;
  }
}
