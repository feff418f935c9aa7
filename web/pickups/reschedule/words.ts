import { checkBookingDay } from '../../../contract/values/time/booking-dates.ts';
import { dateKeyOf, formatDateKey, instantOf, pickedDateTime } from '../../../contract/values/time/dates.ts';
import { timeText } from '../pickup-words.ts';

export interface NewDate {
  /** YYYY-MM-DD, or empty. */
  readonly day: string;
  /** HH:MM in New York. */
  readonly time: string;
  readonly reason: string;
  readonly shouldEmailCustomer: boolean;
}

export const initialDate: NewDate = { day: '', time: pickedDateTime, reason: '', shouldEmailCustomer: true };

export const dateRequired = 'Please select a new date for the pickup.';

/** Returns why the server would refuse the day; undefined for a valid day. */
export function dayErrorOf(day: string, now: Date): string | undefined {
  if (day === '') return dateRequired;
  const verdict = checkBookingDay(day, now, null);
  return verdict.ok ? undefined : verdict.message;
}

/** Returns the request body. Converts the New York wall time to a UTC timestamp in any browser time zone. */
export function rescheduleBody({ day, time, reason, shouldEmailCustomer }: NewDate) {
  return {
    newDate: instantOf(day, time || pickedDateTime).toISOString(),
    reason: reason.trim() || null,
    shouldEmailCustomer,
  };
}

export interface Rescheduled {
  readonly emailAttempted: boolean;
  readonly emailSent: boolean;
  /** `pickup.scheduledDate` or `subscription.nextPickupDate`. */
  readonly date: string | null;
}

export function mailNoticeOf({ emailAttempted, emailSent }: Pick<Rescheduled, 'emailAttempted' | 'emailSent'>): string {
  if (!emailAttempted) return 'Customer not notified.';
  return emailSent ? 'Customer notified by email.' : 'Email failed: domain verification needed.';
}

/**
 * Returns the toast's text: the new date, any stop of a twice-weekly plan that now comes first, and whether the
 * customer was notified.
 */
export function rescheduledText(sentDate: string, rescheduled: Rescheduled): string {
  const { date } = rescheduled;
  const sentences = [`New date: ${dateTimeText(sentDate)}.`];
  if (date && date < sentDate) sentences.push(`The next pickup is ${formatDateKey(dateKeyOf(new Date(date)))}.`);
  return [...sentences, mailNoticeOf(rescheduled)].join(' ');
}

/** "Fri, Nov 27, 9:00 AM" in New York. */
export function dateTimeText(instant: string): string {
  return `${formatDateKey(dateKeyOf(new Date(instant)))}, ${timeText(instant)}`;
}
