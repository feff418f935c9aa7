import type { PackageType } from '../../../contract/values/prices.ts';
import { addDays, type DateKey, dateKeyOf, instantOf, weekdayOf } from '../../../contract/values/time/dates.ts';

/**
 * A plan by the rules, written independently of the product: its packages and days over time, its holds, its end, and
 * which visits are credited with how much. Only plain date arithmetic is shared with the product.
 */

/** The terms of a plan from an instant on. */
export interface Terms {
  readonly at: Date;
  readonly packageType: PackageType;
  readonly days: readonly string[];
  readonly priceCents: number;
  /** The first day that these terms apply to. */
  readonly from: DateKey;
}

export interface HeldDays {
  readonly from: DateKey;
  until: DateKey;
  /** Whether the plan ended during the hold. Days past their cut-off stay held, but the plan is no longer on hold. */
  isCut?: boolean;
}

export interface PlanModel {
  readonly id: string;
  /** Oldest first. The first ones begin with the purchase. */
  readonly terms: Terms[];
  /** The terms that begin with the next billing month. */
  pending: Terms | null;
  /** Every hold; the last one may be running. */
  readonly holds: HeldDays[];
  /** The end of a plan that was cancelled at the end of its month. */
  endsAt: Date | null;
  /** Service days that were skipped, or that a dispatcher cancelled. */
  readonly givenUp: Set<DateKey>;
  /** Held service days whose cut-off has passed, in the order of the cut-offs. */
  readonly credited: DateKey[];
  /** The running pause; null while the plan isn't paused. */
  pause: Pause | null;
  /** What pauses and other days have done to months, by the instant at which the month began. */
  readonly changes: Map<number, MonthChange>;
}

export interface Pause {
  readonly at: Date;
  /** The first day without a visit. */
  readonly from: DateKey;
  readonly isForPayment: boolean;
  /** Whether a month is owed. */
  isOwing: boolean;
}

export interface MonthChange {
  /** The end of the month, if a pause has moved it. */
  endsAt: Date | null;
  /** The visits of a month that began at the end of a pause. */
  visits: number | null;
  /** Each time the rest of the month was counted again, oldest first. */
  readonly recounts: { readonly cents: number; readonly visits: number; readonly credits: number }[];
}

export const priceCentsOf = { basic: 3500, 'clean-carry': 6000, 'heavy-duty': 7500, premium: 15000 } as const;

export function daysOf(packageType: PackageType, preferredDay: string): string[] {
  return packageType === 'basic' || packageType === 'clean-carry' ? [preferredDay] : ['monday', 'thursday'];
}

/** Returns the package for an admin's price: the cheapest one that costs at least as much. */
export function packageOfPrice(cents: number): PackageType {
  const [name] = Object.entries(priceCentsOf).find(([, price]) => cents <= price) ?? ['premium'];
  return name as PackageType;
}

export function newModel(id: string, terms: Terms): PlanModel {
  return {
    ...{ id, terms: [terms], pending: null, holds: [], endsAt: null },
    ...{ givenUp: new Set<DateKey>(), credited: [], pause: null, changes: new Map() },
  };
}

/** Applies a pending package that has begun. */
export function applyPending(model: PlanModel, now: Date): void {
  // While a month is owed in a pause, its end and the beginning of the pending package move.
  if (!model.pending || model.pending.at > now || model.pause?.isOwing) return;
  model.terms.push(model.pending);
  model.pending = null;
}

export function presentTerms({ terms }: PlanModel): Terms {
  return terms.at(-1) as Terms;
}

export function visitTime(day: DateKey): Date {
  return instantOf(day, '09:00');
}

export function cutoff(day: DateKey): Date {
  return instantOf(addDays(day, -1), '18:00');
}

export function runningHold({ holds }: PlanModel, day: DateKey): HeldDays | undefined {
  return holds.find(({ from, until, isCut }) => !isCut && from <= day && day < until);
}

