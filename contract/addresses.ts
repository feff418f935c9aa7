import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { addressTooLong, maxAddressLength } from './values/shapes.ts';

/** Limits of address autocomplete (BOOK-23). */
export const minAddressQuery = 3;
export const maxAddressSuggestions = 5;
const queryTooShort = `Please type at least ${minAddressQuery} characters`;

const SuggestionsQuery = z.object({
  q: z
    .string({ error: queryTooShort })
    .check(z.trim(), z.minLength(minAddressQuery, queryTooShort), z.maxLength(maxAddressLength, addressTooLong)),
});

/**
 * Suggests up to five US addresses for the typed text. The server calls the map service, so the API key stays private.
 * 503 when the service doesn't respond: the client then falls back to its own list. 404 when no key is configured.
 */
export const suggestAddresses = endpoint('GET', '/api/address-suggestions', 'user', {
  query: SuggestionsQuery,
  response: z.array(z.string()),
  errors: [400, 404, 429, 503],
});

/** Like `suggestAddresses`, for visitors who are registering and have no account yet. */
export const suggestVisitorAddresses = endpoint('GET', '/api/visitor/address-suggestions', 'public', {
  query: SuggestionsQuery,
  response: z.array(z.string()),
  errors: [400, 404, 429, 503],
});
