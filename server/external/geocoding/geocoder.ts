import type { Place } from '../../../contract/values/places.ts';

/** A service that says where an address is. */
export interface Geocoder {
  readonly source: 'google' | 'census';
  /** Places that the address may mean, the best first; none where the service knows no such address. Throws a GeocoderError. */
  find(address: string): Promise<Place[]>;
}

/** Why a geocoder could not say at the moment: a reason for the log that holds neither key nor address. */
export class GeocoderError extends Error {
  override name = 'GeocoderError';
  /** The service asked to be left alone for so long. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, retryAfterMs?: number) {
    super(reason);
    this.retryAfterMs = retryAfterMs;
  }
}
