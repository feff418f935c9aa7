import { addDays, type DateKey, dateKeyOf, instantOf, pickedDateTime, weekdayOf } from '../time/dates.ts';

/**
 * On which days a plan is served: its weekdays, a hold, its end, and a package that begins with the next billing month. The
 * server makes stops by it, and every preview names dates by it. Pure: facts come in.
 */

/** The weekdays of a plan on the days before `until`. */
export interface EarlierDays {
  readonly until: DateKey;
  readonly pickupDays: readonly string[];
}

export interface PlanTimetable {
  /** The weekdays of the present package. */
  readonly pickupDays: readonly string[];
  /** The weekdays before they changed, oldest first. */
  readonly earlier: readonly EarlierDays[];
  /** The first held day; null without a hold. */
  readonly holdFrom: DateKey | null;
  /** The first day of service after the hold. */
  readonly heldUntil: DateKey | null;
  /** No visit is made at or after this instant; null for a plan that goes on. */
  readonly endsAt: Date | null;
  /** The weekdays of the package that begins at `from`. */
  readonly pending: { readonly pickupDays: readonly string[]; readonly from: Date } | null;
}

/** The instant of a day's visit (09:00). It decides which package and which billing month the visit belongs to. */
export function visitTimeOf(day: DateKey): Date {
  return instantOf(day, pickedDateTime);
}

/** The first day whose visit would be at or after an instant. */
export function firstDayFrom(instant: Date): DateKey {
  const day = dateKeyOf(instant);
  return visitTimeOf(day) >= instant ? day : addDays(day, 1);
}

/** Whether a visit on the day belongs to the package that begins later. */
export function isOfPending({ pending }: Pick<PlanTimetable, 'pending'>, day: DateKey): boolean {
  return pending !== null && visitTimeOf(day) >= pending.from;
}

/** The weekdays that are valid on the day. */
export function serviceDaysOn(timetable: PlanTimetable, day: DateKey): readonly string[] {
  if (timetable.pending && isOfPending(timetable, day)) return timetable.pending.pickupDays;
  return timetable.earlier.find(({ until }) => day < until)?.pickupDays ?? timetable.pickupDays;
}

export function isHeld({ holdFrom, heldUntil }: PlanTimetable, day: DateKey): boolean {
  return holdFrom !== null && heldUntil !== null && day >= holdFrom && day < heldUntil;
}

/** The days of a hold, from one day to another, on which the plan would be served without it. */
export function heldServiceDays(timetable: PlanTimetable, from: DateKey, to: DateKey): DateKey[] {
  const unheld = { ...timetable, holdFrom: null, heldUntil: null };
  const days: DateKey[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isHeld(timetable, day) && hasService(unheld, day)) days.push(day);
  }
  return days;
}

/** Whether a visit on the day would be at or after the plan's end. */
export function isAfterEnd({ endsAt }: PlanTimetable, day: DateKey): boolean {
  return endsAt !== null && visitTimeOf(day) >= endsAt;
}

/** Whether the day is a service day: of the package valid on it, not held, and before the plan's end. */
export function hasService(timetable: PlanTimetable, day: DateKey): boolean {
  const isServiceDay = serviceDaysOn(timetable, day).includes(weekdayOf(day));
  return isServiceDay && !isHeld(timetable, day) && !isAfterEnd(timetable, day);
}

/**
 * Whether a stop on this day would be one visit too many: no seven days have more visits than the plan has service days, or the
 * larger of two packages where they meet. `otherVisits` are the plan's visits from six days before to six days after, also held
 * ones.
 */
export function isOneTooMany(timetable: PlanTimetable, day: DateKey, otherVisits: readonly DateKey[]): boolean {
  const others = [...new Set(otherVisits)].filter((other) => other !== day);
  return [-6, -5, -4, -3, -2, -1, 0].some((offset) => {
    const from = addDays(day, offset);
    const to = addDays(from, 6);
    const most = Math.max(serviceDaysOn(timetable, from).length, serviceDaysOn(timetable, to).length);
    return others.filter((other) => other >= from && other <= to).length >= most;
  });
}

/**
 * The next `count` service days after a day, fewer when the plan ends before. Days that would be one visit too many are left out;
 * `visits` are those that are known on either side of `after`, and `gone` the days whose visit was cancelled for good.
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

/** The service days of the seven days after a day. */
export function serviceDaysOfWeek(timetable: PlanTimetable, after: DateKey): DateKey[] {
  return [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(after, ahead)).filter((day) => hasService(timetable, day));
}

/**
 * The first stops of a plan whose service days have changed, one per weekday. `visits` are its stops that stay. A day that would
 * be one visit too many gives way to the one a week later; the latest days are taken first, because they leave the shortest gap.
 */
export function firstDaysAfterChange(timetable: PlanTimetable, today: DateKey, visits: readonly DateKey[]): DateKey[] {
  const days: DateKey[] = [];
  for (const day of serviceDaysOfWeek(timetable, today).toReversed()) {
    const first = isOneTooMany(timetable, day, [...visits, ...days]) ? addDays(day, 7) : day;
    if (hasService(timetable, first)) days.push(first);
  }
  return days.sort();
}
