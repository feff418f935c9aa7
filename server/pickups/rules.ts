import { maxNoteLength, phoneDays } from '../../contract/drivers.ts';
import { type PickupStatus, undoSeconds } from '../../contract/pickups.ts';
import { checkBookingDay } from '../../contract/values/time/booking-dates.ts';
import { addDays, dateKeyOf, formatDateKey, instantOf, parseScheduledDate } from '../../contract/values/time/dates.ts';

export type BookingDate = { ok: true; instant: Date } | { ok: false; message: string };

/** Checks the date of a booking, in any of the forms that a client may send (parseScheduledDate). */
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

/** How late a request may arrive on a weak signal. A longer delay means that the phone's clock is off. */
const maxTransitMs = 60_000;

/**
 * When the driver pressed, by our clock: the phone's time, corrected by how far its clock was off when it sent the
 * request. Older phones don't send that time, so theirs is used unchanged.
 */
export function pressedByOurClock(pressedAt: Date | undefined, sentAt: Date | undefined, now: Date): Date | undefined {
  if (!pressedAt || !sentAt) return pressedAt;
  const offMs = now.getTime() - sentAt.getTime();
  if (Number.isNaN(offMs) || (offMs >= 0 && offMs <= maxTransitMs)) return pressedAt;
  return new Date(pressedAt.getTime() + offMs);
}

/**
 * Whether the driver pressed on a day before the stop's own: a dispatcher has moved the stop since, and what the driver found
 * doesn't apply to the new day. False for a phone that doesn't say when it sent: its clock may be wrong.
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
 * When a stop was done: when the driver pressed, if that is plausible. A phone's clock may be wrong, so an instant in
 * the future, before the stop's day, or long ago counts as now. This never refuses a completed stop.
 */
export function checkPressedAt(pressedAt: Date | undefined, scheduledDay: string | null, now: Date): Date {
  if (!pressedAt || Number.isNaN(pressedAt.getTime()) || pressedAt > now) return now;
  const oldest = addDays(dateKeyOf(now), -phoneDays);
  const earliest = scheduledDay !== null && scheduledDay > oldest ? scheduledDay : oldest;
  return pressedAt < instantOf(earliest, '00:00') ? now : pressedAt;
}

/** A longer time between two presses is a break, not the time of a stop. */
const longestStopMinutes = 120;

/**
 * A stop's `actualDuration`: the minutes from the driver's previous press on the same route and day to this one, the drive
 * included, at least 1. Null if it is unknown: the first press of the day, and a gap of more than two hours.
 */
export function minutesTaken(previous: Date | undefined, press: Date): number | null {
  if (!previous) return null;
  const minutes = Math.round((press.getTime() - previous.getTime()) / 60_000);
  return minutes > longestStopMinutes ? null : Math.max(1, minutes);
}

/** The ISO instant until which a resolved pickup can be undone; null for an open one. */
export function undoUntilOf({ resolvedAt }: { resolvedAt: Date | null }): string | null {
  return resolvedAt && new Date(resolvedAt.getTime() + undoSeconds * 1000).toISOString();
}

/** How long after completion a customer can rate a pickup, in days of 24 hours. */
const rateDays = 7;

/** The time in which a customer can rate a pickup: from `from` to just before `until`; null unless it is completed. */
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

/** Why a person can't undo a press now; null when they can. `at` is when they pressed Undo. */
export function undoProblemOf(
  { resolvedBy, resolvedAt }: { resolvedBy: string | null; resolvedAt: Date | null },
  actorId: string,
  at: Date,
): 'not_yours' | 'too_late' | null {
  if (resolvedBy === null || resolvedAt === null) return 'too_late';
  if (resolvedBy !== actorId) return 'not_yours';
  return at.getTime() - resolvedAt.getTime() < undoSeconds * 1000 ? null : 'too_late';
}

/** Whether a completed pickup can be reopened: until the end of the New York day of its completion. */
export function isReopenable({ completedAt }: { completedAt: Date | null }, now: Date): boolean {
  return completedAt !== null && dateKeyOf(completedAt) === dateKeyOf(now);
}

/** The driver's notes with another one added. When they are too long together, the earlier notes are shortened. */
export function addedNote(notes: string | null, note: string): string {
  const both = notes ? `${notes}\n${note}` : note;
  if (both.length <= maxNoteLength || !notes) return both;
  const room = maxNoteLength - note.length - '…\n'.length;
  // The cut may not leave half of a surrogate pair, which the database can't store.
  const start = notes.slice(0, Math.max(room, 0)).replace(/[\uD800-\uDBFF]$/, '');
  return start ? `${start}…\n${note}` : note;
}

/** The pickup's New York day in words. */
export function describeDay({ scheduledDate }: { scheduledDate: Date | null }): string {
  return scheduledDate ? formatDateKey(dateKeyOf(scheduledDate)) : 'a day to be set';
}

/** The `cancellationReason` of a pickup that the customer cancelled, and of a visit that the customer skipped. */
export const cancelledByCustomer = 'Cancelled by the customer';
export const skippedByCustomer = 'Skipped by the customer';
/** The same for a visit that the customer skipped after we had moved it. Its plan is credited. */
export const skippedAfterMove = 'Skipped by the customer after we moved it';
/** A visit on a day that couldn't be served. Its plan is credited. */
export const skippedByDispatch = 'Skipped by dispatch';

/** How a stop was taken away from its driver. */
export type Taken = 'reassigned' | 'unassigned' | 'rescheduled' | 'cancelled';

/**
 * How a stop that is or was a driver's was taken away; undefined while it is still the driver's to do. `wasRescheduled`: a
 * dispatcher has moved it, so a stop of a later day may have been done on its old day. `isNotDue`: the request was refused as
 * made before the stop's day.
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

/** "742 S 10th St was given to another driver." */
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
