import { addDays, type DateKey, dateKeyOf, instantOf, pickedDateTime, weekdayOf } from '../time/dates.ts';

/**
 * Computes the days on which a plan is served, from its weekdays, a hold, its end, and a package that begins with the
 * next billing month. The server creates stops on these days, and every preview shows them. Pure: facts come in.
 */

/** A plan's weekdays on the days before `until`. */
export interface EarlierDays {
  readonly until: DateKey;
  readonly pickupDays: readonly string[];
}

export interface PlanTimetable {
  /** The weekdays of the current package. */
  readonly pickupDays: readonly string[];
  /** The earlier weekdays, oldest first. */
  readonly earlier: readonly EarlierDays[];
  /** The first held day; null without a hold. */
  readonly holdFrom: DateKey | null;
  /** The first day of service after the hold. */
  readonly heldUntil: DateKey | null;
  /** No visit is made at or after this instant; null for a plan without an end. */
  readonly endsAt: Date | null;
  /** The weekdays of the package that begins at `from`. */
  readonly pending: { readonly pickupDays: readonly string[]; readonly from: Date } | null;
}

/**
 * Returns the instant of a day's visit (09:00 in New York). It decides which package and which billing month the visit
 * belongs to.
 */
export function visitTimeOf(day: DateKey): Date {
  return instantOf(day, pickedDateTime);
}

/** Returns the first day whose visit would be at or after an instant. */
export function firstDayFrom(instant: Date): DateKey {
  const day = dateKeyOf(instant);
  return visitTimeOf(day) >= instant ? day : addDays(day, 1);
}

/** Returns true if a visit on the day belongs to the pending package. */
export function isOfPending({ pending }: Pick<PlanTimetable, 'pending'>, day: DateKey): boolean {
  return pending !== null && visitTimeOf(day) >= pending.from;
}

/** Returns the weekdays that apply on the day. */
export function serviceDaysOn(timetable: PlanTimetable, day: DateKey): readonly string[] {
  if (timetable.pending && isOfPending(timetable, day)) return timetable.pending.pickupDays;
  return timetable.earlier.find(({ until }) => day < until)?.pickupDays ?? timetable.pickupDays;
}

export function isHeld({ holdFrom, heldUntil }: PlanTimetable, day: DateKey): boolean {
  return holdFrom !== null && heldUntil !== null && day >= holdFrom && day < heldUntil;
}

/** Returns the held days between two days, both included. */
export function heldDays({ holdFrom, heldUntil }: PlanTimetable, from: DateKey, to: DateKey): DateKey[] {
  const days: DateKey[] = [];
  if (holdFrom === null || heldUntil === null) return days;
  for (let day = holdFrom > from ? holdFrom : from; day <= to && day < heldUntil; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the held days between two days, both included, on which the plan would be served without the hold. */
export function heldServiceDays(timetable: PlanTimetable, from: DateKey, to: DateKey): DateKey[] {
  const unheld = { ...timetable, holdFrom: null, heldUntil: null };
  return heldDays(timetable, from, to).filter((day) => hasService(unheld, day));
}

/** Returns true if a visit on the day would be at or after the plan's end. */
export function isAfterEnd({ endsAt }: PlanTimetable, day: DateKey): boolean {
  return endsAt !== null && visitTimeOf(day) >= endsAt;
}

/**
 * Returns true if the day is a service day: it has a weekday that applies, isn't held, and is before the plan's end.
 */
export function hasService(timetable: PlanTimetable, day: DateKey): boolean {
  const isServiceDay = serviceDaysOn(timetable, day).includes(weekdayOf(day));
  return isServiceDay && !isHeld(timetable, day) && !isAfterEnd(timetable, day);
}

/**
 * Returns true if a stop on this day would be one visit too many. No seven days may have more visits than the plan has
 * service days per week; around a change of package, the larger number applies. `otherVisits` are the plan's visits
 * from six days before to six days after, including held ones.
 */
export function isOneTooMany(timetable: PlanTimetable, day: DateKey, otherVisits: readonly DateKey[]): boolean {
  const others = [...new Set(otherVisits)].filter((other) => other !== day);
  const { pickupDays, earlier, pending } = timetable;
  const versions = [pickupDays, ...earlier.map((each) => each.pickupDays), ...(pending ? [pending.pickupDays] : [])];
  // Mostly there are too few other visits for any seven days.
  if (others.length < Math.min(...versions.map(({ length }) => length))) return false;
  return [-6, -5, -4, -3, -2, -1, 0].some((offset) => {
    const from = addDays(day, offset);
    const to = addDays(from, 6);
    const most = Math.max(serviceDaysOn(timetable, from).length, serviceDaysOn(timetable, to).length);
    return others.filter((other) => other >= from && other <= to).length >= most;
  });
}

/**
 * Returns the next `count` service days after a day, or fewer when the plan ends before. Leaves out days that would be
 * one visit too many. `visits` are the known visits on both sides of `after`, and `gone` the days whose visit was
 * permanently cancelled.
 */
export function nextServiceDays(
  timetable: PlanTimetable,
  after: DateKey,
  count: number,
  visits: readonly DateKey[] = [],
  gone: readonly DateKey[] = [],
): DateKey[] {
  const days: DateKey[] = [];
  const { heldUntil } = timetable;
  const start = heldUntil !== null && heldUntil > after ? heldUntil : after;
  // Every package is served weekly. Around a change of package, a week may pass without a visit.
  const last = addDays(start, 7 * (count + gone.length + 3));
  for (let day = addDays(after, 1); day <= last && days.length < count; day = addDays(day, 1)) {
    if (gone.includes(day) || !hasService(timetable, day)) continue;
    if (!isOneTooMany(timetable, day, [...visits, ...days])) days.push(day);
  }
  return days;
}

/** Returns the service days among the seven days after a day. */
export function serviceDaysOfWeek(timetable: PlanTimetable, after: DateKey): DateKey[] {
  return [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(after, ahead)).filter((day) => hasService(timetable, day));
}

/**
 * Returns the days of the first stops after a plan's service days have changed, one per weekday. `visits` are the stops
 * that stay. A day that would be one visit too many moves to a week later; the latest days are tried first, because
 * they leave the shortest gap.
 */
export function firstDaysAfterChange(timetable: PlanTimetable, today: DateKey, visits: readonly DateKey[]): DateKey[] {
  const days: DateKey[] = [];
  for (const day of serviceDaysOfWeek(timetable, today).toReversed()) {
    const first = isOneTooMany(timetable, day, [...visits, ...days]) ? addDays(day, 7) : day;
    if (hasService(timetable, first)) days.push(first);
  }
  return days.sort();
}
