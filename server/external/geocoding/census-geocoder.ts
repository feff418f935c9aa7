import { z } from 'zod';
import { fetchJson, type JsonResponse, NoResponseError } from '../fetch-json.ts';
import { type Geocoder, GeocoderError } from './geocoder.ts';

/** The part of the response that we read. `x` is the longitude. */
const ResponseBody = z.object({
  result: z.object({ addressMatches: z.array(z.object({ coordinates: z.object({ x: z.number(), y: z.number() }) })) }),
});

/** The response for text that it can't parse as an address. */
const NotUnderstood = z.object({ errors: z.array(z.string()).min(1) });

const maxResponseBytes = 256 * 1024;

/**
 * The geocoder of the US Census Bureau: free, US addresses only, positions interpolated along the street's house
 * numbers.
 */
export function censusGeocoder(baseUrl: string, timeoutMs = 15_000): Geocoder {
  return {
    source: 'census',
    async find(address) {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/geocoder/locations/onelineaddress`);
      url.search = new URLSearchParams({ address, benchmark: 'Public_AR_Current', format: 'json' }).toString();
      return read(await request(url, timeoutMs));
    },
  };
}

async function request(url: URL, timeoutMs: number): Promise<JsonResponse> {
  try {
    return await fetchJson(url, { timeoutMs, maxBytes: maxResponseBytes });
  } catch (error) {
    throw error instanceof NoResponseError ? new GeocoderError(error.message) : error;
  }
}

function read({ status, body, retryAfterMs }: JsonResponse) {
  if (status === 400 && NotUnderstood.safeParse(body).success) return [];
  if (status !== 200) throw new GeocoderError(`refused with ${status}`, retryAfterMs);
  const response = ResponseBody.safeParse(body);
  if (!response.success) throw new GeocoderError('the response was invalid');
  return response.data.result.addressMatches.map(({ coordinates: { x, y } }) => ({
    ...{ latitude: y, longitude: x },
    precision: 'address' as const,
  }));
}
