import { isOpenStatus, type PickupStatus } from '../../../contract/pickups.ts';
import { billingDayOf, nextMonth, previousMonth } from '../../../contract/values/billing-months.ts';
import { cutoffOf } from '../../../contract/values/booking-dates.ts';
import { addDays, type DateKey, dateKeyOf, type Weekday } from '../../../contract/values/dates.ts';
import { creditsOfMonth, visitsOfMonth } from '../../../contract/values/plan-credit.ts';
import type { HoldDays } from '../../../contract/values/plan-hold.ts';
import {
  hasService,
  isOneTooMany,
  type PlanTimetable,
  serviceDaysOn,
  visitTimeOf,
} from '../../../contract/values/plan-schedule.ts';

/** Which visits a hold holds and what they are worth. Facts and the time come in; nothing is read. */

/** A stop of a plan. It belongs to the service day that it was made for, also when it was moved to another day. */
export interface StopFacts {
  readonly id: string;
  readonly occurrence: DateKey;
  readonly day: DateKey;
  readonly status: PickupStatus;
  readonly cancellationReason: string | null;
  /** The terms it was made under; null for those of the settings. */
  readonly changeCutoff: string | null;
}

export interface HeldVisit {
  readonly day: DateKey;
  /** Its stop, which the hold cancels; null while it has none. */
  readonly pickupId: string | null;
}

/** How far after a hold its next visit is searched: the customer may have skipped some. */
export const reachDays = 35;

export interface HoldFacts {
  /** The plan's timetable. Its own hold doesn't count. */
  readonly timetable: PlanTimetable;
  /** From six days before the first day on. */
  readonly stops: readonly StopFacts[];
  /** The reasons for which a plan cancels its own stops: such a visit would be made again. */
  readonly planReasons: readonly string[];
  /** The service days that have a credit. */
  readonly written: readonly { readonly day: DateKey }[];
}

const isOpen = ({ status }: StopFacts) => isOpenStatus(status);

/** Whether the stop can still be held: it is open, and the cut-off of the day that it is on hasn't passed. */
function isHoldable(stop: StopFacts, now: Date, changeCutoff: string): boolean {
  return isOpen(stop) && now < cutoffOf(stop.day, stop.changeCutoff ?? changeCutoff);
}

/**
 * The visits that a hold takes: its service days, except those that are or were made, were skipped, were cancelled by our staff, or
 * would be one visit too many within seven days. `isTaken` decides of a stop that isn't cancelled; without it none is taken.
 */
function visitsWithin(
  { timetable, stops, planReasons, written }: HoldFacts,
  { from, until }: HoldDays,
  isTaken?: (stop: StopFacts) => boolean,
): HeldVisit[] {
  const unheld = { ...timetable, holdFrom: null, heldUntil: null };
  const made = stops.filter(({ status }) => status !== 'cancelled').map(({ occurrence }) => occurrence);
  const known = [...made, ...written.map(({ day }) => day)];
  const held: HeldVisit[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) {
    if (!hasService(unheld, day)) continue;
    const own = stops.filter(({ occurrence }) => occurrence === day);
    const live = own.find(({ status }) => status !== 'cancelled');
    // Looked at only when none of its stops is live, so all of them are cancelled.
    const isGivenUp = own.some(({ cancellationReason: reason }) => !planReasons.includes(reason ?? ''));
    if (live ? !isTaken?.(live) : isGivenUp || isOneTooMany(unheld, day, known)) continue;
    held.push({ day, pickupId: live?.id ?? null });
    known.push(day);
  }
  return held;
}

/** The visits that a new hold takes, and the stops on its days that will be made all the same, by day. */
export function visitsToHold(
  facts: HoldFacts,
  hold: HoldDays,
  { now, changeCutoff }: { now: Date; changeCutoff: string },
): { held: HeldVisit[]; staying: { day: DateKey; pickupId: string }[] } {
  const held = visitsWithin(facts, hold, (stop) => isHoldable(stop, now, changeCutoff));
  const taken = new Set(held.map(({ pickupId }) => pickupId));
  const staying = facts.stops
    .filter((stop) => isOpen(stop) && stop.day >= hold.from && stop.day < hold.until && !taken.has(stop.id))
    .map(({ day, id: pickupId }) => ({ day, pickupId }));
  return { held, staying: staying.sort((a, b) => a.day.localeCompare(b.day)) };
}

/** The visits of days that are held, or of a present hold until it ends. A stop that isn't cancelled was not held. */
export function visitsHeld(facts: HoldFacts, hold: HoldDays): HeldVisit[] {
  return visitsWithin(facts, hold);
}

/** The first visit from a day on, within some weeks: it has an open stop, or would get one. `held` are the visits on hold before it. */
export function nextVisitFrom(facts: HoldFacts, from: DateKey, held: HoldFacts['written']): DateKey | null {
  const known = { ...facts, written: [...facts.written, ...held] };
  const [next] = visitsWithin(known, { from, until: addDays(from, reachDays) }, isOpen);
  return next?.day ?? null;
}