/** Returns the hold that runs on a day or begins after it. */
export function holdAfter({ holds }: PlanModel, day: DateKey): HeldDays | undefined {
  return holds.find(({ from, until, isCut }) => !isCut && from < until && until > day);
}

/** Returns the first day of a package that begins at an instant. Visits are at 09:00. */
export function firstDayOf(at: Date): DateKey {
  const day = dateKeyOf(at);
  return visitTime(day) >= at ? day : addDays(day, 1);
}

/** Returns the weekdays that apply on a day. */
function daysOn({ terms, pending }: PlanModel, day: DateKey): readonly string[] {
  const valid = [...terms, ...(pending ? [pending] : [])].findLast(({ from }) => from <= day);
  return (valid ?? (terms[0] as Terms)).days;
}

/** Returns true if the weekday is one of those that apply on the day. */
export function isServedOn(model: PlanModel, day: DateKey, weekday: string): boolean {
  return daysOn(model, day).includes(weekday);
}

/** Returns true if the plan, as it is now, would be served on the day without its hold. */
export function isServiceDay(model: PlanModel, day: DateKey): boolean {
  return daysOn(model, day).includes(weekdayOf(day)) && (model.endsAt === null || visitTime(day) < model.endsAt);
}

/**
 * Credits a held visit when the cut-off of its day has passed, if the plan is active or paused until it is paid. A
 * visit is not credited if it has a stop, was given up before, or would be one too many within seven days.
 */
export function passCutoff(
  model: PlanModel,
  day: DateKey,
  facts: { isDue: boolean; hasStop: boolean; visits: readonly DateKey[] },
): void {
  if (!facts.isDue || facts.hasStop || !runningHold(model, day) || !isServiceDay(model, day)) return;
  if (model.givenUp.has(day) || isTooMany(model, day, [...facts.visits, ...model.credited])) return;
  model.credited.push(day);
}

/** A month that the provider has invoiced. */
export interface Month {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isFirst: boolean;
}

export interface ExpectedMonth extends Month {
  readonly priceCents: number;
  readonly visits: number;
}

/**
 * The provider's times may be this much earlier than ours, because its months begin at whole seconds. Presses are
 * further apart.
 */
export const providerLagMs = 2_000;

/** Returns a month's price and number of visits, by the package, price and days that apply when it begins. */
export function expectMonth(model: PlanModel, month: Month): ExpectedMonth {
  const begins = month.startsAt.getTime() + providerLagMs;
  const all = [...model.terms, ...(model.pending ? [model.pending] : [])];
  const valid = all.filter(({ at }) => at.getTime() <= begins);
  const { days, priceCents } = valid.at(-1) ?? (model.terms[0] as Terms);
  let visits = 0;
  for (let day = dateKeyOf(month.startsAt); visitTime(day) < month.endsAt; day = addDays(day, 1)) {
    const isBought = month.isFirst && day === dateKeyOf(month.startsAt);
    if (days.includes(weekdayOf(day)) && visitTime(day) >= month.startsAt && !isBought) visits += 1;
  }
  const { endsAt, visits: counted } = changeOf(model, month.startsAt);
  return { ...month, priceCents, visits: counted ?? visits, endsAt: endsAt ?? month.endsAt };
}

export function changeOf(model: PlanModel, startsAt: Date): MonthChange {
  const known = model.changes.get(startsAt.getTime()) ?? { endsAt: null, visits: null, recounts: [] };
  model.changes.set(startsAt.getTime(), known);
  return known;
}

function isWithin({ startsAt, endsAt }: Month, day: DateKey): boolean {
  return startsAt <= visitTime(day) && visitTime(day) < endsAt;
}

/**
 * Returns the service days from a day on that belong to a month, held or not, without those that have a credit.
 * `visits` are the plan's visits before.
 */
