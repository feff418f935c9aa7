import type { DriverTruck, DriverTruckBody } from '../../../contract/routing/trucks.ts';
import { clockText } from '../../../contract/values/time/dates.ts';

/** Pure rules for drivers' trucks. */

/** Returns what is wrong with a pause, by field; null if it is valid or there is none. */
export function whyWrongPause(pause: DriverTruckBody['pause']): { 'pause.until': string } | null {
  if (pause === null || pause.from < pause.until) return null;
  return { 'pause.until': 'The latest time must be after the earliest.' };
}

/** Returns "30 minutes between 11:00 AM and 1:00 PM", or "none". */
export function pauseText(pause: DriverTruck['pause']): string {
  return pause ? `${pause.minutes} minutes between ${clockText(pause.from)} and ${clockText(pause.until)}` : 'none';
}

/** Returns the changes of a truck as text for the trail, by field. */
export function describeTruckChange(before: DriverTruck, after: DriverTruck): Record<string, string> {
  const texts = ({ isOwn, capacityBags, start, end, pause }: DriverTruck) => ({
    bags: `${capacityBags}${isOwn ? '' : ' (settings)'}`,
    start: start.address ?? 'the settings',
    end: end.address ?? 'the settings',
    pause: pauseText(pause),
  });
  const [old, now] = [texts(before), texts(after)];
  const fields = Object.keys(now) as (keyof typeof now)[];
  return Object.fromEntries(
    fields.filter((field) => old[field] !== now[field]).map((field) => [field, `${old[field]} to ${now[field]}`]),
  );
}
