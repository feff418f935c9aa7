import type { Place } from '../../../contract/values/places.ts';
import { fetchJson, type JsonResponse, NoResponseError } from '../fetch-json.ts';

/** A place that a geocoder found. */
export interface FoundPlace extends Place {
  /** Its postal address in one line with the ZIP code, from a service whose terms allow storing it. */
  readonly fullAddress?: string;
}

/** A service that finds the coordinates of an address. */
export interface Geocoder {
  readonly source: 'google' | 'census';
  /** Places that may match the address, best first; [] when the service doesn't know it. Throws a GeocoderError. */
  find(address: string): Promise<FoundPlace[]>;
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

const maxResponseBytes = 256 * 1024;

/** One request of a geocoder. Throws a GeocoderError. */
export async function askGeocoder(url: URL, timeoutMs: number): Promise<JsonResponse> {
  try {
    return await fetchJson(url, { timeoutMs, maxBytes: maxResponseBytes });
  } catch (error) {
    throw error instanceof NoResponseError ? new GeocoderError(error.message) : error;
  }
}
