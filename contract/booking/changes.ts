import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Pickup } from '../pickups.ts';
import { changePhases } from '../values/change-policy.ts';
import { AmountInput, DateKeyText, IdParams, Money, Timestamp } from '../values/shapes.ts';

/** A customer moves or cancels a pickup. The rules are in `values/change-policy.ts`. */

export const ChangeOptionsView = z.object({
  phase: z.enum(changePhases),
  canMove: z.boolean(),
  canCancel: z.boolean(),
  refundPercent: z.int(),
  /** When this phase is over at the latest; null when it has no end. */
  until: z.nullable(Timestamp),
  /** A plan's stop: cancelling skips it. It is final, and nothing is refunded. */
  isPlanStop: z.boolean(),
  /** We moved this plan's stop to its present day, so skipping it is credited. */
  isSkipCredited: z.boolean(),
  /** What was paid; null for an unpaid pickup and a plan's stop. */
  paid: z.nullable(Money),
  /** How much of it was already refunded, including requested refunds that aren't sent yet. */
  refunded: Money,
  /** What a cancellation refunds now. The customer sends it back as `expectedRefund`. */
  refund: Money,
  /** The days that it may move to, at most a year's; empty when it can't be moved. */
  days: z.array(DateKeyText),
  /** Why it can't be moved or cancelled, in words; null when it can. */
  whyNoMove: z.nullable(z.string()),
  whyNoCancel: z.nullable(z.string()),
  terms: z.object({ cutoff: z.string(), lateRefundPercent: z.int() }),
});
export type ChangeOptionsView = z.output<typeof ChangeOptionsView>;

/** What the customer can do with a pickup now, and the exact refund. */
export const getChangeOptions = endpoint('GET', '/api/pickups/:id/change-options', 'customer', {
  params: IdParams,
  response: ChangeOptionsView,
  errors: [404],
});

/**
 * Moves a pickup to one of the `days` of its change options. 409 `cannot_change` when it can no longer be moved, and
 * `day_closed` for a day that isn't one of them. Repeating the move changes nothing.
 */
export const moveBooking = endpoint('POST', '/api/pickups/:id/move', 'customer', {
  params: IdParams,
  body: z.object({ newDate: DateKeyText }),
  response: Pickup,
  errors: [400, 404, 409],
});

/**
 * Cancels a pickup and refunds what the policy says. 409 `refund_changed` when the refund isn't `expectedRefund`: the new one is
 * in `errors.expectedRefund`. 409 `cannot_change` when it can no longer be cancelled, and `disputed` while the cardholder's bank
 * decides. Cancelling again changes nothing.
 */
export const cancelBooking = endpoint('POST', '/api/pickups/:id/cancel', 'customer', {
  params: IdParams,
  body: z.object({ expectedRefund: AmountInput }),
  response: z.extend(Pickup, { refund: Money }),
  errors: [400, 404, 409],
});
