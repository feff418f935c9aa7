import { z } from 'zod';
import type { Precision } from '../../../contract/values/places.ts';
import type { JsonResponse } from '../fetch-json.ts';
import { askGeocoder, type Geocoder, GeocoderError } from './geocoder.ts';

/** The part of the response that we read. */
const ResponseBody = z.object({
  status: z.string(),
  results: z
    .array(
      z.object({
        geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }), location_type: z.string() }),
        address_components: z.array(z.object({ short_name: z.string(), types: z.array(z.string()) })).default([]),
      }),
    )
    .default([]),
});

/** Our precision for Google's location types; any other type is `area`. */
const precisionOf: Readonly<Record<string, Precision>> = {
  ROOFTOP: 'address',
  RANGE_INTERPOLATED: 'address',
  GEOMETRIC_CENTER: 'street',
};

/** How long to wait after a rate limit without a Retry-After. */
const restMs = 60_000;

const google = { baseUrl: 'https://maps.googleapis.com', timeoutMs: 10_000 };

/** Creates a geocoder that asks Google's Geocoding API, US addresses only. Tests pass another base URL. */
export function googleGeocoding(key: string, { baseUrl, timeoutMs } = google): Geocoder {
  return {
    source: 'google',
    async find(address) {
      const url = new URL('/maps/api/geocode/json', baseUrl);
      // The API takes its key only in the URL, so the URL must never be logged.
      url.search = new URLSearchParams({ address, components: 'country:US', language: 'en', key }).toString();
      return read(await askGeocoder(url, timeoutMs));
    },
  };
}

/** Errors contain only Google's status, never its message, which may repeat the request. */
function read({ status: code, body, retryAfterMs }: JsonResponse) {
  const response = ResponseBody.safeParse(body);
  const { status, results } = response.data ?? { status: '', results: [] };
  if (status === 'ZERO_RESULTS' || status === 'INVALID_REQUEST') return [];
  if (code === 429 || status === 'OVER_QUERY_LIMIT' || status === 'OVER_DAILY_LIMIT') {
    throw new GeocoderError('refused: too many requests', retryAfterMs ?? restMs);
  }
  const word = /^[A-Z][A-Z_]{2,60}$/.test(status) ? ` ${status}` : '';
  if (code !== 200) throw new GeocoderError(`refused with ${code}${word}`, retryAfterMs);
  if (!response.success) throw new GeocoderError('the response was invalid');
  if (status !== 'OK') throw new GeocoderError(`refused:${word || ' no reason given'}`);
  return results.filter(isAmerican).map(({ geometry: { location, location_type } }) => ({
    ...{ latitude: location.lat, longitude: location.lng },
    precision: precisionOf[location_type] ?? ('area' as const),
  }));
}

function isAmerican({ address_components }: z.output<typeof ResponseBody>['results'][number]): boolean {
  const country = address_components.find(({ types }) => types.includes('country'))?.short_name;
  return country === undefined || country === 'US';
}
