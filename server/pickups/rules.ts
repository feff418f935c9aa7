import { maxNoteLength, phoneDays } from '../../contract/drivers.ts';
import { type PickupStatus, undoSeconds } from '../../contract/pickups.ts';
import { checkBookingDay } from '../../contract/values/time/booking-dates.ts';
import { addDays, dateKeyOf, formatDateKey, instantOf, parseScheduledDate } from '../../contract/values/time/dates.ts';

export type BookingDate = { ok: true; instant: Date } | { ok: false; message: string };

/** Checks a booking's date, in any form that `parseScheduledDate` reads. `cutoff` ends today's bookings (HH:MM). */
export function checkBookingDate(text: string, now: Date, cutoff: string | null): BookingDate {
  const instant = parseScheduledDate(text);
  if (!instant) return { ok: false, message: 'Please select a date.' };
  const verdict = checkBookingDay(dateKeyOf(instant), now, cutoff);
  return verdict.ok ? { ok: true, instant } : verdict;
}

/** Checks the date that a pickup is rescheduled to: today or later, within a year. */
export function checkNewDate(text: string, now: Date): BookingDate {
  const verdict = checkBookingDate(text, now, null);
  return verdict.ok || verdict.message !== 'Please select a date.'
    ? verdict
    : { ok: false, message: 'Please select a new date for the pickup.' };
}

/** The longest delay of a request on a weak signal. A longer delay means that the phone's clock is off. */
const maxTransitMs = 60_000;

/**
 * Returns when the driver pressed, by our clock: the phone's time, corrected by the error of its clock when it sent the
 * request. Without `sentAt`, the time is used unchanged.
 */
export function pressedByOurClock(pressedAt: Date | undefined, sentAt: Date | undefined, now: Date): Date | undefined {
  if (!pressedAt || !sentAt) return pressedAt;
  const offMs = now.getTime() - sentAt.getTime();
  if (Number.isNaN(offMs) || (offMs >= 0 && offMs <= maxTransitMs)) return pressedAt;
  return new Date(pressedAt.getTime() + offMs);
}

/**
 * Returns whether the driver pressed before the stop's day. Then the stop has been moved since, and what the driver
 * found doesn't count for the new day. False without `sentAt`, because the phone's clock may be wrong.
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
 * Returns when a stop was done: the time of the driver's press, if it is plausible. A phone's clock may be wrong, so an
 * instant in the future, before the stop's day, or more than `phoneDays` ago counts as now. No press is refused.
 */
export function checkPressedAt(pressedAt: Date | undefined, scheduledDay: string | null, now: Date): Date {
  if (!pressedAt || Number.isNaN(pressedAt.getTime()) || pressedAt > now) return now;
  const oldest = addDays(dateKeyOf(now), -phoneDays);
  const earliest = scheduledDay !== null && scheduledDay > oldest ? scheduledDay : oldest;
  return pressedAt < instantOf(earliest, '00:00') ? now : pressedAt;
}

/** A longer time between two presses is a break, not work at a stop. */
const longestStopMinutes = 120;

/**
 * Returns a stop's `actualDuration`: the minutes from the driver's previous press on the same route and day to this
 * one, including the drive; at least 1. Null for the first press of the day and after a gap of more than two hours.
 */
export function minutesTaken(previous: Date | undefined, press: Date): number | null {
  if (!previous) return null;
  const minutes = Math.round((press.getTime() - previous.getTime()) / 60_000);
  return minutes > longestStopMinutes ? null : Math.max(1, minutes);
}

/** Returns the ISO instant until which a resolved pickup can be undone; null for an open pickup. */
export function undoUntilOf({ resolvedAt }: { resolvedAt: Date | null }): string | null {
  return resolvedAt && new Date(resolvedAt.getTime() + undoSeconds * 1000).toISOString();
}

/** A customer can rate a pickup for this many days of 24 hours after its completion. */
const rateDays = 7;

/** Returns when a customer can rate a pickup: from `from` to just before `until`; null unless it is completed. */
export function ratingWindowOf({
  status,
  completedAt,
  resolvedAt,
}: {
  status: PickupStatus;
  completedAt: Date | null;
  resolvedAt: Date | null;
}): { from: Date; until: Date } | null {
  if (status !== 'completed' || completedAt === null) return null;
  return {
    from: new Date((resolvedAt ?? completedAt).getTime() + undoSeconds * 1000),
    until: new Date(completedAt.getTime() + rateDays * 24 * 3600 * 1000),
  };
}

