import { bagsText } from '../../../contract/pickups.ts';
import type { PlanCharge, PlanView } from '../../../contract/plan/page.ts';
import type { AdminSubscription, SubscriptionCounts } from '../../../contract/subscriptions.ts';
import { type PackageType, type Plan, planBagLimit, planOf, plans } from '../../../contract/values/prices.ts';
import {
  type DateKey,
  dateKeyOf,
  formatDateKey,
  instantOf,
  pickedDateTime,
  serviceTimeZone,
} from '../../../contract/values/time/dates.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { capitalized } from '../../ui/text/capitalized.ts';
import { countTextOf } from '../../ui/text/count-text.ts';
import { moneyText } from '../../ui/text/money-text.ts';
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

/** Splits an address into its street and the rest, for a column in which people look for streets. */
export function addressLines(address: string): { street: string; place: string } {
  const [street = '', ...place] = address.split(', ');
  return { street, place: place.join(', ') };
}

/** Returns a subscriber's package. A dispatcher may have agreed on any price for it. */
export function planOfSubscriber({ packageType }: Part<'packageType'>): Plan {
  return planOf(packageType);
}

/** Returns "$60.00/month". */
export function priceText({ pricePerMonth }: { pricePerMonth: string }): string {
  return `${moneyText(pricePerMonth)}/month`;
}

/** Returns what is asked before a plan ends at once, by the Cancel button or by an edit of the status. */
export function endText(subscriber: AdminSubscription): string {
  const plan = `${customerNameOf(subscriber)}'s ${planOfSubscriber(subscriber).name}`;
  return `${plan} ends immediately: no more pickups and no more charges. This can't be undone.`;
}

/**
 * Returns "nothing is charged: the month is paid until Fri, Dec 25" within a paid month, else "the saved card
 * is charged $60.00/month".
 */
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

/** Returns "Weekly" or "Twice weekly". Weekly is the default. */
export function frequencyText({ frequency }: { frequency: string }): string {
  return capitalized(frequency.replaceAll('-', ' ')) || 'Weekly';
}

/** Returns "Monday and Thursday, morning preferred". */
export function rhythmOf({ pickupDays, preferredTime }: Part<'pickupDays' | 'preferredTime'>): string {
  return [daysText(pickupDays), preferredTime && `${preferredTime} preferred`].filter(Boolean).join(', ');
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

/** Returns "1,204" or "10,000+", which is shown beside a plan's filter. */
export function planCountText(counts: SubscriptionCounts, plan: SubscriberFilters['package']): string {
  return countTextOf(plan === 'all' ? counts.all : counts[countNames[plan]]);
}

export function emptyTextOf({ status, package: plan, q }: SubscriberFilters): string {
  if (q) return `Nothing matches “${q}”.`;
  if (status === 'all' && plan === 'all') return 'Customers with a monthly plan will appear here.';
  const name = plan === 'all' ? '' : ` on ${(plans.find(({ id }) => id === plan) as Plan).name}`;
  return `No ${status === 'all' ? '' : `${status} `}subscribers${name}.`;
}

/** Returns "6 bags". */
export function bagLimitText(subscriber: { bagCountLimit: number }): string {
  return bagsText(bagLimitOf(subscriber));
}

type StateFacts = Part<
  | ('status' | 'holdFrom' | 'pausedUntil' | 'cancellationDate')
  | ('pendingPackageType' | 'pendingFrom' | 'pendingPrice' | 'pendingPriceFrom')
>;

/**
 * Returns facts that a subscriber's status doesn't show: "On hold until Mar 3", "Ends Dec 20",
 * "Heavy Duty from Dec 25", "$74.00 from Jan 25".
 */
export function stateNotesOf(subscriber: StateFacts, today: DateKey): string[] {
  const { status, holdFrom, pausedUntil, cancellationDate } = subscriber;
  const { pendingPackageType, pendingFrom, pendingPrice, pendingPriceFrom } = subscriber;
  if (status === 'cancelled') return [];
  const next = pendingPackageType && pendingFrom && `${planOf(pendingPackageType).name} from ${shortDay(pendingFrom)}`;
  const hold = holdFrom && pausedUntil && holdText(holdFrom, pausedUntil, today);
  const price = pendingPrice && pendingPriceFrom && `${moneyText(pendingPrice)} from ${shortDay(pendingPriceFrom)}`;
  return [hold, cancellationDate && `Ends ${shortDay(cancellationDate)}`, next, price].flatMap((note) => note || []);
}

/** Describes a hold. Returns null if the hold is over but not cleared yet. */
function holdText(from: DateKey, until: string, today: DateKey): string | null {
  if (dateKeyOf(new Date(until)) <= today) return null;
  return from <= today
    ? `On hold until ${shortDay(until)}`
    : `On hold from ${shortDay(instantOf(from, pickedDateTime))}`;
}

const shortDayFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, month: 'short', day: 'numeric' });

/** Returns "Mar 3". */
export function shortDay(at: string | Date): string {
  return shortDayFormat.format(new Date(at));
}

/** Returns "$45.00 on Dec 25: $60.00 less $15.00 credit". */
export function nextChargeText({ at, price, credit, amount }: PlanCharge): string {
  const charge = `${moneyText(amount)} on ${shortDay(at)}`;
  if (credit === '0.00') return charge;
  if (credit.startsWith('-'))
    return `${charge}: ${moneyText(price)} and ${moneyText(credit.slice(1))} from the last charge`;
  return `${charge}: ${moneyText(price)} less ${moneyText(credit)} credit`;
}

/** Returns "$15.00 left, for 3 visits on hold". */
export function creditText({ balance, rows }: PlanView['credit']): string {
  const visits = rows.length === 1 ? '1 visit' : `${rows.length} visits`;
  const left = balance.startsWith('-')
    ? `${moneyText(balance.slice(1))} owed with the next charge`
    : `${moneyText(balance)} left`;
  return rows.length === 0 ? left : `${left}, for ${visits} on hold`;
}
