import { centsToText } from '../../../contract/values/money.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { unusedForMs } from '../rules.ts';

/** Decides what happens to one payment. Pure: facts come in. */

interface Payment {
  readonly status: 'creating' | 'open' | 'succeeded' | 'refund_pending' | 'refunded' | 'canceled';
  readonly purpose: 'booking' | 'pickup' | 'subscription';
  /** Decimal text: what we asked for. */
  readonly amount: string;
}

interface Intent {
  readonly status: 'open' | 'succeeded' | 'canceled';
  readonly amountCents: number;
  readonly refundedCents: number;
}

/** The provider's state of a payment. */
export interface Truth {
  /** Null when the provider doesn't know it. */
  readonly intent: Intent | null;
  /** The plan whose first month it pays. Null for any other payment, and when the provider doesn't know it. */
  readonly plan: { readonly status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'canceled' } | null;
}

export interface SettlementFacts {
  readonly payment: Payment;
  readonly truth: Truth;
  /** Another payment of the same booking or pickup was started after this one was canceled. */
  readonly hasSuccessor: boolean;
  /** The day of the booking that it pays, in New York; null without a booking. */
  readonly serviceDay: DateKey | null;
  readonly today: DateKey;
}

export type Settlement = 'nothing' | 'cancel' | 'charge-and-fulfil' | 'charge-and-refund';

/** How long a payment stays open at most. */
export const openForMs = 24 * 60 * 60 * 1000;

/** Whether the provider's intent of a payment may be cancelled now, because its customer has left. */
export function isAbandoned(
  payment: { readonly createdAt: Date; readonly usedAt: Date | null },
  waitsFor: 'card' | 'customer' | 'bank' | null,
  now: Date,
): boolean {
  // The bank is charging the card.
  if (waitsFor === 'bank' || waitsFor === null) return false;
  const unusedMs = now.getTime() - (payment.usedAt ?? payment.createdAt).getTime();
  // The customer may be confirming the payment with their bank.
  return unusedMs >= (waitsFor === 'customer' ? openForMs : unusedForMs);
}

/** Whether it is too early to settle a payment of this age; it is checked again later. */
export function isUndecided({ intent, plan }: Truth, ageMs: number): boolean {
  // The server may run with another account's keys for a while, so a young payment waits for the right ones.
  if (intent === null) return ageMs <= openForMs;
  // The provider starts a plan a moment after its first month is paid.
  return intent.status === 'open' || (intent.status === 'succeeded' && plan?.status === 'incomplete');
}

/**
 * What to do with a payment that isn't undecided. A paid one is always recorded; what it buys may turn out to be gone only
 * when it is fulfilled, and then it is refunded after all.
 */
export function decideSettlement({
  payment,
  truth: { intent, plan },
  hasSuccessor,
  serviceDay,
  today,
}: SettlementFacts): Settlement {
  if (intent?.status !== 'succeeded') return isUnfinished(payment) ? 'cancel' : 'nothing';
  if (isSettled(payment)) return 'nothing';
  // A person refunded it in the provider's own screens.
  if (isFullyRefunded(intent)) return 'charge-and-refund';
  // A credit or a tax in the provider's own screens may change the first month of a plan, so any amount starts it.
  if (payment.purpose === 'subscription') return plan?.status === 'active' ? 'charge-and-fulfil' : 'charge-and-refund';
  if (centsToText(intent.amountCents) !== payment.amount) return 'charge-and-refund';
  // Closed while the provider didn't know it, then another payment was started: nobody pays twice.
  if (payment.status === 'canceled' && hasSuccessor) return 'charge-and-refund';
  if (serviceDay !== null && serviceDay < today) return 'charge-and-refund';
  return 'charge-and-fulfil';
}

/** Whether nothing is charged yet, and something still may be. */
export function isUnfinished({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'creating' || status === 'open';
}

/** Whether its charge is recorded and it has been fulfilled or refunded. */
export function isSettled({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'succeeded' || isRefunded({ status });
}

/** Whether all of it was refunded or is about to be. */
export function isRefunded({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'refund_pending' || status === 'refunded';
}

/** Whether the provider has refunded all of it. */
export function isFullyRefunded(intent: Intent | null): boolean {
  return intent?.status === 'succeeded' && intent.refundedCents >= intent.amountCents;
}
