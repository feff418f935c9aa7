import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { AdminSubscription, Subscription } from '../subscriptions.ts';
import { AmountInput, DateKeyText, IdParams, Money, Timestamp } from '../values/shapes.ts';

/** Cancelling a plan at the end of its paid month, withdrawing that, and ending a plan immediately. */

/** The effects of cancelling now. */
export const CancelPreview = z.object({
  /**
   * The end of the paid month, or the end that is already set. Null when the plan would end immediately, because it is
   * paused, a month is unpaid, or no paid month is known.
   */
  endsAt: z.nullable(Timestamp),
  /** The visits until the end, by day. */
  visits: z.array(DateKeyText),
  /** The unused credit that is refunded to the card when the plan ends. */
  credit: Money,
  /** Whether a package that would begin with the next month is dropped. */
  dropsPending: z.boolean(),
});
export type CancelPreview = z.output<typeof CancelPreview>;

const CancelBody = z.object({
  /** `endsAt` of the preview. 409 `preview_changed` when the end is different now. */
  expectedEnd: z.nullable(z.iso.datetime({ error: 'Please confirm when the plan ends' })),
  reason: z.nullish(
    z
      .string({ error: 'Please enter a reason' })
      .check(z.trim(), z.maxLength(500, 'Reason must be at most 500 characters')),
  ),
});

/** Returns the effects of cancelling the signed-in customer's plan. */
export const previewPlanCancel = endpoint('GET', '/api/plan/cancel-preview', 'customer', {
  response: CancelPreview,
  errors: [404, 409],
});

/**
 * Cancels the signed-in customer's plan at the end of the paid month. Repeating it with the same end changes nothing.
 */
export const cancelPlan = endpoint('POST', '/api/plan/cancel', 'customer', {
  body: CancelBody,
  response: Subscription,
  errors: [400, 404, 409],
});

/** Withdraws the cancellation, as long as the plan hasn't ended. Changes nothing for a plan that isn't cancelled. */
export const undoPlanCancel = endpoint('POST', '/api/plan/undo-cancel', 'customer', {
  response: Subscription,
  errors: [404, 409],
});

export const previewSubscriberCancel = endpoint('GET', '/api/admin/subscriptions/:id/cancel-preview', 'admin', {
  params: IdParams,
  response: CancelPreview,
  errors: [404, 409],
});

/** Cancels a subscriber's plan at the end of the paid month. DELETE on the subscription ends it immediately. */
export const cancelSubscriberPlan = endpoint('POST', '/api/admin/subscriptions/:id/cancel', 'admin', {
  params: IdParams,
  body: CancelBody,
  response: AdminSubscription,
  errors: [400, 404, 409],
});

export const undoSubscriberCancel = endpoint('POST', '/api/admin/subscriptions/:id/undo-cancel', 'admin', {
  params: IdParams,
  response: AdminSubscription,
  errors: [404, 409],
});

/** The effects of ending a plan immediately. */
export const EndPreview = z.object({
  /** The remaining visits of the current month, which won't be made, by day. */
  visits: z.array(DateKeyText),
  /** The share of the month's price for those visits; 0.00 when nothing can be refunded. */
  refund: Money,
  /** The unused credit, which is refunded in any case. */
  credit: Money,
});
export type EndPreview = z.output<typeof EndPreview>;

export const previewSubscriberEnd = endpoint('GET', '/api/admin/subscriptions/:id/end-preview', 'admin', {
  params: IdParams,
  response: EndPreview,
  errors: [404, 409],
});

/**
 * Ends a plan immediately, as DELETE on the subscription does, and refunds the remaining visits of the current month.
 * 409 `preview_changed` when the refund isn't `expectedRefund`.
 */
export const endSubscriberPlan = endpoint('POST', '/api/admin/subscriptions/:id/end', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  body: z.object({ expectedRefund: AmountInput }),
  response: AdminSubscription,
  errors: [400, 404, 409],
});
