import { bagsText } from '../../../contract/pickups.ts';
import type { AdminSubscription, SubscriptionCounts } from '../../../contract/subscriptions.ts';
import { type DateKey, dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { type PackageType, type Plan, planBagLimit, planOfPrice, plans } from '../../../contract/values/prices.ts';
import { daysText } from '../../../contract/values/service-days.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { countTextOf } from '../../ui/count-text.ts';
import { moneyText } from '../../ui/money-text.ts';
import { capitalized } from '../plan-words.ts';
import type { SubscriberFilters } from './page.ts';

type Part<Key extends keyof AdminSubscription> = Pick<AdminSubscription, Key>;

export const statusLabels: Record<AdminSubscription['status'], string> = {
  active: 'Active',
  paused: 'Paused',
  cancelled: 'Cancelled',
};

export function customerNameOf(who: Part<'customerFirstName' | 'customerLastName' | 'customerUsername'>): string {
  return [who.customerFirstName, who.customerLastName].filter(Boolean).join(' ') || who.customerUsername;
}

export function addressOf(subscriber: Part<'address' | 'customerAddress'>): string {
  return subscriber.address || subscriber.customerAddress || 'No address';
}

/** Splits an address into its street and the rest, for a column that is scanned by street. */
export function addressLines(address: string): { street: string; place: string } {
  const [street = '', ...place] = address.split(', ');
  return { street, place: place.join(', ') };
}

const defaultPriceCents = (plans[0] as Plan).priceCents;

/** The package, derived from the monthly price. Without a price it is the cheapest one. */
export function planOfSubscriber({ pricePerMonth }: { pricePerMonth: string }): Plan {
  return planOfPrice(textToCents(pricePerMonth) ?? defaultPriceCents);
}

/** "$60.00/month" */
export function priceText({ pricePerMonth }: { pricePerMonth: string }): string {
  return `${moneyText(pricePerMonth)}/month`;
}

/** "nothing is charged: the month is paid until Fri, Dec 25" within the paid month, else "the saved card is charged $60.00/month". */
export function reactivationChargeText(
  plan: Pick<AdminSubscription, 'pricePerMonth' | 'currentPeriodEnd' | 'cancellationDate'>,
  now: Date,
): string {
  const { currentPeriodEnd: paidTo, cancellationDate: endedAt } = plan;
  const isPaid = paidTo !== null && endedAt !== null && paidTo > endedAt && new Date(paidTo) > now;
  if (!isPaid) return `the saved card is charged ${priceText(plan)}`;
  return `nothing is charged: the month is paid until ${formatDateKey(dateKeyOf(new Date(paidTo)))}`;
}

export function bagLimitOf({ bagCountLimit }: { bagCountLimit: number }): number {
  return bagCountLimit || planBagLimit;
}

/** "Weekly", "Twice weekly". Weekly is the default. */
export function frequencyText({ frequency }: { frequency: string }): string {
  return capitalized(frequency.replaceAll('-', ' ')) || 'Weekly';
}

/** "Monday and Thursday, morning" */
export function rhythmOf({ pickupDays, preferredTime }: Part<'pickupDays' | 'preferredTime'>): string {
  return [daysText(pickupDays), preferredTime].filter(Boolean).join(', ');
}

export function extrasOf(
  subscriber: Part<'includesFurniturePickup' | 'includesBinWashing' | 'includesLawnMowing' | 'nextLawnMowingDate'>,
  today: DateKey,
): string[] {
  const mowing = subscriber.nextLawnMowingDate;
  const due = mowing ? `, due ${dayText(dateKeyOf(new Date(mowing)), today)}` : '';
  return [
    subscriber.includesFurniturePickup && 'Furniture pickup',
    subscriber.includesBinWashing && 'Bin power washing',
    subscriber.includesLawnMowing && `Lawn mowing${due}`,
  ].filter((extra) => extra !== false);
}

export function nextPickupOf({ nextPickupDate }: Part<'nextPickupDate'>, today: DateKey) {
  if (!nextPickupDate) return { text: 'Not scheduled', isOverdue: false };
  const day = dateKeyOf(new Date(nextPickupDate));
  return { text: dayText(day, today), isOverdue: day < today };
}

const countNames: Record<PackageType, keyof SubscriptionCounts> = {
  basic: 'basic',
  'clean-carry': 'cleanCarry',
  'heavy-duty': 'heavyDuty',
  premium: 'premium',
};

/** "1,204" or "10,000+" beside the filter of a plan. */
export function planCountText(counts: SubscriptionCounts, plan: SubscriberFilters['package']): string {
  return countTextOf(plan === 'all' ? counts.all : counts[countNames[plan]]);
}

export function emptyTextOf({ status, package: plan, q }: SubscriberFilters): string {
  if (q) return `Nothing matches “${q}”.`;
  if (status === 'all' && plan === 'all') return 'Customers with a monthly plan will appear here.';
  const name = plan === 'all' ? '' : ` on ${(plans.find(({ id }) => id === plan) as Plan).name}`;
  return `No ${status === 'all' ? '' : `${status} `}subscribers${name}.`;
}

/** "6 bags" */
export function bagLimitText(subscriber: { bagCountLimit: number }): string {
  return bagsText(bagLimitOf(subscriber));
}
