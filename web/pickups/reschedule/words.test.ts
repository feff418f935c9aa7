import { describe, expect, it } from 'vitest';
import { dateTimeText, dayErrorOf, initialDate, mailNoticeOf, rescheduleBody, rescheduledText } from './words.ts';

/** Replaces special spaces, because newer browsers put a narrow one between the time and AM or PM. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('rescheduleBody', () => {
  it('sends New York wall time as UTC, before and after the clocks change', () => {
    expect(rescheduleBody({ ...initialDate, day: '2026-10-31' }).newDate).toBe('2026-10-31T13:00:00.000Z');
    expect(rescheduleBody({ ...initialDate, day: '2026-11-01' }).newDate).toBe('2026-11-01T14:00:00.000Z');
    expect(rescheduleBody({ ...initialDate, day: '2026-11-27', time: '23:30' }).newDate).toBe(
      '2026-11-28T04:30:00.000Z',
    );
  });

  it('defaults to 09:00 and to no reason', () => {
    expect(rescheduleBody({ ...initialDate, day: '2026-11-27', time: '', reason: '  ' })).toEqual({
      newDate: '2026-11-27T14:00:00.000Z',
      reason: null,
      shouldEmailCustomer: true,
    });
    expect(
      rescheduleBody({ ...initialDate, day: '2026-11-27', reason: ' Snow ', shouldEmailCustomer: false }),
    ).toMatchObject({ reason: 'Snow', shouldEmailCustomer: false });
  });
});

describe('dayErrorOf', () => {
  // 10:30 PM of the 21st in New York, but the 22nd in UTC.
  const now = new Date('2026-11-22T03:30:00.000Z');

  it('requires a date from today to one year ahead', () => {
    expect(dayErrorOf('', now)).toBe('Please select a new date for the pickup.');
    expect(dayErrorOf('2026-11-20', now)).toBe('Please select a future date.');
    expect(dayErrorOf('2027-11-22', now)).toBe('Please select a date within a year.');
    expect(dayErrorOf('2026-11-21', now)).toBeUndefined();
  });
});

describe('the confirmation', () => {
  it('says whether the customer was notified', () => {
    expect(mailNoticeOf({ emailAttempted: true, emailSent: true })).toBe('Customer notified by email.');
    expect(mailNoticeOf({ emailAttempted: true, emailSent: false })).toBe('Email failed: domain verification needed.');
    expect(mailNoticeOf({ emailAttempted: false, emailSent: false })).toBe('Customer not notified.');
  });

  it('shows the new date in New York', () => {
    expect(plain(dateTimeText('2026-11-28T04:30:00.000Z'))).toBe('Fri, Nov 27, 11:30 PM');
    const date = '2026-11-27T14:00:00.000Z';
    expect(plain(rescheduledText(date, { date, emailAttempted: true, emailSent: true }))).toBe(
      'New date: Fri, Nov 27, 9:00 AM. Customer notified by email.',
    );
  });

  it("names the requested date and the plan's stop that now comes first", () => {
    const rescheduled = { date: '2026-11-26T14:00:00.000Z', emailAttempted: false, emailSent: false };
    expect(plain(rescheduledText('2026-11-27T14:00:00.000Z', rescheduled))).toBe(
      'New date: Fri, Nov 27, 9:00 AM. The next pickup is Thu, Nov 26. Customer not notified.',
    );
  });
});
