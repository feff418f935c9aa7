import { expect, test } from 'vitest';
import type { PaidPickup } from '../../contract/booking/pickup-page.ts';
import { type Pickup, pickupStatuses } from '../../contract/pickups.ts';
import { eveningDayOf } from '../../contract/values/time/missed-window.ts';
import { mayBeOverdue, statusSentence, wasMissed } from './status-sentence.ts';

const noon = new Date('2026-11-20T17:00:00Z');
const base = {
  ...{ id: 'reported', status: 'pending', paymentStatus: 'paid', amount: '45.00', serviceType: 'one-time' },
  ...{ scheduledDate: '2026-11-24T14:00:00.000Z', completedAt: null, incompleteReason: null, cancellationReason: null },
} as Pickup;
const say = (change: Partial<Pickup>, known = {}) => statusSentence({ ...base, ...change }, noon, known);
const paid = (refunds: Partial<PaidPickup['refunds'][number]>[] = [], isDisputed = false) => ({
  payment: {
    ...{ amount: '45.00', paidAt: '', paidWith: null, receiptId: '', isDisputed },
    refunds: refunds.map((refund) => ({
      amount: '45.00',
      at: '',
      isPending: false,
      hasFailed: false,
      isDelayed: false,
      isSettled: false,
      ...refund,
    })),
  },
});
const money: Partial<Pickup>[] = [
  { paymentStatus: 'paid' },
  { paymentStatus: 'pending' },
  { paymentStatus: 'refunded' },
  { serviceType: 'subscription', amount: '0.00' },
  { amount: '0.00' },
];

