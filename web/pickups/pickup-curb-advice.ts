import { type DateKey, dateKeyOf, wallTimeOf } from '../../contract/values/dates.ts';

const curbTime = '07:00';

/** When the bags of a pickup have to stand at the curb: by 7 AM of its day, or now. Null for a day that is past. */
export function curbAdvice(day: DateKey, now: Date): string | null {
  const today = dateKeyOf(now);
  if (day < today) return null;
  const isPastSeven = day === today && wallTimeOf(now) >= curbTime;
  return isPastSeven ? 'Put your bags at the curb now.' : 'Put your bags at the curb by 7 AM.';
}
