import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Limits of address autocomplete (BOOK-23). */
export const minAddressQuery = 3;
export const maxAddressSuggestions = 5;

/**
 * Suggests up to five US addresses for the typed text. The server calls the map service, so the API key stays private.
 * 503 when the service doesn't respond: the client then falls back to its own list. 404 when no key is configured.
 */
export const suggestAddresses = endpoint({
  method: 'GET',
  path: '/api/address-suggestions',
  access: 'user',
  query: z.object({
    q: z
      .string({ error: 'Please type at least 3 characters' })
      .check(
        z.trim(),
        z.minLength(minAddressQuery, 'Please type at least 3 characters'),
        z.maxLength(255, 'Address must be less than 255 characters'),
      ),
  }),
  response: z.array(z.string()),
  errors: [400, 404, 429, 503],
});
