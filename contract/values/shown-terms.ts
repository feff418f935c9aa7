import * as z from 'zod/mini';

/** The terms for changes and cancellations that a customer has read before paying. */
export const ShownTerms = z.object({ cutoff: z.string().check(z.maxLength(5)), lateRefundPercent: z.number() });
export type ShownTerms = z.output<typeof ShownTerms>;
