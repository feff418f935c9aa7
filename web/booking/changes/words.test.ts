import { describe, expect, test } from 'vitest';
import type { ChangeOptionsView } from '../../../contract/booking/changes.ts';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { consequenceOf, dayProblemOf, deadlineOf, isConflict } from './words.ts';

const open: ChangeOptionsView = {
  ...{ phase: 'open', canMove: true, canCancel: true, refundPercent: 100, until: '2026-11-22T23:00:00.000Z' },
  ...{
    isPlanStop: false,
    isSkipCredited: false,
    paid: '45.00',
    refunded: '0.00',
    refund: '45.00',
    days: ['2026-11-24', '2026-11-25'],
  },
  ...{ whyNoMove: null, whyNoCancel: null, terms: { cutoff: '18:00', lateRefundPercent: 50 } },
};
const late: ChangeOptionsView = {
  ...{ ...open, phase: 'late', refundPercent: 50, refund: '22.50', until: '2026-11-23T12:00:00.000Z' },
};
const unpaid: ChangeOptionsView = { ...open, paid: null, refund: '0.00' };
const visit: ChangeOptionsView = { ...unpaid, isPlanStop: true };

describe('the consequence of a cancellation', () => {
  test('is the exact refund', () => {
    expect(consequenceOf(open)).toBe('$45.00 will be refunded to your card.');
    expect(consequenceOf(late)).toBe(
      '$22.50 will be refunded to your card. Free cancellation has ended, so 50% of the price is refunded.',
    );
    expect(consequenceOf({ ...late, refund: '12.50', refunded: '10.00' })).toBe(
      '$12.50 will be refunded to your card. Free cancellation has ended, so 50% of the price is refunded, minus what was already refunded.',
    );
    const none = { refund: '0.00', refundPercent: 0 };
    expect(consequenceOf({ ...late, ...none })).toBe('Free cancellation has ended, so nothing is refunded.');
    expect(consequenceOf({ ...late, refund: '0.00', refunded: '30.00' })).toBe(
      'Nothing more will be refunded. $30.00 was already refunded.',
    );
  });

  test('names no money for an unpaid pickup and for a visit', () => {
    expect(consequenceOf(unpaid)).toBe("You haven't paid for this pickup, so there's nothing to refund.");
    expect(consequenceOf(visit)).toContain("A skipped visit isn't refunded.");
  });
});

test('the deadline is named where it matters', () => {
  expect(deadlineOf(open)).toBe('Full refund until 6:00 PM on Sun, Nov 22.');
  expect(deadlineOf(late)).toBe("You can cancel until 7:00 AM on Mon, Nov 23, or until your driver's route starts.");
  expect(deadlineOf(visit)).toBe('You can skip it until 6:00 PM on Sun, Nov 22.');
  expect(deadlineOf(unpaid)).toBeNull();
  expect(deadlineOf({ ...open, until: null })).toBeNull();
});

test('a day must be one of those that are open', () => {
  expect(dayProblemOf('2026-11-25', open)).toBeNull();
  expect(dayProblemOf('', open)).toBe('Please choose a day.');
  expect(dayProblemOf('2026-11-23', open)).toBe('Please choose Tue, Nov 24 or later.');
  expect(dayProblemOf('2026-11-26', open)).toBe('Please choose another day.');
  expect(dayProblemOf('2026-11-23', visit)).toBe('Please choose another day.');
  expect(dayProblemOf('2026-11-23', { ...open, days: [] })).toBe('Please choose another day.');
});

test('only a 409 or a 404 is a conflict', () => {
  expect(isConflict(new ApiError(409, 'Conflict', '{"message":"The truck is on its way."}'))).toBe(true);
  expect(isConflict(new ApiError(500, 'Error', '<html>'))).toBe(false);
  expect(isConflict(new NetworkError('off'))).toBe(false);
});
