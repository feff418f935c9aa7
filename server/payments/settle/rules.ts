import { centsToText } from '../../../contract/values/money.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { type Intent, isFullyRefunded, type Named, unusedForMs } from '../rules.ts';

/** Decides what happens to one payment. Pure: the caller passes the facts. */

interface Payment extends Pick<Named, 'purpose'> {
  readonly status: 'creating' | 'open' | 'succeeded' | 'refund_pending' | 'refunded' | 'canceled';
  /** The amount that we asked for, as decimal text. */
  readonly amount: string;
}

/** The provider's state of a payment. */
export interface Truth {
  /** Null when the provider doesn't know the intent. */
  readonly intent: Intent | null;
  /** The plan whose first month the payment pays; null for other payments or if the provider doesn't know the plan. */
  readonly plan: { readonly status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'canceled' } | null;
}

export interface SettlementFacts {
  readonly payment: Payment;
  readonly truth: Truth;
  /** True if another payment of the same booking or pickup was started after this one was canceled. */
  readonly hasSuccessor: boolean;
  /** The New York day of the booking that the payment is for; null without a booking. */
  readonly serviceDay: DateKey | null;
  readonly today: DateKey;
}

export type Settlement = 'nothing' | 'cancel' | 'charge-and-fulfill' | 'charge-and-refund';

/** A payment stays open for at most this long. */
export const openForMs = 24 * 60 * 60 * 1000;

/** Returns whether the intent of a payment may be cancelled now because its customer has left. */
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

/** Returns whether it is too early to settle a payment of this age. It is checked again later. */
export function isUndecided({ intent, plan }: Truth, ageMs: number): boolean {
  // The server may run with another account's keys for a while, so a young payment waits for the right ones.
  if (intent === null) return ageMs <= openForMs;
  // The provider starts a plan a moment after its first month is paid.
  return intent.status === 'open' || (intent.status === 'succeeded' && plan?.status === 'incomplete');
}

/**
 * Decides what to do with a payment that isn't undecided. The charge of a paid payment is always recorded.
 * `charge-and-fulfill` can still end in a refund, if fulfilling it shows that there is nothing left to buy.
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
  // A person refunded the payment in the provider's own screens.
  if (isFullyRefunded(intent)) return 'charge-and-refund';
  // A credit or a tax in the provider's own screens may change the first month of a plan, so any amount starts it.
  if (payment.purpose === 'subscription') return plan?.status === 'active' ? 'charge-and-fulfill' : 'charge-and-refund';
  if (centsToText(intent.amountCents) !== payment.amount) return 'charge-and-refund';
  // We closed this payment while the provider didn't know the intent, and started another one. Nobody pays twice.
  if (payment.status === 'canceled' && hasSuccessor) return 'charge-and-refund';
  if (serviceDay !== null && serviceDay < today) return 'charge-and-refund';
  return 'charge-and-fulfill';
}

/** Returns whether the payment isn't charged yet but may still be. */
export function isUnfinished({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'creating' || status === 'open';
}

/** Returns whether the payment's charge is recorded and the payment was fulfilled or will be refunded. */
export function isSettled({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'succeeded' || isRefunded({ status });
}

/** Returns whether the whole payment was refunded or is about to be. */
export function isRefunded({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'refund_pending' || status === 'refunded';
}
