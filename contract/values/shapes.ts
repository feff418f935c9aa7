import * as z from 'zod/mini';

/** Shapes that more than one feature's contract uses. */

export const Id = z.uuid();

/** A UTC instant, ISO 8601. */
export const Timestamp = z.iso.datetime();

/** Money on the wire: a text with two decimals, negative for a refund. */
export const Money = z.string().check(z.regex(/^-?\d{1,8}\.\d{2}$/));

/** What a client may send as an amount. The server only compares it with its own price. */
export const AmountInput = z.union([z.string(), z.number()], { error: 'Please enter an amount such as 45.00' });

export const IdParams = z.object({ id: Id });

/** Text that must not be blank; trimmed. */
export function requiredText(requiredMessage: string, maxLength: number, maxMessage: string) {
  return z
    .string({ error: requiredMessage })
    .check(z.trim(), z.minLength(1, requiredMessage), z.maxLength(maxLength, maxMessage));
}

export const Address = requiredText('Address is required', 255, 'Address must be less than 255 characters');

export const defaultListLimit = 200;

/** The query of every list that can grow without bound (API-61). */
export const ListQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(255, 'Please search for something shorter'))),
  status: z.optional(z.string().check(z.maxLength(100))),
  type: z.optional(z.string().check(z.maxLength(100))),
  role: z.optional(z.string().check(z.maxLength(100))),
  sort: z._default(z.enum(['newest', 'oldest'], { error: 'Sort is newest or oldest' }), 'newest'),
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/, 'Limit must be a number from 1 to 500')),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z
          .int()
          .check(
            z.minimum(1, 'Limit must be a number from 1 to 500'),
            z.maximum(500, 'Limit must be a number from 1 to 500'),
          ),
      ),
    ),
    defaultListLimit,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type ListQuery = z.output<typeof ListQuery>;
