import * as z from 'zod/mini';

/** The terms for changes and cancellations that were shown to a customer before payment. */
export const ShownTerms = z.object({ cutoff: z.string().check(z.maxLength(5)), lateRefundPercent: z.number() });
export type ShownTerms = z.output<typeof ShownTerms>;
