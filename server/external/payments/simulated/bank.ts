import { bankTestCards } from '../../../../contract/payments.ts';
import type { ProviderDispute, ProviderRefund } from '../payment-provider.ts';

/**
 * What the bank of a test card does after the charge: it holds or returns refunds, and disputes the charge. All of it
 * follows from the card and the time, so nothing is stored and nothing has to run. Pure.
 */

const minuteMs = 60_000;

/** How long the simulated bank takes. */
export const bankMs = {
  /** From a refund to its end: made, or returned to us. */
  refund: 10 * minuteMs,
  /** From the charge to the decision of a dispute. */
  dispute: 60 * minuteMs,
  /** From the charge until our balance is large enough for its refund. */
  balance: 60 * minuteMs,
} as const;

const { refundPending, refundFails, refundUnfunded, refundExpired, disputeWon, disputeLost, inquiry } = bankTestCards;

interface Charged {
  /** The intent's id. */
  readonly id: string;
  readonly paymentMethodId: string | null;
  readonly paidAt: Date | null;
  readonly amountCents: number;
}

type Made = Pick<ProviderRefund, 'createdAt'>;

function isOver(since: Date | null, spanMs: number, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= spanMs;
}

/** Returns the state of a refund. */
export function refundStateOf(
  { paymentMethodId }: Pick<Charged, 'paymentMethodId'>,
  { createdAt }: Made,
  now: Date,
): Pick<ProviderRefund, 'status' | 'failure'> {
  const hasEnded = isOver(createdAt, bankMs.refund, now);
  if (paymentMethodId === refundPending.paymentMethodId && !hasEnded) return { status: 'pending', failure: null };
  if (paymentMethodId === refundFails.paymentMethodId && hasEnded) {
    return { status: 'failed', failure: 'expired or canceled card' };
  }
  return { status: 'succeeded', failure: null };
}

/** Returns the code with which a refund of a charge is refused now, as Stripe names it; null when it isn't. */
export function refusalCodeOf(charged: Charged, refunds: readonly Made[], now: Date): string | null {
  const { paymentMethodId, paidAt } = charged;
  const state = disputeOf(charged, refunds, now)?.state;
  if (state === 'open' || state === 'lost') return 'charge_disputed';
  if (paymentMethodId === refundExpired.paymentMethodId) return 'expired_card';
  const isShort = paymentMethodId === refundUnfunded.paymentMethodId && !isOver(paidAt, bankMs.balance, now);
  return isShort ? 'balance_insufficient' : null;
}

/** Returns the dispute of a charge, or its inquiry, which a refund ends; null without one. */
export function disputeOf(
  { id, paymentMethodId, paidAt, amountCents }: Charged,
  refunds: readonly Made[],
  now: Date,
): ProviderDispute | null {
  if (paidAt === null) return null;
  const dispute = { id: `dp_${id.slice(3)}`, amountCents, createdAt: paidAt };
  if (paymentMethodId === inquiry.paymentMethodId) return { ...dispute, state: refunds.length > 0 ? 'won' : 'inquiry' };
  const isDecided = isOver(paidAt, bankMs.dispute, now);
  if (paymentMethodId === disputeWon.paymentMethodId) return { ...dispute, state: isDecided ? 'won' : 'open' };
  if (paymentMethodId === disputeLost.paymentMethodId) return { ...dispute, state: isDecided ? 'lost' : 'open' };
  return null;
}

/** The cards whose charges can be disputed. */
export const disputingCards: readonly string[] = [disputeWon, disputeLost, inquiry].map((card) => card.paymentMethodId);
