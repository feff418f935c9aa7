import { expect, test } from 'vitest';
import type { PlanView } from '../../../contract/plan/page.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { planStatusOf } from './status-words.ts';

const now = instantOf('2026-11-22', '12:00');
const visit = { movedTo: null, pickupId: null, canSkip: true, isSkipCredited: false, skipUntil: '' };
const at = (day: string, time = '09:00') => instantOf(day, time).toISOString();

const next = 'Your next pickup is on Mon, Nov 30.';

type Subscription = PlanView['subscription'];

function statusOf(more: Partial<PlanView>, subscription: Partial<Subscription> = {}) {
  const active = { status: 'active', pastDueSince: null, isPausedForPayment: false, ...subscription };
  return planStatusOf(
    {
      subscription: active as Subscription,
      visits: [
        { day: '2026-11-23', state: 'skipped', ...visit },
        { day: '2026-11-30', state: 'scheduled', ...visit },
      ],
      ...{ hold: null, pending: null, endsAt: null },
      ...more,
    },
    now,
  );
}

const pending: PlanView['pending'] = {
  ...{ packageType: 'heavy-duty', preferredDay: null, pickupDays: ['monday', 'thursday'] },
  ...{ price: '75.00', from: at('2026-12-21') },
};

test('an active plan names the next pickup that will be made', () => {
  expect(statusOf({})).toEqual({ badge: 'Active', tone: 'leaf', sentences: [next] });
  expect(statusOf({ visits: [] }).sentences).toEqual(["Your next pickup isn't scheduled yet."]);
  const moved = { day: '2026-11-30', state: 'scheduled', ...visit, movedTo: '2026-11-23' } as const;
  expect(statusOf({ visits: [moved] }).sentences).toEqual(['Your next pickup is tomorrow.']);
});

test('a hold is planned, or has begun', () => {
  expect(statusOf({ hold: { from: '2026-11-23', until: '2026-12-14' } })).toMatchObject({
    badge: 'Active',
    sentences: [next, 'Your hold starts tomorrow. Service starts again on Mon, Dec 14.'],
  });
  const hold = { from: '2026-11-22', until: '2026-12-14' };
  const rest = 'Your plan is on hold. Service starts again on Mon, Dec 14.';
  expect(statusOf({ hold, visits: [{ day: '2026-12-14', state: 'scheduled', ...visit }] })).toMatchObject({
    badge: 'On hold',
    sentences: [rest],
  });
  expect(statusOf({ hold, visits: [] }).sentences).toEqual([rest]);
  const taken = { day: '2026-11-23', state: 'scheduled', ...visit } as const;
  expect(statusOf({ hold, visits: [taken] }).sentences).toEqual(['Your next pickup is tomorrow.', rest]);
});

test('a change and an end say when', () => {
  expect(statusOf({ pending }).sentences).toEqual([next, 'Heavy Duty starts on Mon, Dec 21, for $75.00 a month.']);
  expect(statusOf({ endsAt: at('2026-12-21') })).toMatchObject({
    badge: 'Ends soon',
    sentences: [next, "Your plan ends on Mon, Dec 21. You won't be charged again."],
  });
});

test('what is owed comes first', () => {
  const due = statusOf({ hold: { from: '2026-11-22', until: '2026-12-14' } }, { pastDueSince: at('2026-11-20') });
  expect(due).toMatchObject({ badge: 'Payment due', tone: 'brick' });
  expect(due.sentences).toEqual([
    'Your card was declined this month. Your pickups continue until Fri, Nov 27; after that, your plan is paused until you pay.',
    'Your plan is on hold. Service starts again on Mon, Dec 14.',
  ]);
});

test('a pause says whose it is', () => {
  expect(statusOf({}, { status: 'paused' })).toMatchObject({ badge: 'Paused' });
  expect(statusOf({}, { status: 'paused' }).sentences[0]).toMatch(/^We paused your plan: no pickups/);
  const forPayment = { status: 'paused', isPausedForPayment: true, pastDueSince: at('2026-11-10') } as const;
  expect(statusOf({}, forPayment).sentences[0]).toMatch(/^Your card was declined this month, so pickups are on hold\./);
});

test('a plan that has ended says when', () => {
  expect(statusOf({ endsAt: at('2026-11-20') }, { status: 'cancelled' })).toEqual({
    ...{ badge: 'Ended', tone: 'neutral' },
    sentences: ["Your plan ended on Fri, Nov 20. You won't be charged again."],
  });
});

test('a dearer price says from when, unless the plan ends or another package has begun to wait', () => {
  const raised = { pendingPrice: '74.00', pendingPriceFrom: '2027-01-25T17:00:00.000Z' };
  const sentence = 'Your plan costs $74.00 a month from Mon, Jan 25 on.';
  expect(statusOf({}, raised).sentences).toContain(sentence);
  expect(statusOf({}, { ...raised, status: 'paused' }).sentences).toContain(sentence);
  expect(statusOf({ endsAt: '2026-12-25T17:00:00.000Z' }, raised).sentences).not.toContain(sentence);
});
