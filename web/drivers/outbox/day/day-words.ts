import type { DriverSchedule } from '../../../../contract/drivers.ts';
import { addDays, type DateKey } from '../../../../contract/values/time/dates.ts';

const minuteMs = 60_000;
/** A clock that is off by less isn't mentioned. */
const toleratedMs = 10 * minuteMs;

/** Returns "This phone's clock is about 1 day ahead. …" if it is more than 10 minutes off, or null. */
export function clockOffText(aheadMs: number | null): string | null {
  if (aheadMs === null || Math.abs(aheadMs) <= toleratedMs) return null;
  return `This phone's clock is about ${spanText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}. Your route follows our clock.`;
}

const units: readonly (readonly [unit: string, unitMs: number, fromMs: number])[] = [
  ['day', 24 * 60 * minuteMs, 20 * 60 * minuteMs],
  ['hour', 60 * minuteMs, 50 * minuteMs],
  ['minute', minuteMs, 0],
];

function spanText(ms: number): string {
  const [unit, unitMs] = units.find(([, , fromMs]) => ms >= fromMs) ?? ['minute', minuteMs];
  const count = Math.round(ms / unitMs);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * Returns the dates that may be today: from the last day that the server named to the last one of the saved route, also
 * those without stops. Empty if the route has none of them.
 */
export function possibleDays(schedule: DriverSchedule, lastKnownDay: DateKey | null): DateKey[] {
  const saved = Object.keys(schedule)
    .filter((date) => lastKnownDay === null || date >= lastKnownDay)
    .toSorted();
  const [first, last] = [lastKnownDay ?? saved[0], saved.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days: DateKey[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns "1 stop" or "12 stops". */
export function stopCountText(count: number): string {
  return count === 1 ? '1 stop' : `${count} stops`;
}
