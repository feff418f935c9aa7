import { addDays, type DateKey, instantOf } from './dates.ts';

/**
 * The New York time of the reminder, on the evening before a pickup. From then on, the pickup's promised window no
 * longer changes.
 */
const reminderTime = '17:00';

/** Returns when customers are reminded of their pickups of a day. */
export function reminderAt(day: DateKey): Date {
  return instantOf(addDays(day, -1), reminderTime);
}
