import { z } from 'zod';
import { maxAddressSuggestions } from '../../../contract/addresses.ts';
import { describeFailure, readBytes } from '../fetch-json.ts';
import { type AddressLookup, AddressLookupError } from './address-lookup.ts';

/**
 * The fixed part of the request. It asks only for addresses with a house number, because choosing a street alone would
 * overwrite the number that was typed. The API's maximum is five primary types and a radius of 50,000 m.
 */
const fixedFields = {
  includedPrimaryTypes: ['street_address', 'premise', 'subpremise'],
  includedRegionCodes: ['us'],
  languageCode: 'en-US',
  regionCode: 'us',
  locationBias: { circle: { center: { latitude: 39.9526, longitude: -75.1652 }, radius: 40_000 } },
};

/** The part of the response that we read. Google omits an empty list; a query prediction has no `placePrediction`. */
const ResponseBody = z.object({
  suggestions: z
    .array(z.object({ placePrediction: z.object({ text: z.object({ text: z.string() }) }).optional() }))
    .default([]),
});

/** The body of a refusal: a status such as PERMISSION_DENIED and, in its details, a reason such as API_KEY_INVALID. */
const RefusalBody = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** Even without the field mask, a response is only about 5 kB. */
const maxResponseBytes = 64 * 1024;
const maxAddressLength = 255;

/** Shorter than the browser's timeout of 5 s, so that the browser gets our response even if it is an error. */
const google = { baseUrl: 'https://places.googleapis.com', timeoutMs: 4_500 };

/**
 * Creates a lookup that asks the Autocomplete of Google's Places API (New). Nothing is stored: Google's terms forbid
 * caching. Tests pass another base URL.
 */
export function googlePlaces(key: string, { baseUrl, timeoutMs } = google): AddressLookup {
  return {
    async suggest(text) {
      try {
        const response = await fetch(new URL('/v1/places:autocomplete', baseUrl), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-goog-api-key': key,
            'x-goog-fieldmask': 'suggestions.placePrediction.text.text',
          },
          body: JSON.stringify({ input: text, ...fixedFields }),
          // The key must not go to another host.
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const body = (await readBytes(response, maxResponseBytes)).toString('utf8');
        if (!response.ok) throw new AddressLookupError(describeRefusal(response.status, body));
        return addressesOf(ResponseBody.parse(JSON.parse(body)));
      } catch (error) {
        throw error instanceof AddressLookupError ? error : new AddressLookupError(reasonOf(error));
      }
    },
  };
}

/** Returns the addresses without the country, without duplicates, and without any that don't fit an address field. */
function addressesOf({ suggestions }: z.output<typeof ResponseBody>): string[] {
  const addresses = suggestions
    .map(({ placePrediction }) => placePrediction?.text.text ?? '')
    .map((text) => text.replace(/\p{Cc}+|\s+/gu, ' ').trim())
    .map((text) => text.replace(/, (USA|United States)$/, ''))
    .filter((text) => text !== '' && text.length <= maxAddressLength);
  return [...new Set(addresses)].slice(0, maxAddressSuggestions);
}

/** Describes a refusal by Google's codes, never by its messages, which may repeat the request. */
function describeRefusal(status: number, body: string): string {
  const { error } = readRefusal(body) ?? {};
  const words = [error?.status, ...(error?.details ?? []).map(({ reason }) => reason)];
  const known = words.filter((word) => word !== undefined && /^[A-Z][A-Z_]{2,60}$/.test(word));
  return ['refused with', status, ...known].join(' ');
}

function readRefusal(body: string): z.output<typeof RefusalBody> | undefined {
  try {
    return RefusalBody.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'the response was invalid';
  return describeFailure(error);
}
