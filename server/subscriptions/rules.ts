import type { PickupStatus } from '../../contract/pickups.ts';
import { defaultPreferredDay, graceDays } from '../../contract/subscriptions.ts';
import { centsOf, centsToText } from '../../contract/values/money.ts';
import {
  type EarlierDays,
  firstDayFrom,
  hasService,
  heldDays,
  isAfterEnd,
  type PlanTimetable,
} from '../../contract/values/plan/schedule.ts';
import { type PackageType, type Plan, planOf } from '../../contract/values/prices.ts';
import { addDays, type DateKey, dateKeyOf, type Weekday } from '../../contract/values/time/dates.ts';
import { serviceDaysOf } from '../../contract/values/time/service-days.ts';
import { isOver, type PlanEnd, type ProviderStatus, type SubscriptionStatus } from './end-rules.ts';

/** Pure decisions about a plan's service days, its visits and its billing. */

export interface TimetableFacts {
  readonly pickupDays: readonly string[];
  readonly earlierDays: readonly EarlierDays[];
  readonly preferredDay: Weekday | null;
  readonly holdFrom: DateKey | null;
  readonly pausedUntil: Date | null;
  readonly cancellationDate: Date | null;
  readonly pendingPackageType: PackageType | null;
  readonly pendingPreferredDay: Weekday | null;
  readonly pendingFrom: Date | null;
}

/** Returns the timetable of a plan's row. */
export function timetableOf(facts: TimetableFacts): PlanTimetable {
  const {
    pickupDays,
    earlierDays: earlier,
    holdFrom,
    pausedUntil,
    cancellationDate,
    pendingPackageType,
    pendingFrom,
  } = facts;
  const preferredDay = facts.pendingPreferredDay ?? facts.preferredDay ?? defaultPreferredDay;
  return {
    pickupDays,
    earlier,
    holdFrom,
    heldUntil: pausedUntil && dateKeyOf(pausedUntil),
    endsAt: cancellationDate,
    pending:
      pendingPackageType && pendingFrom
        ? { pickupDays: serviceDaysOf(planOf(pendingPackageType), preferredDay), from: pendingFrom }
        : null,
  };
}

/** The columns of a plan without a pending package. */
export const noPending = {
  ...{ pendingPackageType: null, pendingPackagePrice: null },
  ...{ pendingPreferredDay: null, pendingFrom: null },
} as const;

/** The columns of a plan without a pending price. */
export const noPendingPrice = { pendingPrice: null, pendingPriceFrom: null } as const;

/** A plan's price now, and the dearer one of a later month. */
export interface PricedFacts {
  readonly pricePerMonth: string;
  readonly pendingPrice: string | null;
  /** When the first month begins that costs `pendingPrice`. */
  readonly pendingPriceFrom: Date | null;
}

/** The provider's months may begin some hours before or after the ones that we expect. */
const sameMonthMs = 12 * 60 * 60 * 1000;

/** Returns the price of the plan's present package in cents for a month that begins at `startsAt`. */
export function priceOfMonth({ pricePerMonth, pendingPrice, pendingPriceFrom }: PricedFacts, startsAt: Date): number {
  const isDue = pendingPriceFrom !== null && pendingPriceFrom.getTime() - startsAt.getTime() <= sameMonthMs;
  return centsOf(isDue && pendingPrice !== null ? pendingPrice : pricePerMonth);
}

/**
 * Earlier weekdays are kept this long. A month may be recorded some days late, and one rule needs the weekdays of the
 * last seven days.
 */
const rememberedDays = 40;

export interface ServedDays {
  readonly pickupDays: readonly string[];
  readonly earlierDays: readonly EarlierDays[];
}

/** Returns the earlier weekdays of a plan whose weekdays change to `pickupDays` on the day `from`. */
export function earlierDaysOf(before: ServedDays, pickupDays: readonly string[], from: DateKey): EarlierDays[] {
  const known = before.earlierDays.filter(({ until }) => until > addDays(from, -rememberedDays));
  // Weekdays that were chosen earlier on the same day never took effect.
  const isUnknown = known.every(({ until }) => until < from) && before.pickupDays.join() !== pickupDays.join();
  return isUnknown ? [...known, { until: from, pickupDays: before.pickupDays }] : known;
}

export function termsOf(plan: Plan, preferredDay: Weekday) {
  const pickupDays = serviceDaysOf(plan, preferredDay);
  const { id: packageType, includesFurniturePickup, includesBinWashing, includesLawnMowing } = plan;
  const frequency = pickupDays.length > 1 ? 'twice-weekly' : 'weekly';
  return { packageType, pickupDays, frequency, includesFurniturePickup, includesBinWashing, includesLawnMowing };
}

