import type { PickupPayment } from '../../../contract/payments.ts';
import { centsOf, centsToText, textToCents } from '../../../contract/values/money.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { moneyText } from '../../ui/text/money-text.ts';

type Refund = PickupPayment['refunds'][number];

export function refundStateOf({ status, settledAs }: Pick<Refund, 'status' | 'settledAs'>): {
  label: string;
  tone: BadgeTone;
} {
  if (status === 'refused') return { label: 'Refused', tone: 'brick' };
  if (status !== 'done') return { label: status === 'sent' ? 'On its way' : 'Pending', tone: 'maize' };
  return settledAs === null ? { label: 'Refunded', tone: 'leaf' } : { label: 'Settled', tone: 'leaf' };
}

/** "One bag was left · The card has expired." */
export function refundDetailsOf({ reason, status, refusal, settledAs }: Refund): string {
  if (settledAs !== null) return `${reason} · ${settledAs}`;
  return status === 'refused' ? `${reason} · ${refusal ?? ''}` : reason;
}

/**
 * "Refund of $12.50 in progress", "… not made yet" once one was refused, or null. This amount is no longer refundable and not yet refunded. With it, the
 * figures add up to the charge.
 */
export function refundInProgressText(refunds: readonly Pick<Refund, 'status' | 'amount'>[]): string | null {
  const open = refunds.filter(({ status }) => status === 'asked' || status === 'refused');
  if (open.length === 0) return null;
  const cents = open.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const state = open.some(({ status }) => status === 'refused') ? 'not made yet' : 'in progress';
  return `Refund of ${moneyText(centsToText(cents))} ${state}`;
}

export interface RefundFields {
  amount: string;
  reason: string;
}

const typedCents = (amount: string) => textToCents(plainAmount(amount));

export function checkRefund({ amount, reason }: RefundFields, left: string): Partial<RefundFields> {
  const cents = typedCents(amount);
  const most = centsOf(left);
  return {
    ...(cents === null || cents <= 0
      ? { amount: 'Please enter an amount such as 45.00' }
      : cents > most && { amount: `You can refund up to ${moneyText(left)}.` }),
    ...(reason.trim() === '' && { reason: 'Please give a reason' }),
  };
}

/** "Refund $45.00"; "Refund" while the amount is not valid. */
export function refundLabel(amount: string): string {
  const cents = typedCents(amount);
  return cents === null || cents <= 0 ? 'Refund' : `Refund ${moneyText(plainAmount(amount))}`;
}

/** Returns the amount without a dollar sign, as the server expects it. */
export const plainAmount = (amount: string) => amount.trim().replace(/^\$/, '').trim();

/** Returns the messages for a refund that failed: per field, and for the form. */
export function explainRefundError(error: unknown): { fields: Partial<RefundFields>; message: string } {
  const { amount, reason } = error instanceof ApiError ? error.errors : {};
  const fields = { ...(amount && { amount }), ...(reason && { reason }) };
  const isHeard = error instanceof ApiError && error.status < 500;
  const message = messageOf(error, "We couldn't make the refund. Please try again.");
  return { fields, message: isHeard ? message : `${message} Trying again won't refund it twice.` };
}
