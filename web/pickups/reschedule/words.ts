import { checkBookingDay } from '../../../contract/values/booking-dates.ts';
import {
  dateKeyOf,
  formatDateKey,
  instantOf,
  pickedDateTime,
  serviceTimeZone,
} from '../../../contract/values/dates.ts';

/** What the Reschedule dialog sends, and how it tells what became of it (PICKUP-20). */

export interface NewDate {
  /** YYYY-MM-DD as the date input has it; empty for none. */
  readonly day: string;
  /** HH:MM in New York. */
  readonly time: string;
  readonly reason: string;
  readonly shouldEmailCustomer: boolean;
}

/** The date is chosen, the rest stands as it mostly should. */
export const untouchedDate: NewDate = { day: '', time: pickedDateTime, reason: '', shouldEmailCustomer: true };

export const dateRequired = 'Please select a new date for the pickup.';

/** What is wrong with the day; undefined for one that the server takes. */
export function complaintAbout(day: string, now: Date): string | undefined {
  if (day === '') return dateRequired;
  const verdict = checkBookingDay(day, now, null);
  return verdict.ok ? undefined : verdict.message;
}

/** The call's body: a New York wall time becomes a UTC timestamp, whatever zone the browser is in. */
export function rescheduleBody({ day, time, reason, shouldEmailCustomer }: NewDate) {
  return {
    newDate: instantOf(day, time || pickedDateTime).toISOString(),
    reason: reason.trim() || null,
    shouldEmailCustomer,
  };
}

export interface Answer {
  readonly emailAttempted: boolean;
  readonly emailSent: boolean;
  /** `pickup.scheduledDate` or `subscription.nextPickupDate`. */
  readonly date: string | null;
}

/** One of three: the customer was notified, the mail failed, or nobody wrote to the customer. */
export function mailNoticeOf({ emailAttempted, emailSent }: Pick<Answer, 'emailAttempted' | 'emailSent'>): string {
  if (!emailAttempted) return 'Customer not notified.';
  return emailSent ? 'Customer notified by email.' : 'Email failed: domain verification needed.';
}

/**
 * The new date and the notice. Of a plan with two days a week another stop may now be the next one; the date that was
 * asked for is told all the same.
 */
export function rescheduledText(sentDate: string, answer: Answer): string {
  const { date } = answer;
  const sentences = [`New date: ${momentText(sentDate)}.`];
  if (date && date < sentDate) sentences.push(`The next pickup is ${formatDateKey(dateKeyOf(new Date(date)))}.`);
  return [...sentences, mailNoticeOf(answer)].join(' ');
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceTimeZone,
  hour: 'numeric',
  minute: '2-digit',
});

/** "Fri, Nov 27, 9:00 AM" in New York. */
export function momentText(instant: string): string {
  const date = new Date(instant);
  return `${formatDateKey(dateKeyOf(date))}, ${timeFormat.format(date)}`;
}
