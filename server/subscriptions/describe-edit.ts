import { planOf } from '../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { daysText } from '../../contract/values/time/service-days.ts';
import { timetableOf } from './rules.ts';
import type { SubscriptionRow } from './subscriptions.store.ts';

/**
 * Returns the changes of an edited plan as text for the trail, by field: "old to new". Empty if nothing has changed.
 */
export function describeEdit(before: SubscriptionRow, after: SubscriptionRow): Record<string, string> {
  const pairs: Record<string, readonly [string, string]> = {
    price: [`$${before.pricePerMonth}`, `$${after.pricePerMonth}`],
    package: [planOf(before.packageType).name, planOf(after.packageType).name],
    days: [daysText(before.pickupDays), daysText(after.pickupDays)],
    time: [before.preferredTime ?? 'any time', after.preferredTime ?? 'any time'],
    bags: [String(before.bagCountLimit), String(after.bagCountLimit)],
    'next price': [pendingPriceText(before), pendingPriceText(after)],
    'next plan': [pendingText(before), pendingText(after)],
  };
  const changed = Object.entries(pairs).filter(([, [was, is]]) => was !== is);
  return Object.fromEntries(changed.map(([name, [was, is]]) => [name, `${was} to ${is}`]));
}

/** Returns text such as "Basic Package on Friday from Tue, Dec 22", or "none". */
function pendingText(subscription: SubscriptionRow): string {
  const { pendingPackageType, pendingFrom } = subscription;
  const { pending } = timetableOf(subscription);
  if (!pendingPackageType || !pendingFrom || !pending) return 'none';
  const from = formatDateKey(dateKeyOf(pendingFrom));
  return `${planOf(pendingPackageType).name} on ${daysText(pending.pickupDays)} from ${from}`;
}

/** Returns text such as "$74.00 from Tue, Dec 22", or "none". */
function pendingPriceText({ pendingPrice, pendingPriceFrom }: SubscriptionRow): string {
  if (pendingPrice === null || pendingPriceFrom === null) return 'none';
  return `$${pendingPrice} from ${formatDateKey(dateKeyOf(pendingPriceFrom))}`;
}
