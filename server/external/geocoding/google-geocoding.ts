import { z } from 'zod';
import type { Precision } from '../../../contract/values/places.ts';
import { fetchJson, type JsonAnswer, NoAnswerError } from '../fetch-json.ts';
import { type Geocoder, GeocoderError } from './geocoder.ts';

/** All that is read of an answer. */
const Answer = z.object({
  status: z.string(),
  results: z
    .array(
      z.object({
        geometry: z.object({
          location: z.object({ lat: z.number(), lng: z.number() }),
          location_type: z.string(),
        }),
        address_components: z.array(z.object({ short_name: z.string(), types: z.array(z.string()) })).default([]),
      }),
    )
    .default([]),
});

/** How exact Google says it is. Anything else is as rough as `APPROXIMATE`. */
const precisionOf: Readonly<Record<string, Precision>> = {
  ROOFTOP: 'address',
  RANGE_INTERPOLATED: 'address',
  GEOMETRIC_CENTER: 'street',
};

const maxAnswerBytes = 256 * 1024;
/** Where it has had enough and does not say for how long. */
const restMs = 60_000;

interface Where {
  baseUrl: string;
  timeoutMs: number;
}

const google: Where = { baseUrl: 'https://maps.googleapis.com', timeoutMs: 10_000 };

/** Google's Geocoding API, US addresses only. Another place than Google's is for tests. */
export function googleGeocoding(key: string, { baseUrl, timeoutMs }: Where = google): Geocoder {
  return {
    source: 'google',
    async find(address) {
      const url = new URL('/maps/api/geocode/json', baseUrl);
      // The service takes its key in the question only: the address of the request is never told to anybody.
      url.search = new URLSearchParams({ address, components: 'country:US', language: 'en', key }).toString();
      return read(await ask(url, timeoutMs));
    },
  };
}

async function ask(url: URL, timeoutMs: number): Promise<JsonAnswer> {
  try {
    return await fetchJson(url, { timeoutMs, maxBytes: maxAnswerBytes });
  } catch (error) {
    throw error instanceof NoAnswerError ? new GeocoderError(error.message) : error;
  }
}

/** Its status only is told, never its sentence: that may repeat what was sent. */
function read({ status: code, body, retryAfterMs }: JsonAnswer) {
  const answer = Answer.safeParse(body);
  const { status, results } = answer.data ?? { status: '', results: [] };
  if (status === 'ZERO_RESULTS' || status === 'INVALID_REQUEST') return [];
  if (code === 429 || status === 'OVER_QUERY_LIMIT' || status === 'OVER_DAILY_LIMIT') {
    throw new GeocoderError('refused: too many questions', retryAfterMs ?? restMs);
  }
  const word = /^[A-Z][A-Z_]{2,60}$/.test(status) ? ` ${status}` : '';
  if (code !== 200) throw new GeocoderError(`refused with ${code}${word}`, retryAfterMs);
  if (!answer.success) throw new GeocoderError('the answer could not be read');
  if (status !== 'OK') throw new GeocoderError(`refused:${word || ' no reason given'}`);
  return results.filter(isAmerican).map(({ geometry: { location, location_type } }) => ({
    ...{ latitude: location.lat, longitude: location.lng },
    precision: precisionOf[location_type] ?? ('area' as const),
  }));
}

function isAmerican({ address_components }: z.output<typeof Answer>['results'][number]): boolean {
  const country = address_components.find(({ types }) => types.includes('country'))?.short_name;
  return country === undefined || country === 'US';
}
