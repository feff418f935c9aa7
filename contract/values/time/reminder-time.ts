import { addDays, type DateKey, instantOf } from './dates.ts';

/** The New York time of the evening's reminder, on the day before a pickup. From then on its promised window stays. */
const reminderTime = '17:00';

/** When customers are reminded of their pickups of a day. */
export function reminderAt(day: DateKey): Date {
  return instantOf(addDays(day, -1), reminderTime);
}
