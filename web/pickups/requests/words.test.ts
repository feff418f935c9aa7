import { describe, expect, it } from 'vitest';
import { driverLabelOf } from '../driver-label.ts';
import { refundTextOf } from '../refund-text.ts';
import {
  createdTextOf,
  emptyTextOf,
  paymentStateOf,
  priceHintOf,
  scheduleOf,
  shortIdOf,
  shownTextOf,
} from './words.ts';

describe('request texts', () => {
  it('shortens an id', () => expect(shortIdOf('01a1fdf9-2b6e-7cc1-9d01-5f0e3f2a91bc')).toBe('#3f2a91bc'));

  it('hint at the revenue of urgent types only', () => {
    expect(['same-day', 'next-day', 'one-time'].map(priceHintOf)).toEqual(['$25-65', '$15-50', null]);
  });

  it('show the payment status and what a cancellation refunds', () => {
    expect(['paid', 'pending', 'refunded'].map((status) => paymentStateOf(status).label)).toEqual([
      'Paid',
      'Unpaid',
      'Refunded',
    ]);
    const request = { paymentStatus: 'paid', amount: '45.00', customerUsername: 'dana_w' };
    expect(refundTextOf(request)).toBe('$45.00 will be refunded to dana_w.');
    expect(refundTextOf({ ...request, customerName: 'Dana Whitfield' })).toBe(
      '$45.00 will be refunded to Dana Whitfield.',
    );
    expect(refundTextOf({ ...request, customerUsername: null })).toBe('$45.00 will be refunded to the customer.');
    expect(refundTextOf({ ...request, paymentStatus: 'pending' })).toBe('There is no payment to refund.');
    expect(refundTextOf({ ...request, paymentStatus: 'refunded' })).toBe('There is no payment to refund.');
    expect(refundTextOf(request, { left: '35.00', isDisputed: false })).toBe('$35.00 will be refunded to dana_w.');
    expect(refundTextOf(request, { left: '0.00', isDisputed: false })).toBe('The payment has already been refunded.');
    expect(refundTextOf(request, { left: '45.00', isDisputed: true })).toBe(
      'The payment is disputed. The bank decides who gets the money, so nothing is refunded now.',
    );
  });

  it('show the creation time in New York', () => {
    expect(createdTextOf('2026-11-21T02:12:00.000Z')).toMatch(/^Nov 20, 9:12\sPM$/);
  });

  it('tell drivers of the same name apart', () => {
    expect(driverLabelOf({ firstName: 'Marcus', lastName: 'Hill', username: 'marcus' })).toBe('Marcus Hill (marcus)');
    expect(driverLabelOf({ firstName: null, lastName: 'Hill', username: 'marcus' })).toBe('Hill (marcus)');
    expect(driverLabelOf({ firstName: null, lastName: null, username: 'marcus' })).toBe('marcus');
  });

  it('show what part of the list is shown', () => {
    expect(shownTextOf(1, 1, '1')).toBe('1 request');
    expect(shownTextOf(10, 1, '10')).toBe('10 requests');
    expect(shownTextOf(10, 1, '43')).toBe('1–10 of 43 requests');
    expect(shownTextOf(10, 2, '142')).toBe('11–20 of 142 requests');
    expect(shownTextOf(3, 5, '43')).toBe('41–43 of 43 requests');
    expect(shownTextOf(10, 1, '10,000+')).toBe('1–10 of 10,000+ requests');
  });

  it('describe an empty list', () => {
    expect(emptyTextOf('all')).toBe('Package requests will appear here');
    expect(emptyTextOf('completed')).toBe('No completed requests pending');
    expect(emptyTextOf('issue')).toBe('No issue requests pending');
    expect(emptyTextOf('incomplete')).toBe('No incomplete requests pending');
    expect(emptyTextOf('cancelled')).toBe('No cancelled requests');
  });
});

describe('scheduleOf', () => {
  const today = '2026-11-21';
  const at = (scheduledDate: string | null, status: 'pending' | 'completed' | 'cancelled' = 'pending') =>
    scheduleOf({ scheduledDate, status }, today);

  it('compares New York dates, not instants', () => {
    expect(at('2026-11-22T02:00:00.000Z')).toEqual({ text: 'Today', isOverdue: false });
    expect(at('2026-11-22T14:00:00.000Z')).toEqual({ text: 'Tomorrow', isOverdue: false });
    expect(at('2026-11-20T14:00:00.000Z')).toEqual({ text: 'Fri, Nov 20', isOverdue: true });
  });

  it('never calls a completed, cancelled or undated request overdue', () => {
    expect(at('2026-11-20T14:00:00.000Z', 'completed').isOverdue).toBe(false);
    expect(at('2026-11-20T14:00:00.000Z', 'cancelled').isOverdue).toBe(false);
    expect(at(null)).toEqual({ text: 'No date', isOverdue: false });
  });
});