test('every status has a sentence of its own, however it is paid for', () => {
  const ended = pickupStatuses.filter((status) => status !== 'cancelled');
  const sentences = ended.flatMap((status) => money.map((by) => say({ status, ...by })));
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test('pending and scheduled explain themselves', () => {
  expect(say({})).toBe("Booked and paid. We'll assign a driver.");
  expect(say({ paymentStatus: 'pending' })).toBe("Booked, but not paid yet. We'll assign a driver.");
  expect(say({ paymentStatus: 'pending', heldAt: '2026-11-19T23:00:00Z' })).toBe(
    "On hold. Pay $45.00 now, and we'll assign a driver.",
  );
  expect(say({ status: 'assigned' })).toBe('Scheduled and paid. A driver will pick up your bags on Tue, Nov 24.');
  const today = { status: 'assigned', scheduledDate: '2026-11-20T14:00:00.000Z' } as const;
  expect(say(today, { driverName: 'Sam' })).toBe('Scheduled and paid. Sam will pick up your bags today.');
  const tomorrow = { status: 'assigned', scheduledDate: '2026-11-21T14:00:00.000Z' } as const;
  expect(say(tomorrow)).toContain('bags tomorrow.');
});

test('an open pickup of an earlier day is late', () => {
  const late = { scheduledDate: '2026-11-19T14:00:00.000Z', paymentStatus: 'pending' } as const;
  const sentence = "This pickup was due on Thu, Nov 19, and isn't marked as done. It isn't paid yet.";
  for (const status of ['pending', 'assigned'] as const) expect(say({ ...late, status })).toBe(sentence);
  expect(say({ ...late, heldAt: '2026-11-18T23:00:00Z' })).toBe(
    "This pickup wasn't paid in time, so nobody came on Thu, Nov 19. Move it to another day, or cancel it.",
  );
});

test('an open pickup that can be reported missed says that nobody has come', () => {
  const today = { scheduledDate: '2026-11-20T14:00:00.000Z' };
  const missed = { phase: 'open', report: null };
  expect(say(today, { missed })).toBe('Booked and paid. Nobody has come yet.');
  const assigned = { ...today, status: 'assigned', paymentStatus: 'pending' } as const;
  expect(say(assigned, { missed })).toBe('Scheduled, but not paid yet. Nobody has come yet.');
  expect(say(today, { missed: { ...missed, phase: 'coming' } })).toBe(say(today));
});

test('whether it was missed is asked in the evening of its day, while it is open', () => {
  const evening = eveningDayOf(new Date('2026-11-24T23:00:00Z'));
  for (const status of pickupStatuses) {
    expect(mayBeOverdue({ ...base, status }, evening)).toBe(status === 'pending' || status === 'assigned');
  }
  expect(mayBeOverdue(base, eveningDayOf(new Date('2026-11-24T22:59:59.999Z')))).toBe(false);
  expect(mayBeOverdue(base, eveningDayOf(new Date('2026-11-25T23:00:00Z')))).toBe(false);
  expect(mayBeOverdue({ ...base, scheduledDate: null }, null)).toBe(false);
});

test('a completed pickup that was judged missed was done by mistake', () => {
  const missedOn = (day: string, state: string, status: string | null, id: string) => ({
    missed: { phase: 'reported', report: { day, state, recovery: status && { id, status } } },
  });
  const judged = (state: string, status: string | null, day = '2026-11-24', id = 'free') =>
    say({ status: 'completed' }, missedOn(day, state, status, id));
  expect(judged('missed', 'pending')).toBe("Marked as done by mistake. We're coming back.");
  expect(judged('missed', 'assigned')).toBe(judged('missed', 'pending'));
  expect(judged('missed', 'completed')).toBe('Marked as done by mistake.');
  expect(judged('missed', null)).toBe('Marked as done by mistake.');
  for (const state of ['open', 'not-missed', 'closed'] as const)
    expect(judged(state, null)).toBe(say({ status: 'completed' }));
  // An earlier visit was missed, and the same pickup made up for it.
  expect(judged('missed', 'completed', '2026-11-23')).toBe(say({ status: 'completed' }));
  expect(judged('missed', 'completed', '2026-11-24', 'reported')).toBe(say({ status: 'completed' }));
  expect(wasMissed(base, { missed: undefined })).toBe(false);
});

test('an incomplete always has a sentence, also without a reason', () => {
  const incomplete = { status: 'incomplete' } as const;
  expect(say(incomplete)).toBe("Your pickup on Tue, Nov 24 couldn't be completed.");
  expect(say({ ...incomplete, incompleteReason: 'an older reason' })).toBe(say(incomplete));
  expect(say({ ...incomplete, incompleteReason: 'no-access' })).toBe(
    "We couldn't get to your bags on Tue, Nov 24: there was no access.",
  );
});

test('a cancelled pickup says what happens with the money', () => {
  const cancelled = (change: Partial<Pickup>, known = {}) => say({ status: 'cancelled', ...change }, known);
  expect(cancelled({ paymentStatus: 'pending' })).toBe("Cancelled. You weren't charged.");
  expect(cancelled({ paymentStatus: 'refunded' })).toBe('Cancelled and refunded.');
  expect(cancelled({}, paid([{ isPending: true }]))).toBe('Cancelled. Your refund of $45.00 is on its way.');
  expect(cancelled({}, paid([{ isSettled: true }]))).toBe(
    'Cancelled. We settled your refund of $45.00 with you another way.',
  );
  expect(cancelled({}, paid([{ isPending: true, isDelayed: true }]))).toBe(
    "Cancelled. We couldn't refund $45.00 yet. We're on it.",
  );
  expect(cancelled({ paymentStatus: 'refunded' }, paid([{}]))).toBe('Cancelled. $45.00 was refunded.');
  expect(cancelled({}, paid([{ amount: '22.50' }]))).toBe('Cancelled. $22.50 of $45.00 was refunded.');
  expect(cancelled({}, paid())).toBe("Cancelled. Your payment wasn't refunded.");
  expect(cancelled({}, paid([{ hasFailed: true }]))).toBe("Cancelled. Your refund didn't go through.");
  expect(cancelled({}, paid([], true))).toContain('disputed');
});

test("a plan's stop says why it was cancelled", () => {
  const stop = { status: 'cancelled', serviceType: 'subscription', amount: '0.00' } as const;
  expect(say(stop)).toBe('Cancelled. Your plan continues.');
  expect(say({ ...stop, cancellationReason: 'Subscription paused' })).toContain('paused');
  expect(say({ ...stop, cancellationReason: 'Skipped by the customer' })).toContain('You skipped');
});
