import { type ClosedDaysBody, maxClosedDays } from '../../../contract/routing/closed-days.ts';
import { addDays, type DateKey, weekdayOf } from '../../../contract/values/time/dates.ts';
import { durationText } from '../route-words.ts';

/** Pure functions for the form that moves the stops of closed days. */

export interface DayPair {
  readonly from: DateKey;
  readonly to: DateKey;
}

export type Choice = { readonly to: DateKey } | { readonly skip: true };

export interface MoveForm {
  readonly scope: 'all' | 'areas' | 'zips' | 'drivers';
  readonly areaIds: readonly string[];
  /** The ZIP codes as typed, with any separators. */
  readonly zips: string;
  readonly driverIds: readonly string[];
  readonly kind: 'all' | 'plan' | 'one-time';
  readonly days: readonly DayPair[];
  readonly reason: string;
}

export const emptyForm = (date: DateKey): MoveForm => ({
  ...{ scope: 'all', areaIds: [], zips: '', driverIds: [], kind: 'all', reason: '' },
  days: nextDay(date),
});

/** Returns the move of a day's stops to the next day. */
export function nextDay(date: DateKey): DayPair[] {
  return [{ from: date, to: addDays(date, 1) }];
}

/** Returns the moves of every day from the closed one through Saturday to the next day. A Sunday moves alone. */
export function slideWeek(date: DateKey): DayPair[] {
  const days = nextDay(date);
  let from = date;
  while (weekdayOf(date) !== 'sunday' && weekdayOf(from) !== 'saturday') {
    from = addDays(from, 1);
    days.push(...nextDay(from));
  }
  return days;
}

/** Adds the move of the day after the last one, up to `maxClosedDays`. */
export function withOneMore(days: readonly DayPair[]): readonly DayPair[] {
  const last = days.at(-1);
  return last && days.length < maxClosedDays ? [...days, ...nextDay(addDays(last.from, 1))] : days;
}

export const zipsOf = (text: string): string[] => text.match(/[^\s,;]+/g) ?? [];

/** Returns the form's error message; null if the form can be checked. */
export function problemOf(form: MoveForm, today: DateKey): string | null {
  if (form.scope === 'areas' && form.areaIds.length === 0) return 'Please choose an area.';
  if (form.scope === 'drivers' && form.driverIds.length === 0) return 'Please choose a driver.';
  if (form.scope === 'zips') {
    const zips = zipsOf(form.zips);
    if (zips.length === 0) return 'Please enter a ZIP code.';
    if (zips.some((zip) => !/^\d{5}$/.test(zip))) return 'Please enter ZIP codes of five digits.';
  }
  if (form.days.some(({ from, to }) => from === '' || to === '')) return 'Please choose every date.';
  if (new Set(form.days.map(({ from }) => from)).size < form.days.length) return 'Please choose each day once.';
  if (form.days.some(({ from, to }) => from === to)) return 'Please choose another day for the stops.';
  return form.days.some(({ from, to }) => from < today || to < today) ? 'Please choose today or later.' : null;
}

export function bodyOf(form: MoveForm, choices: ReadonlyMap<string, Choice>): ClosedDaysBody {
  const { scope, areaIds, zips, driverIds, kind, days, reason } = form;
  return {
    scope: {
      ...(scope === 'areas' && { areaIds: [...areaIds] }),
      ...(scope === 'zips' && { zipCodes: zipsOf(zips) }),
      ...(scope === 'drivers' && { driverIds: [...driverIds] }),
      ...(kind !== 'all' && { kind }),
    },
    days: [...days],
    choices: [...choices].map(([id, choice]) => ({ id, ...choice })),
    reason: reason.trim() || null,
  };
}

/** Returns "7 h 40 min, 30 min over the shift". */
export function hoursText({
  minutesAfter,
  overAfter,
  isOff,
}: {
  minutesAfter: number;
  overAfter: number;
  isOff: boolean;
}): string {
  const over = isOff ? 'day off' : overAfter > 0 ? `${durationText(overAfter)} over the shift` : 'within the shift';
  return `${durationText(minutesAfter)}, ${over}`;
}
