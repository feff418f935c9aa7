import type { Channel } from '../../contract/messages/messages.ts';
import { addDays, type DateKey, dateKeyOf, instantOf, wallTimeOf } from '../../contract/values/time/dates.ts';
import { reminderAt } from '../../contract/values/time/reminder-time.ts';

/** Pure rules for when messages may be sent. Times are New York's. */

const quietFrom = '21:00';
const quietUntil = '07:00';

/** Returns the first instant from `at` on that isn't in quiet hours: `at` itself, or the next 7 AM. */
export function afterQuietHours(at: Date): Date {
  const [day, time] = [dateKeyOf(at), wallTimeOf(at)];
  if (time >= quietFrom) return instantOf(addDays(day, 1), quietUntil);
  return time < quietUntil ? instantOf(day, quietUntil) : at;
}

/**
 * Returns when a message that is due `at` may be sent. Quiet hours hold every notification and text, because they ring,
 * and the emails that nobody is waiting for.
 */
export function leavesAt(channel: Channel, { isHeldAtNight }: { isHeldAtNight: boolean }, at: Date): Date {
  return channel === 'email' && !isHeldAtNight ? at : afterQuietHours(at);
}

/**
 * Returns the day whose reminders are sent now: tomorrow, from the time of the reminder until quiet hours begin; null
 * at other times.
 */
export function dayToRemindOf(now: Date): DateKey | null {
  const tomorrow = addDays(dateKeyOf(now), 1);
  return now >= reminderAt(tomorrow) && wallTimeOf(now) < quietFrom ? tomorrow : null;
}
