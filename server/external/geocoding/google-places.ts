import { z } from 'zod';
import { maxAddressSuggestions } from '../../../contract/addresses.ts';
import { type AddressLookup, AddressLookupError } from './address-lookup.ts';

/**
 * What is asked for beside the text. House numbers only: a street alone would replace the number that was typed. Five
 * primary types are the most that the service takes, 50,000 m the widest circle.
 */
const question = {
  includedPrimaryTypes: ['street_address', 'premise', 'subpremise'],
  includedRegionCodes: ['us'],
  languageCode: 'en-US',
  regionCode: 'us',
  locationBias: { circle: { center: { latitude: 39.9526, longitude: -75.1652 }, radius: 40_000 } },
};

/** All that is read of an answer. An empty list is left out of it; a query prediction has no place. */
const Answer = z.object({
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

/** An answer has about 5 kB without the field mask. */
const maxAnswerBytes = 64 * 1024;
const maxAddressLength = 255;

interface Where {
  baseUrl: string;
  timeoutMs: number;
}

/** The browser gives up after 5 s: our answer, also that there is none, comes before that. */
const google: Where = { baseUrl: 'https://places.googleapis.com', timeoutMs: 4_500 };

/**
 * Google Places API (New), Autocomplete. Nothing of an answer is kept: Google's terms forbid caching it. Another place
 * than Google's is for tests.
 */
export function googlePlaces(key: string, { baseUrl, timeoutMs }: Where = google): AddressLookup {
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
          body: JSON.stringify({ input: text, ...question }),
          // The key goes to this host and to no other.
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const body = await readBody(response);
        if (!response.ok) throw new AddressLookupError(describeRefusal(response.status, body));
        return addressesOf(Answer.parse(JSON.parse(body)));
      } catch (error) {
        throw error instanceof AddressLookupError ? error : new AddressLookupError(describeFailure(error));
      }
    },
  };
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest.
    if (bytes > maxAnswerBytes) throw new AddressLookupError('the answer was too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** As people here write an address, without the country; each once; nothing that an address field could not hold. */
function addressesOf({ suggestions }: z.output<typeof Answer>): string[] {
  const addresses = suggestions
    .map(({ placePrediction }) => placePrediction?.text.text ?? '')
    .map((text) => text.replace(/\p{Cc}+|\s+/gu, ' ').trim())
    .map((text) => text.replace(/, (USA|United States)$/, ''))
    .filter((text) => text !== '' && text.length <= maxAddressLength);
  return [...new Set(addresses)].slice(0, maxAddressSuggestions);
}

/** Google's words of a kind only, never its sentences: those may repeat what was sent. */
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

/** What failed, by its name or code: an error's own message may hold parts of the request or of the answer. */
function describeFailure(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'the answer could not be read';
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `no connection (${code})` : `no answer (${error.name})`;
}