/** Returns why a person can't undo a press; null when they can. `at` is when they pressed Undo. */
export function undoProblemOf(
  { resolvedBy, resolvedAt }: { resolvedBy: string | null; resolvedAt: Date | null },
  actorId: string,
  at: Date,
): 'not_yours' | 'too_late' | null {
  if (resolvedBy === null || resolvedAt === null) return 'too_late';
  if (resolvedBy !== actorId) return 'not_yours';
  return at.getTime() - resolvedAt.getTime() < undoSeconds * 1000 ? null : 'too_late';
}

/** Returns whether a completed pickup can be reopened: until the end of the New York day of its completion. */
export function isReopenable({ completedAt }: { completedAt: Date | null }, now: Date): boolean {
  return completedAt !== null && dateKeyOf(completedAt) === dateKeyOf(now);
}

/** Returns the driver's notes with a note added. If both are too long together, the earlier notes are shortened. */
export function addedNote(notes: string | null, note: string): string {
  const both = notes ? `${notes}\n${note}` : note;
  if (both.length <= maxNoteLength || !notes) return both;
  const room = maxNoteLength - note.length - '…\n'.length;
  // Cutting must not leave half of a surrogate pair, because the database can't store it.
  const start = notes.slice(0, Math.max(room, 0)).replace(/[\uD800-\uDBFF]$/, '');
  return start ? `${start}…\n${note}` : note;
}

/** Returns the pickup's New York day in words. */
export function describeDay({ scheduledDate }: { scheduledDate: Date | null }): string {
  return scheduledDate ? formatDateKey(dateKeyOf(scheduledDate)) : 'a day to be set';
}

/** The `cancellationReason` of a pickup that the customer cancelled. */
export const cancelledByCustomer = 'Cancelled by the customer';
/** The `cancellationReason` of a visit that the customer skipped. */
export const skippedByCustomer = 'Skipped by the customer';
/** The `cancellationReason` of a visit that the customer skipped after we had moved it. Its plan is credited. */
export const skippedAfterMove = 'Skipped by the customer after we moved it';
/** The `cancellationReason` of a visit on a day that couldn't be served. Its plan is credited. */
export const skippedByDispatch = 'Skipped by dispatch';

/** The ways in which a stop is taken away from its driver. */
export type Taken = 'reassigned' | 'unassigned' | 'rescheduled' | 'cancelled';

/**
 * Returns how a stop was taken away from a driver who has or had it; undefined while the stop is still the driver's to
 * do. `wasRescheduled`: the stop was moved, so a stop of a later day may have been done on its old day. `isNotDue`: the
 * request was refused because the driver pressed before the stop's day.
 */
export function whyTaken(
  stop: { status: PickupStatus; driverId: string | null; scheduledDay: string | null; wasRescheduled: boolean },
  driverId: string,
  { today, isNotDue }: { today: string; isNotDue: boolean },
): Taken | undefined {
  if (stop.status === 'cancelled') return 'cancelled';
  if (stop.driverId === null) return 'unassigned';
  if (stop.driverId !== driverId) return 'reassigned';
  const isLater = stop.status === 'assigned' && (isNotDue || (stop.scheduledDay ?? '') > today);
  return isLater && stop.wasRescheduled ? 'rescheduled' : undefined;
}

/** Returns a sentence for the driver, such as "742 S 10th St was given to another driver." */
export function takenText({ address, scheduledDay }: { address: string; scheduledDay: string | null }, taken: Taken) {
  const [beforeComma = ''] = address.split(',');
  const street = beforeComma.trim() || 'This stop';
  switch (taken) {
    case 'reassigned':
      return `${street} was given to another driver.`;
    case 'unassigned':
      return `${street} was taken off your route.`;
    case 'cancelled':
      return `${street} was cancelled.`;
    case 'rescheduled':
      return `${street} was moved to ${scheduledDay ? formatDateKey(scheduledDay) : 'another day'}.`;
  }
}
