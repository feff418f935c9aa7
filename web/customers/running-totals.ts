import type { BillingItem } from '../../contract/payments.ts';
import { centsToText, textToCents } from '../../contract/values/money.ts';

/**
 * What was spent in total after each item, in wire format. The items are the newest ones, newest first, and `totalSpent` is
 * the total after all of them. Declined cards and unpaid pickups count nothing.
 */
export function runningTotals(items: readonly Pick<BillingItem, 'amount' | 'status'>[], totalSpent: string): string[] {
  let cents = centsOf(totalSpent);
  return items.map(({ amount, status }) => {
    const after = signedText(cents);
    if (status === 'succeeded') cents -= centsOf(amount);
    return after;
  });
}

function centsOf(amount: string): number {
  const cents = textToCents(amount.replace('-', '')) ?? 0;
  return amount.startsWith('-') ? -cents : cents;
}

function signedText(cents: number): string {
  return cents < 0 ? `-${centsToText(-cents)}` : centsToText(cents);
}
