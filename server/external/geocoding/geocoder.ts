import type { Place } from '../../../contract/values/places.ts';
import { fetchJson, type JsonResponse, NoResponseError } from '../fetch-json.ts';

/** A place that a geocoder found. */
export interface FoundPlace extends Place {
  /** The postal address in one line with the ZIP code. Set only by a service whose terms allow storing it. */
  readonly fullAddress?: string;
}

/** A service that finds the coordinates of an address. */
export interface Geocoder {
  readonly source: 'google' | 'census';
  /** Returns places that may match the address, best first; [] if the service knows none. Throws a GeocoderError. */
  find(address: string): Promise<FoundPlace[]>;
}

/** Thrown when a geocoder fails. The message is for the log and contains neither the key nor the address. */
export class GeocoderError extends Error {
  override name = 'GeocoderError';
  /** How long the service asked us to wait; undefined if it didn't. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, retryAfterMs?: number) {
    super(reason);
    this.retryAfterMs = retryAfterMs;
  }
}

const maxResponseBytes = 256 * 1024;

/** Sends one request to a geocoder. Returns a response of any HTTP status; throws a GeocoderError when none arrives. */
export async function askGeocoder(url: URL, timeoutMs: number): Promise<JsonResponse> {
  try {
    return await fetchJson(url, { timeoutMs, maxBytes: maxResponseBytes });
  } catch (error) {
    throw error instanceof NoResponseError ? new GeocoderError(error.message) : error;
  }
}
