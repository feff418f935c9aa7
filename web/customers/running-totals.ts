import type { BillingItem } from '../../contract/payments.ts';
import { centsOf, centsToText } from '../../contract/values/money.ts';

/**
 * Returns the total spent after each item, in wire format. The items are the newest ones, newest first, and
 * `totalSpent` is the total after all of them. Declined cards and unpaid pickups don't count.
 */
export function runningTotals(items: readonly Pick<BillingItem, 'amount' | 'status'>[], totalSpent: string): string[] {
  let cents = centsOf(totalSpent);
  return items.map(({ amount, status }) => {
    const after = centsToText(cents);
    if (status === 'succeeded') cents -= centsOf(amount);
    return after;
  });
}

/**
 * Returns true if a charge for a pickup has money left to refund. Its refunds are newer, so they are among the `items`.
 */
export function isRefundable(charge: BillingItem, items: readonly BillingItem[]): boolean {
  const { pickupId } = charge;
  if (!pickupId || !charge.hasReceipt) return false;
  const refunds = items.filter(
    (item) => item.pickupId === pickupId && item.type === 'refund' && item.status === 'succeeded',
  );
  return refunds.reduce((cents, { amount }) => cents + centsOf(amount), centsOf(charge.amount)) > 0;
}