interface PendingFacts extends ServedDays, PricedFacts {
  readonly preferredDay: Weekday | null;
  readonly nextLawnMowingDate: Date | null;
  readonly pendingPackageType: PackageType | null;
  readonly pendingPackagePrice: string | null;
  readonly pendingPreferredDay: Weekday | null;
  readonly pendingFrom: Date | null;
}

/**
 * Returns the changed columns of a plan whose pending package or price has begun by `now`; none if neither has. A
 * package brings the price that it was agreed at and drops a pending price of the package before. The bag limit stays
 * as it was agreed.
 */
export function appliedPending(
  { pendingPackageType, pendingPackagePrice, pendingPreferredDay, pendingFrom, ...facts }: PendingFacts,
  now: Date,
) {
  if (pendingPackageType === null || pendingFrom === null || pendingFrom > now) return appliedPrice(facts, now);
  const plan = planOf(pendingPackageType);
  const preferredDay = pendingPreferredDay ?? facts.preferredDay;
  const terms = termsOf(plan, preferredDay ?? defaultPreferredDay);
  return {
    ...noPending,
    ...noPendingPrice,
    ...terms,
    earlierDays: earlierDaysOf(facts, terms.pickupDays, firstDayFrom(pendingFrom)),
    pricePerMonth: pendingPackagePrice ?? centsToText(plan.priceCents),
    preferredDay,
    ...(plan.includesLawnMowing && !facts.nextLawnMowingDate && { nextLawnMowingDate: pendingFrom }),
  };
}

function appliedPrice({ pendingPrice, pendingPriceFrom }: PricedFacts, now: Date) {
  if (pendingPrice === null || pendingPriceFrom === null || pendingPriceFrom > now) return {};
  return { ...noPendingPrice, pricePerMonth: pendingPrice };
}

/** Returns the first day on the same weekday that is a week or more after an occurrence and not in the past. */
export function followingOccurrence(occurrence: DateKey, today: DateKey): DateKey {
  let next = addDays(occurrence, 7);
  while (next < today) next = addDays(next, 7);
  return next;
}

/** A stop of a plan: the service day that it was made for, and the day that it is on now. */
interface Visit {
  readonly id: string;
  readonly occurrence: DateKey;
  readonly day: DateKey;
  readonly status: PickupStatus;
}

/**
 * `visitsAround` looks this many days before and after a stop. A plan is served at least weekly, but some visits may
 * have been skipped.
 */
export const visitReachDays = 28;

/**
 * Returns the days of a plan's visits around one of its stops:
 * - `after`: the last visit before the stop; null if there is none,
 * - `before`: the next visit, which may not have a stop yet, or the plan's end,
 * - `taken`: every day that has another stop or is held.
 *
 * A service day whose stop was cancelled has no visit. Service days between `today` and the stop count as visits even
 * if they have no stop yet.
 */
export function visitsAround(
  stop: Pick<Visit, 'id' | 'occurrence'>,
  timetable: PlanTimetable,
  stops: readonly Visit[],
  today: DateKey = stop.occurrence,
): { after: DateKey | null; before: DateKey; taken: DateKey[] } {
  const others = stops.filter(({ id, status }) => id !== stop.id && status !== 'cancelled');
  const withStop = new Set(stops.map(({ occurrence }) => occurrence));
  const later = others.filter(({ occurrence }) => occurrence > stop.occurrence).map(({ day }) => day);
  const earlier = others.filter(({ occurrence }) => occurrence < stop.occurrence).map(({ day }) => day);
  const [first, last] = [addDays(stop.occurrence, -visitReachDays), addDays(stop.occurrence, visitReachDays)];
  const isUnmade = (day: DateKey) => hasService(timetable, day) && !withStop.has(day);
  let before = later.sort()[0] ?? null;
  for (let day = addDays(stop.occurrence, 1); day <= last && (before === null || day < before); day = addDays(day, 1)) {
    if (isUnmade(day) || isAfterEnd(timetable, day)) before = day;
  }
  let after = earlier.sort().at(-1) ?? null;
  const since = today < first ? addDays(first, -1) : today;
  for (let day = addDays(stop.occurrence, -1); day > since && (after === null || day > after); day = addDays(day, -1)) {
    if (isUnmade(day)) after = day;
  }
  const held = heldDays(timetable, first, last).filter((day) => day !== stop.occurrence);
  return { after, before: before ?? last, taken: [...others.map(({ day }) => day), ...held] };
}

