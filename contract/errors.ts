import * as z from 'zod/mini';

/**
 * The body of every error. `message` is short and safe to show in a toast. `errors` has a message for each wrong field,
 * or the current values that a 409 is about.
 */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.output<typeof ErrorBody>;
