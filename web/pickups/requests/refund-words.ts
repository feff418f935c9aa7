import type { PickupPayment } from '../../../contract/payments.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { moneyText } from '../../ui/money-text.ts';

type Refund = PickupPayment['refunds'][number];

/** How a refund stands. */
export function refundStateOf(status: Refund['status']): { label: string; tone: BadgeTone } {
  if (status === 'failed') return { label: 'Failed', tone: 'brick' };
  return status === 'sent' ? { label: 'Sent', tone: 'leaf' } : { label: 'On its way', tone: 'maize' };
}

export interface RefundFields {
  amount: string;
  reason: string;
}

/** What is wrong with a refund before it is sent; empty where nothing is. */
export function checkRefund({ amount, reason }: RefundFields, left: string): Partial<RefundFields> {
  const cents = textToCents(amount.replace(/^\s*\$/, ''));
  const most = textToCents(left) ?? 0;
  return {
    ...(cents === null || cents <= 0
      ? { amount: 'Please enter an amount such as 45.00' }
      : cents > most && { amount: `At most ${moneyText(left)} can be given back.` }),
    ...(reason.trim() === '' && { reason: 'Please give a reason' }),
  };
}

/** The amount as the server reads it: without a dollar sign. */
export const plainAmount = (amount: string) => amount.trim().replace(/^\$/, '').trim();

/** What the server says of a refund that it did not take: beside the fields, and above them. */
export function explainRefundError(error: unknown): { fields: Partial<RefundFields>; message: string } {
  const { amount, reason } = error instanceof ApiError ? error.errors : {};
  const fields = { ...(amount && { amount }), ...(reason && { reason }) };
  const isHeard = error instanceof ApiError && error.status < 500;
  const message = messageOf(error, 'The refund could not be made. Please try again.');
  return { fields, message: isHeard ? message : `${message} Pressing again does not give the money back twice.` };
}