interface BillingState {
  readonly status: SubscriptionStatus;
  readonly pastDueSince: Date | null;
  readonly isPausedForPayment: boolean;
}

export interface BillingFacts {
  readonly ours: BillingState & Pick<PlanEnd, 'cancellationDate'>;
  readonly theirs: ProviderStatus;
  /** A renewal was attempted and is not paid. */
  readonly isOwing: boolean;
  /** When the most recent payment of a month was made. */
  readonly lastPaidAt: Date;
  readonly now: Date;
}

export interface BillingVerdict extends BillingState {
  /** The news to notify the customer of. */
  readonly news: 'past-due' | 'paid' | null;
}

export interface BilledFacts extends PricedFacts {
  readonly packageType: PackageType;
  readonly pendingPackageType: PackageType | null;
  readonly pendingPackagePrice: string | null;
  readonly currentPeriodEnd: Date | null;
}

/**
 * Returns what the provider should charge for the next month: a pending package at the price that it was agreed at (for
 * one that was agreed before such prices were stored, the listed one), or else the present package at the plan's price
 * of that month.
 */
export function billedPlanOf(facts: BilledFacts): { packageType: PackageType; priceCents: number } {
  const { packageType, pricePerMonth, pendingPackageType, pendingPackagePrice, currentPeriodEnd } = facts;
  if (pendingPackageType) {
    const priceCents = pendingPackagePrice ? centsOf(pendingPackagePrice) : planOf(pendingPackageType).priceCents;
    return { packageType: pendingPackageType, priceCents };
  }
  const priceCents = currentPeriodEnd ? priceOfMonth(facts, currentPeriodEnd) : centsOf(pricePerMonth);
  return { packageType, priceCents };
}

/** Returns true if the provider would charge another package or price for the next month than our books say. */
export function isOtherPlan(
  ours: BilledFacts,
  theirs: { readonly packageType: string | null; readonly priceCents: number },
): boolean {
  const billed = billedPlanOf(ours);
  return theirs.packageType !== billed.packageType || theirs.priceCents !== billed.priceCents;
}

/** The provider charges a month about an hour after it begins. A day allows for delays. */
const draftMs = 24 * 60 * 60 * 1000;

/**
 * Returns true if the provider won't charge an invoice without help: it couldn't finalize the invoice, or has left it a
 * draft for a day.
 */
export function isStuckDraft(
  { status, draftError, createdAt }: { status: string; draftError: string | null; createdAt: Date },
  now: Date,
): boolean {
  return status === 'draft' && (draftError !== null || now.getTime() - createdAt.getTime() > draftMs);
}

const graceMs = graceDays * 24 * 60 * 60 * 1000;
/** The provider's clock differs from ours and counts whole seconds. */
const clockSkewMs = 60_000;

/**
 * Decides the status of a plan from its payments. A cancelled plan ends with its paid month. After a declined renewal,
 * the plan is served for the grace period and then paused. Once nothing is owed, a plan that was paused for nonpayment
 * is active again.
 *
 * A plan that a dispatcher paused stays paused, and an ended plan stays ended. Once a month is written off,
 * it is no longer owed, but the customer isn't notified of a payment.
 */
export function decideBilling({ ours, theirs, isOwing, lastPaidAt, now }: BillingFacts): BillingVerdict {
  const { status, pastDueSince, isPausedForPayment } = ours;
  if (status === 'cancelled' || theirs === 'canceled' || isOver(ours, now)) {
    return { status: 'cancelled', pastDueSince: null, isPausedForPayment: false, news: null };
  }
  if (isOwing || theirs === 'past_due') {
    const since = pastDueSince ?? now;
    const isGraceOver = now.getTime() - since.getTime() >= graceMs;
    const pauses = status === 'active' && isGraceOver;
    return {
      status: pauses ? 'paused' : status,
      pastDueSince: since,
      isPausedForPayment: pauses || (status === 'paused' && isPausedForPayment),
      news: pastDueSince === null ? 'past-due' : null,
    };
  }
  const isPaid = pastDueSince !== null && lastPaidAt.getTime() >= pastDueSince.getTime() - clockSkewMs;
  return {
    status: isPausedForPayment ? 'active' : status,
    pastDueSince: null,
    isPausedForPayment: false,
    news: isPaid ? 'paid' : null,
  };
}