export function daysLeft(model: PlanModel, from: DateKey, endsAt: Date, visits: readonly DateKey[]): DateKey[] {
  const left: DateKey[] = [];
  const before = [...visits, ...model.credited].filter((day) => day < from);
  for (let day = from; visitTime(day) < endsAt; day = addDays(day, 1)) {
    if (daysOn(model, day).includes(weekdayOf(day)) && !isTooMany(model, day, [...before, ...left])) left.push(day);
  }
  return left.filter((day) => !model.credited.includes(day));
}

/** Spreads what is left of a month's price over the visits that it has left. */
export function recount(model: PlanModel, month: ExpectedMonth, left: { before: number; after: number }): void {
  const { recounts } = changeOf(model, month.startsAt);
  const rest = recounts.at(-1) ?? { cents: month.priceCents, visits: month.visits, credits: 0 };
  const credits = model.credited.filter((day) => isWithin(month, day)).length;
  const gone = Math.min(rest.visits, Math.max(0, credits - rest.credits, rest.visits - left.before));
  const goneCents = gone === 0 ? 0 : Math.floor((rest.cents * gone) / rest.visits);
  recounts.push({ cents: rest.cents - goneCents, visits: left.after, credits });
}

/**
 * Returns the credit of each credited visit; null while its month isn't invoiced. `months` are in the order of their
 * start. A plan that is revived within a paid month has two months at once (PLAN-61).
 */
export function expectCredits(
  model: PlanModel,
  months: readonly ExpectedMonth[],
): { day: DateKey; cents: number | null }[] {
  const counts = new Map<ExpectedMonth, number>();
  return model.credited.map((day) => {
    const around = months.filter((month) => isWithin(month, day));
    const month = around.findLast(({ startsAt }) => startsAt <= cutoff(day)) ?? around[0];
    if (!month) return { day, cents: null };
    const number = (counts.get(month) ?? 0) + 1;
    counts.set(month, number);
    const recounted = changeOf(model, month.startsAt).recounts.findLast(({ credits }) => number > credits);
    const rest = recounted ?? { cents: month.priceCents, visits: month.visits, credits: 0 };
    const nth = number - rest.credits;
    const upTo = (count: number) => Number((BigInt(rest.cents) * BigInt(count)) / BigInt(rest.visits));
    return { day, cents: nth > rest.visits ? 0 : upTo(nth) - upTo(nth - 1) };
  });
}

/**
 * Returns the maximum number of visits in the seven days from a day on: that of the larger package of the first and the
 * last day.
 */
export function mostVisits(model: PlanModel, from: DateKey): number {
  return Math.max(daysOn(model, from).length, daysOn(model, addDays(from, 6)).length);
}

/** Returns true if a visit on the day would be one too many within seven days. */
export function isTooMany(model: PlanModel, day: DateKey, others: readonly DateKey[]): boolean {
  return [-6, -5, -4, -3, -2, -1, 0].some((offset) => {
    const from = addDays(day, offset);
    const within = [...new Set(others)].filter((other) => other !== day && other >= from && other <= addDays(from, 6));
    return within.length >= mostVisits(model, from);
  });
}

const dayMs = 24 * 60 * 60_000;

/** Returns the number of held days within the twelve months before a day. */
function heldBefore({ holds }: PlanModel, until: DateKey): number {
  const since = `${Number(until.slice(0, 4)) - 1}${until.slice(4)}`;
  let count = 0;
  for (const hold of holds) {
    for (let day = hold.from; day < hold.until; day = addDays(day, 1)) if (day >= since && day < until) count += 1;
  }
  return count;
}

/**
 * Returns true if a hold is within the limits: before its first day's cut-off, 14 to 90 days long, and at most 90 days
 * in twelve months.
 */
export function mayHold(model: PlanModel, { from, until }: HeldDays, now: Date): boolean {
  const days = Math.round((Date.parse(until) - Date.parse(from)) / dayMs);
  if (now >= cutoff(from) || days < 14 || days > 90) return false;
  if (holdAfter(model, dateKeyOf(now))) return false;
  if (model.endsAt && visitTime(from) >= model.endsAt) return false;
  return heldBefore(model, until) + days <= 90;
}