/** A billing month as the books have it. */
export interface KnownMonth {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly priceCents: number;
  readonly visits: number;
}

export interface BillingFacts {
  /** The months that the books have, earliest first. */
  readonly months: readonly KnownMonth[];
  /** The end of the present month. */
  readonly periodEnd: Date;
  /** The price of the present month, where the books have no month yet, and of the months after it. */
  readonly priceCents: number;
  readonly nextPriceCents: number;
  readonly timetable: PlanTimetable;
  /** The New York day of purchase: the first month has no visit on it or before. */
  readonly boughtOn: DateKey;
}

/** The month of a visit: that of the books, else the one that is expected. */
export function monthOf(day: DateKey, facts: BillingFacts): KnownMonth {
  const { months, periodEnd, timetable, boughtOn } = facts;
  const at = visitTimeOf(day);
  // A plan that was revived within a paid month has two: the newer one counts.
  const known = months.findLast(({ startsAt, endsAt }) => at >= startsAt && at < endsAt);
  if (known) return known;
  const billingDay = billingDayOfPlan(facts);
  let [startsAt, endsAt] = [previousMonth(periodEnd, billingDay), periodEnd];
  while (at >= endsAt) [startsAt, endsAt] = [endsAt, nextMonth(endsAt, billingDay)];
  const serviceDays = serviceDaysOn(timetable, addDays(dateKeyOf(startsAt), 1)) as Weekday[];
  // The present month is in the books once it is invoiced. One that began during a pause isn't, and costs nothing.
  const presentCents = months.length > 0 ? 0 : facts.priceCents;
  const priceCents = startsAt < periodEnd ? presentCents : facts.nextPriceCents;
  return { startsAt, endsAt, priceCents, visits: visitsOfMonth(serviceDays, startsAt, endsAt, boughtOn).length };
}

function billingDayOfPlan({ periodEnd, months }: Pick<BillingFacts, 'periodEnd' | 'months'>): number {
  return billingDayOf(
    periodEnd,
    months.map(({ startsAt }) => startsAt),
  );
}

/** A held visit that has its credit in the books. `cents` is null until its month is invoiced. */
export interface WrittenCredit {
  readonly day: DateKey;
  readonly cents: number | null;
}

/** What held visits are credited, in cents, in the order of the days: what the books say, else what is expected. */
export function creditsOfVisits(
  days: readonly DateKey[],
  written: readonly WrittenCredit[],
  facts: BillingFacts,
): number[] {
  const counts = new Map<number, number>();
  return days.map((day) => {
    const { startsAt, endsAt, priceCents, visits } = monthOf(day, facts);
    const isInMonth = (other: DateKey) => visitTimeOf(other) >= startsAt && visitTimeOf(other) < endsAt;
    // The credits of an earlier hold in the same month come first.
    const before =
      counts.get(startsAt.getTime()) ??
      written.filter((credit) => isInMonth(credit.day) && !days.includes(credit.day)).length;
    counts.set(startsAt.getTime(), before + 1);
    const own = written.find((credit) => credit.day === day)?.cents;
    return own ?? creditsOfMonth(priceCents, visits, before + 1).at(-1) ?? 0;
  });
}

/** The provider charges no less than this. A smaller remainder is carried to the next charge. */
const leastChargeCents = 50;

export interface ExpectedCharge {
  readonly at: Date;
  readonly priceCents: number;
  /** What is taken from the balance; negative when a remainder is added. */
  readonly creditCents: number;
  readonly amountCents: number;
}

/**
 * The next charge of a plan, and those after it that its credit lowers. A charge takes the credits of the months before it: the month
 * of a visit must be invoiced before its credit has an amount. `balanceCents` is what the customer has now.
 */
export function expectedCharges(
  credits: readonly { readonly day: DateKey; readonly cents: number }[],
  balanceCents: number,
  { periodEnd, months, nextPriceCents }: BillingFacts,
): ExpectedCharge[] {
  const billingDay = billingDayOfPlan({ periodEnd, months });
  const charges: ExpectedCharge[] = [];
  let open = credits;
  let balance = balanceCents;
  for (let at = periodEnd; charges.length === 0 || open.length > 0 || balance !== 0; at = nextMonth(at, billingDay)) {
    for (const { day, cents } of open) if (visitTimeOf(day) < at) balance += cents;
    open = open.filter(({ day }) => visitTimeOf(day) >= at);
    const dueCents = nextPriceCents - balance;
    const amountCents = dueCents < leastChargeCents ? 0 : dueCents;
    balance = amountCents === 0 ? -dueCents : 0;
    charges.push({ at, priceCents: nextPriceCents, creditCents: nextPriceCents - amountCents, amountCents });
  }
  return charges;
}
