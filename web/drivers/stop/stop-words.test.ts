import { describe, expect, it } from 'vitest';
import { timeText } from '../../pickups/pickup-words.ts';
import {
  customerNameOf,
  morePickupsText,
  parseCount,
  paymentTextOf,
  scheduledTextOf,
  serviceTextOf,
} from './stop-words.ts';

describe('customerNameOf', () => {
  const nameOf = (customerFirstName: string | null, customerLastName: string | null, customerName: string | null) =>
    customerNameOf({ customerFirstName, customerLastName, customerName });

  it('prefers first and last name, then a single name, then Customer', () => {
    expect(nameOf('Dana', 'Whitaker', 'dana_w')).toBe('Dana Whitaker');
    expect(nameOf('Dana', null, 'dana_w')).toBe('dana_w');
    expect(nameOf(null, null, 'dana_w')).toBe('dana_w');
    expect(nameOf('Dana', '', null)).toBe('Dana');
    expect(nameOf(null, 'Whitaker', ' ')).toBe('Whitaker');
    expect(nameOf(' ', null, '')).toBe('Customer');
  });
});

describe('texts about a stop', () => {
  it('shows times and days of New York', () => {
    expect(timeText('2026-11-21T14:20:00.000Z')).toMatch(/^9:20\sAM$/);
    expect(scheduledTextOf('2026-11-22T02:00:00.000Z', '2026-11-21')).toBe('Today');
    expect(scheduledTextOf('2026-11-19T14:00:00.000Z', '2026-11-21')).toBe('Thu, Nov 19');
    expect(scheduledTextOf(null, '2026-11-21')).toBe('Today');
  });

  it('uses the plural also for one more pickup', () => {
    expect([morePickupsText(1), morePickupsText(12)]).toEqual(['+ 1 more pickups', '+ 12 more pickups']);
  });

  it('names services and payments', () => {
    expect(['subscription', 'same-day', 'one-time', undefined].map(serviceTextOf)).toEqual([
      'Subscription',
      'Same-Day',
      'One-time pickup',
      'One-time pickup',
    ]);
    expect(['paid', 'pending', 'refunded'].map(paymentTextOf)).toEqual(['Paid', 'Unpaid', 'Refunded']);
  });
});

it('reads the count that was typed', () => {
  expect(['0', ' 12 ', '999', '', '1.5', '-1', '1000'].map(parseCount)).toEqual([
    ...[0, 12, 999],
    ...[undefined, undefined, undefined, undefined],
  ]);
});
