import { z } from 'zod';
import { fetchJson, type JsonAnswer, NoAnswerError } from '../fetch-json.ts';
import { type Geocoder, GeocoderError } from './geocoder.ts';

/** All that is read of an answer: `x` is the longitude. */
const Answer = z.object({
  result: z.object({ addressMatches: z.array(z.object({ coordinates: z.object({ x: z.number(), y: z.number() }) })) }),
});

/** What it says of text in which it sees no address. */
const NotUnderstood = z.object({ errors: z.array(z.string()).min(1) });

const maxAnswerBytes = 256 * 1024;

/** The geocoder of the US Census Bureau: no key, US addresses only, a place reckoned along the street's numbers. */
export function censusGeocoder(baseUrl: string, timeoutMs = 15_000): Geocoder {
  return {
    source: 'census',
    async find(address) {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/geocoder/locations/onelineaddress`);
      url.search = new URLSearchParams({ address, benchmark: 'Public_AR_Current', format: 'json' }).toString();
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

function read({ status, body, retryAfterMs }: JsonAnswer) {
  if (status === 400 && NotUnderstood.safeParse(body).success) return [];
  if (status !== 200) throw new GeocoderError(`refused with ${status}`, retryAfterMs);
  const answer = Answer.safeParse(body);
  if (!answer.success) throw new GeocoderError('the answer could not be read');
  return answer.data.result.addressMatches.map(({ coordinates: { x, y } }) => ({
    ...{ latitude: y, longitude: x },
    precision: 'address' as const,
  }));
}
