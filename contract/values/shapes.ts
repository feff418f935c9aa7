import * as z from 'zod/mini';
import { isDateKey } from './time/dates.ts';
import { hasHiddenCharacter } from './visible-text.ts';

export const Id = z.uuid();

/** A UTC instant, ISO 8601. */
export const Timestamp = z.iso.datetime();

/** A New York calendar date from a client. */
export const DateKeyText = z
  .string({ error: 'Please choose a date such as 2026-11-23' })
  .check(z.refine(isDateKey, 'Please choose a date such as 2026-11-23'));

/** Money in the API: text with two decimals, negative for a refund. */
export const Money = z.string().check(z.regex(/^-?\d{1,8}\.\d{2}$/));

/** An amount from a client. The server only compares it with its own price. */
export const AmountInput = z.union([z.string(), z.number()], { error: 'Please enter an amount such as 45.00' });

/** The `:id` of a path. */
export const IdParams = z.object({ id: Id });

/** Returns the shape of trimmed text that must not be blank. */
export function requiredText(requiredMessage: string, maxLength: number, maxMessage: string) {
  return z
    .string({ error: requiredMessage })
    .check(z.trim(), z.minLength(1, requiredMessage), z.maxLength(maxLength, maxMessage));
}

export const maxAddressLength = 255;
export const addressTooLong = 'Address must be less than 255 characters';

export const withoutHiddenCharacters = z.refine<string>(
  (text) => !hasHiddenCharacter(text),
  'Address cannot contain invisible characters',
);

/** A postal address on one line; empty when it was left out. */
export const OptionalAddress = z
  .string({ error: 'Address is required' })
  .check(z.trim(), z.maxLength(maxAddressLength, addressTooLong), withoutHiddenCharacters);

/** Returns the shape of a postal address on one line that must not be blank. */
export function requiredAddress(requiredMessage: string) {
  return requiredText(requiredMessage, maxAddressLength, addressTooLong).check(withoutHiddenCharacters);
}

export const Address = requiredAddress('Address is required');

/** Rows per page unless the client asks for another number. */
export const defaultListLimit = 200;

const limitRange = 'Limit must be a number from 1 to 500';

/** The query of every paged list (API-61). */
export const ListQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(255, 'Search text must be less than 255 characters'))),
  status: z.optional(z.string().check(z.maxLength(100))),
  type: z.optional(z.string().check(z.maxLength(100))),
  role: z.optional(z.string().check(z.maxLength(100))),
  sort: z._default(z.enum(['newest', 'oldest'], { error: 'Sort must be newest or oldest' }), 'newest'),
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/, limitRange)),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.int().check(z.minimum(1, limitRange), z.maximum(500, limitRange)),
      ),
    ),
    defaultListLimit,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type ListQuery = z.output<typeof ListQuery>;

/**
 * Returns the shape of a filter that this list doesn't support. It is refused instead of ignored, so that nobody
 * mistakes an unfiltered list for a filtered one.
 */
export function noFilter(name: string) {
  return z.optional(
    z
      .string()
      .check(z.refine((value: string) => value === '' || value === 'all', `This list has no filter '${name}'.`)),
  );
}
