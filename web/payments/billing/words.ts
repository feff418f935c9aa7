import type { BillingItem } from '../../../contract/payments.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The badge of a transaction. Any status other than paid, succeeded or pending is a failure (BILL-5). */
export function transactionState({ status, amount }: Pick<BillingItem, 'status' | 'amount'>): {
  label: 'Paid' | 'Refunded' | 'Pending' | 'Failed';
  tone: BadgeTone;
} {
  if (status === 'pending') return { label: 'Pending', tone: 'maize' };
  if (status !== 'paid' && status !== 'succeeded') return { label: 'Failed', tone: 'brick' };
  return amount.startsWith('-') ? { label: 'Refunded', tone: 'azure' } : { label: 'Paid', tone: 'leaf' };
}
