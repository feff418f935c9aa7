import { z } from 'zod';
import type { JsonResponse } from '../fetch-json.ts';
import { askGeocoder, type Geocoder, GeocoderError } from './geocoder.ts';

/** The part of the response that we read. `x` is the longitude. */
const ResponseBody = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({ matchedAddress: z.string().optional(), coordinates: z.object({ x: z.number(), y: z.number() }) }),
    ),
  }),
});

/** The response to text that the service can't parse as an address. */
const NotUnderstood = z.object({ errors: z.array(z.string()).min(1) });

/** Creates the Census Bureau's geocoder: free, US addresses only, positions interpolated between house numbers. */
export function censusGeocoder(baseUrl: string, timeoutMs = 15_000): Geocoder {
  return {
    source: 'census',
    async find(address) {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/geocoder/locations/onelineaddress`);
      url.search = new URLSearchParams({ address, benchmark: 'Public_AR_Current', format: 'json' }).toString();
      return read(await askGeocoder(url, timeoutMs));
    },
  };
}

function read({ status, body, retryAfterMs }: JsonResponse) {
  if (status === 400 && NotUnderstood.safeParse(body).success) return [];
  if (status !== 200) throw new GeocoderError(`refused with ${status}`, retryAfterMs);
  const response = ResponseBody.safeParse(body);
  if (!response.success) throw new GeocoderError('the response was invalid');
  return response.data.result.addressMatches.map(({ matchedAddress, coordinates: { x, y } }) => ({
    ...{ latitude: y, longitude: x },
    precision: 'address' as const,
    ...(matchedAddress && { fullAddress: matchedAddress }),
  }));
}
