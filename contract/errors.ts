import * as z from 'zod/mini';

/** The body of every error, short and safe to show in a toast. `errors` holds one message per field. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.output<typeof ErrorBody>;
