import { defaultPreferredDay } from '../../../contract/subscriptions.ts';
import { centsToText } from '../../../contract/values/money.ts';
import type { EarlierDays } from '../../../contract/values/plan/schedule.ts';
import { type PackageType, planOf } from '../../../contract/values/prices.ts';
import { addDays, type DateKey, type Weekday } from '../../../contract/values/time/dates.ts';
import { isEnding, isOver, type PlanEnd } from '../end-rules.ts';
import { earlierDaysOf, noPending, termsOf } from '../rules.ts';

/** Pure decisions about changes of a plan's package, day or time. */

/** A requested change. Properties that are missing or null stay as they are. */
export interface PlanWish {
  readonly packageType?: PackageType | undefined;
  readonly preferredDay?: Weekday | null | undefined;
  readonly preferredTime?: string | null | undefined;
}

/** The parts of a plan that a change depends on. */
export interface ChangingPlan extends PlanEnd {
  readonly packageType: PackageType;
  readonly pricePerMonth: string;
  readonly pickupDays: readonly string[];
  readonly earlierDays: readonly EarlierDays[];
  readonly preferredDay: Weekday | null;
  readonly preferredTime: string | null;
  readonly pendingPackageType: PackageType | null;
  readonly pendingPackagePrice: string | null;
  readonly pendingPreferredDay: Weekday | null;
  readonly pendingFrom: Date | null;
}

/**
 * Returns the columns that a change sets. Another package, with its day, is pending until the next billing month.
 * Choosing the present package drops a pending one and keeps the price; another day then applies from tomorrow on.
 */
export function wishedColumns(plan: ChangingPlan, wish: PlanWish, today: DateKey) {
  const packageType = wish.packageType ?? plan.pendingPackageType ?? plan.packageType;
  const { fixedDays } = planOf(packageType);
  const preferredTime = wish.preferredTime ?? plan.preferredTime;
  if (packageType === plan.packageType) {
    const { preferredDay } = wish;
    if (fixedDays || !preferredDay) return { ...noPending, preferredTime };
    const terms = termsOf(planOf(packageType), preferredDay);
    const earlierDays = earlierDaysOf(plan, terms.pickupDays, addDays(today, 1));
    return { ...noPending, preferredTime, preferredDay, ...terms, earlierDays };
  }
  const isPending = packageType === plan.pendingPackageType;
  const day = wish.preferredDay ?? (isPending ? plan.pendingPreferredDay : null) ?? plan.preferredDay;
  return {
    preferredTime,
    pendingPackageType: packageType,
    // A package keeps the price at which it was agreed.
    pendingPackagePrice: isPending ? plan.pendingPackagePrice : centsToText(planOf(packageType).priceCents),
    pendingPreferredDay: fixedDays ? null : (day ?? defaultPreferredDay),
    pendingFrom: isPending ? plan.pendingFrom : plan.currentPeriodEnd,
  };
}

/** Returns true if the pending package, its day or its start differs. */
export function hasOtherPending(before: ChangingPlan, after: ChangingPlan): boolean {
  return (
    before.pendingPackageType !== after.pendingPackageType ||
    before.pendingPreferredDay !== after.pendingPreferredDay ||
    before.pendingFrom?.getTime() !== after.pendingFrom?.getTime()
  );
}

/** The provider prepares a month's invoice within an hour of the month's start, at the plan's price at that moment. */
const renewalMs = 60 * 60 * 1000;

/** Returns true if a plan's month is about to end, or has ended and the next one isn't charged yet. */
export function isRenewing({ currentPeriodEnd, pendingFrom }: ChangingPlan, now: Date): boolean {
  if (currentPeriodEnd === null) return true;
  const next = Math.min(currentPeriodEnd.getTime(), pendingFrom?.getTime() ?? Number.POSITIVE_INFINITY);
  return next - now.getTime() <= renewalMs;
}

function onlyTakesBack(before: ChangingPlan, after: ChangingPlan): boolean {
  const isSame = before.preferredDay === after.preferredDay && before.preferredTime === after.preferredTime;
  return isSame && after.pendingPackageType === null;
}

/**
 * Returns true if an active plan's price or weekdays would change while the month that has begun isn't recorded yet. A
 * month takes its price and visits from the plan when it is recorded, so it would get the new ones.
 */
export function changesUnrecordedMonth(
  before: ChangingPlan,
  after: Pick<ChangingPlan, 'pricePerMonth' | 'pickupDays'>,
  now: Date,
): boolean {
  const { status, pricePerMonth, pickupDays, currentPeriodEnd } = before;
  if (status !== 'active' || isEnding(before)) return false;
  if (pricePerMonth === after.pricePerMonth && pickupDays.join() === after.pickupDays.join()) return false;
  return currentPeriodEnd !== null && currentPeriodEnd <= now;
}

/** Returns why a plan can't change to the new one; null if it can. */
export function whyNoChange(
  before: ChangingPlan,
  after: ChangingPlan,
  now: Date,
): 'ended' | 'paused' | 'ending' | 'renewing' | null {
  if (before.status === 'cancelled' || isOver(before, now)) return 'ended';
  // Dropping a pending package is allowed during a pause, because it changes no stop.
  if (before.status === 'paused' && !onlyTakesBack(before, after)) return 'paused';
  if (changesUnrecordedMonth(before, after, now)) return 'renewing';
  if (!hasOtherPending(before, after)) return null;
  if (isEnding(before)) return 'ending';
  return isRenewing(before, now) ? 'renewing' : null;
}
