import { type PackageType, type Plan, planOf } from '../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey, type Weekday } from '../../contract/values/time/dates.ts';
import { daysText, firstServiceDays, serviceDaysOf } from '../../contract/values/time/service-days.ts';
import { listPrice } from '../ui/text/money-text.ts';

/** The times of day that a customer can prefer. The first is the default (PRICE-4). */
export const preferredTimes = ['morning', 'afternoon', 'evening'] as const;

export interface PlanWish {
  readonly preferredDay: Weekday;
  readonly preferredTime: string;
}

/** Returns "$60/month". */
export function monthlyPrice(plan: Pick<Plan, 'priceCents'>): string {
  return `${listPrice(plan.priceCents)}/month`;
}

/** Returns "Every Monday and Thursday". */
export function rhythmText(plan: Pick<Plan, 'fixedDays'>, { preferredDay }: Pick<PlanWish, 'preferredDay'>): string {
  return `Every ${daysText(serviceDaysOf(plan, preferredDay))}`;
}

/** Returns "Monday, November 23", or "Mon, Nov 23 and Thu, Nov 26" for a plan with two pickups a week. */
export function firstPickupsText(plan: Pick<Plan, 'fixedDays'>, { preferredDay }: PlanWish, now: Date): string {
  const days = firstServiceDays(serviceDaysOf(plan, preferredDay), dateKeyOf(now));
  const length = days.length > 1 ? 'short' : 'long';
  return days.map((day) => formatDateKey(day, length)).join(' and ');
}

/** Returns the lines of the order summary that is shown before the payment. */
export function planFacts(plan: Plan, wish: PlanWish, now: Date): { name: string; value: string }[] {
  return [
    { name: 'Plan', value: plan.name },
    { name: 'Pickups', value: `${rhythmText(plan, wish)}, ${wish.preferredTime} preferred` },
    { name: plan.fixedDays ? 'First pickups' : 'First pickup', value: firstPickupsText(plan, wish, now) },
  ];
}

/** Returns "Clean & Carry, first pickup on Mon, Nov 23." for a plan that has just started. */
export function planStartedText(subscription: { packageType: PackageType; nextPickupDate: string | null }): string {
  const { packageType, nextPickupDate } = subscription;
  const first = nextPickupDate && `, first pickup on ${formatDateKey(dateKeyOf(new Date(nextPickupDate)))}`;
  return `${planOf(packageType).name}${first ?? ''}.`;
}
