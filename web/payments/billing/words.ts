import type { BillingItem } from '../../../contract/payments.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** How a transaction ended. BILL-5: paid, succeeded and pending are known, anything else is a failure. */
export function transactionState({ status, amount }: Pick<BillingItem, 'status' | 'amount'>): {
  label: 'Paid' | 'Refunded' | 'Pending' | 'Failed';
  tone: BadgeTone;
} {
  if (status === 'pending') return { label: 'Pending', tone: 'maize' };
  if (status !== 'paid' && status !== 'succeeded') return { label: 'Failed', tone: 'brick' };
  return amount.startsWith('-') ? { label: 'Refunded', tone: 'azure' } : { label: 'Paid', tone: 'leaf' };
}
