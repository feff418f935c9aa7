import { expect, it, test } from 'vitest';
import { bagsText, pickupStatuses } from '../../contract/pickups.ts';
import {
  curbAdvice,
  dayText,
  incompleteReasonText,
  instantDayText,
  isPayable,
  serviceTypeText,
} from './pickup-words.ts';

test('shows Today, Tomorrow or the date, with the year if it differs', () => {
  expect(dayText('2026-11-21', '2026-11-21')).toBe('Today');
  expect(dayText('2026-12-01', '2026-11-30')).toBe('Tomorrow');
  expect(dayText('2026-11-26', '2026-11-21')).toBe('Thu, Nov 26');
  expect(dayText('2026-11-22', '2026-11-21', 'long')).toBe('Tomorrow, November 22');
  expect(dayText('2026-11-26', '2026-11-21', 'long')).toBe('Thursday, November 26');
  expect(dayText('2025-12-31', '2026-01-02')).toBe('Wed, Dec 31, 2025');
});

test('takes the day in New York, not in UTC', () => {
  const now = new Date('2026-11-21T17:00:00Z');
  expect(instantDayText('2026-11-22T04:30:00.000Z', now, 'No date')).toBe('Today');
  expect(instantDayText('2026-11-22T14:00:00.000Z', now, 'No date')).toBe('Tomorrow');
  expect(instantDayText(null, now, 'No date')).toBe('No date');
});

test('shows a missing type as one-time', () => {
  expect(serviceTypeText('same-day')).toBe('Same-Day');
  expect(serviceTypeText(null)).toBe('One-Time');
});

test('counts bags', () => {
  expect([1, 8].map(bagsText)).toEqual(['1 bag', '8 bags']);
});

test('asks for the bags by 7 AM, or now after 7 AM on the day itself', () => {
  const sixThirty = new Date('2026-11-21T11:30:00Z');
  const noon = new Date('2026-11-21T17:00:00Z');
  expect(curbAdvice('2026-11-22', noon)).toBe('Put your bags at the curb by 7 AM.');
  expect(curbAdvice('2026-11-21', sixThirty)).toBe('Put your bags at the curb by 7 AM.');
  expect(curbAdvice('2026-11-21', noon)).toBe('Put your bags at the curb now.');
  expect(curbAdvice('2026-11-20', noon)).toBeNull();
});

it('shows the label of a known reason', () => {
  expect(incompleteReasonText('not-out')).toBe('Nothing was out');
  expect(incompleteReasonText('other')).toBe('Other');
});

it('shows an unknown reason as it is', () => {
  expect(incompleteReasonText('dog in the yard')).toBe('dog in the yard');
  expect(incompleteReasonText(null)).toBe('No reason given');
});

test('a pickup is payable if it is unpaid, not cancelled and not free', () => {
  const unpaid = { paymentStatus: 'pending', amount: '45.00' };
  expect(pickupStatuses.filter((status) => !isPayable({ ...unpaid, status }))).toEqual(['cancelled']);
  expect(isPayable({ ...unpaid, status: 'pending', paymentStatus: 'paid' })).toBe(false);
  expect(isPayable({ ...unpaid, status: 'pending', amount: '0.00' })).toBe(false);
});
