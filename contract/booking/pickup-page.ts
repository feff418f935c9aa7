import * as z from 'zod/mini';
import { IncompleteReason } from '../drivers.ts';
import { endpoint } from '../endpoint.ts';
import { TakenPhoto } from '../photos.ts';
import { Pickup } from '../pickups.ts';
import { Id, IdParams, Money, Timestamp } from '../values/shapes.ts';

/** Everything about one pickup for its customer, on one page. */

/** A refund of the pickup's payment. Amounts are positive. */
export const PickupRefund = z.object({
  amount: Money,
  /** When the refund was sent; for a pending one, when it was requested. */
  at: Timestamp,
  /** Whether the refund isn't made yet. */
  isPending: z.boolean(),
  /** Whether the bank returned the money to us, so that the customer didn't get it. */
  hasFailed: z.boolean(),
  /** Whether a pending refund was refused and is tried again. */
  isDelayed: z.boolean(),
  /** Whether the refund was refused and staff settled it with the customer another way. */
  isSettled: z.boolean(),
});
export type PickupRefund = z.output<typeof PickupRefund>;

/** The payment for a pickup. Additions have charges, and receipts in Billing, of their own. */
export const PaidPickup = z.object({
  /** With what was added to the pickup. */
  amount: Money,
  paidAt: Timestamp,
  /** "Visa ending in 4242"; null when unknown. */
  paidWith: z.nullable(z.string()),
  /** The id to pass to `getReceipt`. */
  receiptId: Id,
  /** Of all charges, oldest first. */
  refunds: z.array(PickupRefund),
  /** Whether the cardholder's bank is still deciding a dispute. Nothing can be refunded until then. */
  isDisputed: z.boolean(),
});
export type PaidPickup = z.output<typeof PaidPickup>;

/**
 * The kinds of events in a pickup's timeline:
 * - `assigned`: it has a driver. `unassigned`: it has none again.
 * - `held`: it waits for its payment.
 * - `reopened`: it was resolved and is open again.
 * - `reported`: its customer says that it was missed.
 * - `missed` and `not_missed`: the dispatcher's decision on that report.
 */
export const pickupEventKinds = [
  'booked',
  'paid',
  'assigned',
  'unassigned',
  'held',
  'moved',
  'readdressed',
  'completed',
  'issue',
  'incomplete',
  'reopened',
  'reported',
  'missed',
  'not_missed',
  'cancelled',
  'refunded',
] as const;

/** A line of a pickup's timeline. Fields that don't apply to its kind are null. */
export const PickupEvent = z.object({
  at: Timestamp,
  kind: z.enum(pickupEventKinds),
  /** Who did it: the customer, the plan that the pickup belongs to, or our staff. */
  by: z.enum(['customer', 'plan', 'staff']),
  /** For a move: the days in words, such as "Mon, Nov 23". */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** For a move or a decision: our message to the customer about it. */
  message: z.nullable(z.string()),
  /** For an incomplete pickup: the driver's reason; null when the driver gave none. */
  reason: z.nullable(IncompleteReason),
  /** For a payment or refund. */
  amount: z.nullable(Money),
});
export type PickupEvent = z.output<typeof PickupEvent>;

export const PickupPage = z.object({
  pickup: Pickup,
  /** The first name of the driver who comes or came; null without a driver or a name. */
  driverName: z.nullable(z.string()),
  /** Null before a payment, and for a plan's stop. */
  payment: z.nullable(PaidPickup),
  photos: z.array(TakenPhoto),
  /** Oldest first. */
  timeline: z.array(PickupEvent),
});
export type PickupPage = z.output<typeof PickupPage>;

/** One of the customer's own pickups. 404 for anybody else's. */
export const getMyPickup = endpoint('GET', '/api/pickups/:id', 'customer', {
  params: IdParams,
  response: PickupPage,
  errors: [404],
});
