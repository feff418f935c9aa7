import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Pickup } from '../pickups.ts';
import { changePhases } from '../values/change-policy.ts';
import { AmountInput, DateKeyText, IdParams, Money, Timestamp } from '../values/shapes.ts';

/** Moving and cancelling a pickup, as a customer. The rules are in `values/change-policy.ts`. */

export const ChangeOptionsView = z.object({
  phase: z.enum(changePhases),
  canMove: z.boolean(),
  canCancel: z.boolean(),
  refundPercent: z.int(),
  /** The latest end of this phase; null when it has no end. */
  until: z.nullable(Timestamp),
  /** Whether this is a plan's stop. Cancelling it skips the visit, which is final and refunds nothing. */
  isPlanStop: z.boolean(),
  /** Whether we moved this plan's stop to its current day. Skipping it is then credited. */
  isSkipCredited: z.boolean(),
  /** The amount paid; null for an unpaid pickup and for a plan's stop. */
  paid: z.nullable(Money),
  /** The amount already refunded, including requested refunds that aren't sent yet. */
  refunded: Money,
  /** The refund for cancelling now. The customer sends it back as `expectedRefund`. */
  refund: Money,
  /** The days that the pickup may move to, up to a year ahead; empty when it can't be moved. */
  days: z.array(DateKeyText),
  /** Sentences that say why the pickup can't be moved or cancelled; null when it can. */
  whyNoMove: z.nullable(z.string()),
  whyNoCancel: z.nullable(z.string()),
  terms: z.object({ cutoff: z.string(), lateRefundPercent: z.int() }),
});
export type ChangeOptionsView = z.output<typeof ChangeOptionsView>;

/** Returns what the customer can do with a pickup now, and the exact refund. */
export const getChangeOptions = endpoint('GET', '/api/pickups/:id/change-options', 'customer', {
  params: IdParams,
  response: ChangeOptionsView,
  errors: [404],
});

/**
 * Moves a pickup to one of the `days` of its change options. 409 `cannot_change` when the pickup can no longer be
 * moved, and `day_closed` for any other day. A repeated call changes nothing.
 */
export const moveBooking = endpoint('POST', '/api/pickups/:id/move', 'customer', {
  params: IdParams,
  body: z.object({ newDate: DateKeyText }),
  response: Pickup,
  errors: [400, 404, 409],
});

/**
 * Cancels a pickup and refunds the amount that the policy sets. 409 `refund_changed` when that amount isn't
 * `expectedRefund`; `errors.expectedRefund` is then the new amount. 409 `cannot_change` when the pickup can no longer
 * be cancelled, and `disputed` while the cardholder's bank decides a dispute. A repeated call changes nothing.
 */
export const cancelBooking = endpoint('POST', '/api/pickups/:id/cancel', 'customer', {
  params: IdParams,
  body: z.object({ expectedRefund: AmountInput }),
  response: z.extend(Pickup, { refund: Money }),
  errors: [400, 404, 409],
});
