import { phoneDays } from '../../contract/drivers.ts';
import { checkBookingDay } from '../../contract/values/booking-dates.ts';
import { addDays, dateKeyOf, instantOf, parseScheduledDate } from '../../contract/values/dates.ts';

export type BookingDate = { ok: true; instant: Date } | { ok: false; message: string };

/** Judges the date that a booking asks for, in any of the forms that a client may send (parseScheduledDate). */
export function checkBookingDate(text: string, now: Date, cutoff: string | null): BookingDate {
  const instant = parseScheduledDate(text);
  if (!instant) return { ok: false, message: 'Please select a date.' };
  const verdict = checkBookingDay(dateKeyOf(instant), now, cutoff);
  return verdict.ok ? { ok: true, instant } : verdict;
}

/** Judges the date that a pickup is moved to: today or later, within a year (PICKUP-20). */
export function checkNewDate(text: string, now: Date): BookingDate {
  const verdict = checkBookingDate(text, now, null);
  return verdict.ok || verdict.message !== 'Please select a date.'
    ? verdict
    : { ok: false, message: 'Please select a new date for the pickup.' };
}

/** So much later than it was sent a call may arrive on a weak signal; more is the phone's clock. */
const underWayMs = 60_000;

/**
 * When the driver pressed, by our clock: the phone's own time, moved by as much as the phone's clock was off when it sent. Older phones
 * do not say when they sent, and are taken at their word.
 */
export function pressedByOurClock(pressedAt: Date | undefined, sentAt: Date | undefined, now: Date): Date | undefined {
  if (!pressedAt || !sentAt) return pressedAt;
  const offMs = now.getTime() - sentAt.getTime();
  if (Number.isNaN(offMs) || (offMs >= 0 && offMs <= underWayMs)) return pressedAt;
  return new Date(pressedAt.getTime() + offMs);
}

/**
 * Whether the driver pressed on a day before the stop's own: the dispatcher has given it another date since, and what was found then
 * says nothing of that one. A phone that does not say when it sent may merely have a wrong clock.
 */
export function wasPressedBeforeItsDay(
  { pressedAt, sentAt }: { pressedAt?: Date | undefined; sentAt?: Date | undefined },
  scheduledDay: string,
  now: Date,
): boolean {
  if (!sentAt || Number.isNaN(sentAt.getTime())) return false;
  const at = pressedByOurClock(pressedAt, sentAt, now);
  return at !== undefined && at < instantOf(scheduledDay, '00:00');
}

/**
 * When a stop was done: when the driver pressed, if that can be. A phone's clock may be wrong, so an instant that has not come
 * yet, lies before the stop's own day or long ago counts as now; it never refuses what was done.
 */
export function checkPressedAt(pressedAt: Date | undefined, scheduledDay: string | null, now: Date): Date {
  if (!pressedAt || Number.isNaN(pressedAt.getTime()) || pressedAt > now) return now;
  const oldest = addDays(dateKeyOf(now), -phoneDays);
  const earliest = scheduledDay !== null && scheduledDay > oldest ? scheduledDay : oldest;
  return pressedAt < instantOf(earliest, '00:00') ? now : pressedAt;
}
