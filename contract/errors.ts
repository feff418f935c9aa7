import * as z from 'zod/mini';

/** Every error body: short and safe to show in a toast. `errors` has one message a field. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.output<typeof ErrorBody>;
