import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isAfterEnd,
  isHeld,
  isOneTooMany,
  serviceDaysOfWeek,
  serviceDaysOn,
} from '../../contract/values/plan/schedule.ts';
import { addDays, dateKeyOf, instantOf, weekdayOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { effort, firstSeed } from '../../tests/support/effort.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';
import { renewSubscriptions } from './billing/renew-subscriptions.ts';
import { applyDuePending } from './change/apply-pending.ts';
import { clearEndedHolds } from './hold/clear-ended-holds.ts';
import { sweepSubscriptions } from './occurrences/sweep-subscriptions.ts';
import { timetableOf } from './rules.ts';

/**
 * Customers, drivers and dispatchers act in any order and at once. These rules must always be true: no day of a plan
 * has two stops. An active plan has its next stop; a paused or cancelled plan has none ahead. No stop ahead is on a
 * weekday that isn't the plan's, on a held day, or after the plan's end. No seven days have a third visit.
 * `nextPickupDate` is the earliest open stop.
 */

let t: TestApp;
let admin: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
});
afterAll(async () => await t.close());

const step = fc.record({
  what: fc.constantFrom(
    'day',
    'day',
    'sweep',
    'assign',
    'complete',
    'incomplete',
    'undo',
    'reopen',
    'move',
    'pause',
    'resume',
    'cancel',
    'price',
    'wish',
    'undo-wish',
    'hold',
    'back',
    'skip',
    'end-later',
    'keep',
  ),
  which: fc.nat(3),
  ahead: fc.nat(19),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

it('holds in every interleaving', { timeout: effort({ sample: 120_000, full: 3_600_000 }) }, async () => {
  const start = fc.constantFrom('2026-03-05', '2026-07-01', '2026-10-29');
  const plan = fc.constantFrom('basic', 'heavy-duty', 'premium');
  await fc.assert(
    fc.asyncProperty(start, plan, fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 14 }), run),
    { numRuns: effort({ sample: 15, full: 400 }), seed: firstSeed() },
  );
});

async function run(start: string, packageType: string, rounds: Step[][]): Promise<void> {
  await goTo(start);
  await t.db.deleteFrom('rate_limits').execute();
  // The jobs should see only one plan.
  await t.db.updateTable('subscriptions').set({ status: 'cancelled' }).execute();
  const { subscriptionId } = await makeSubscriber(t, { packageType, preferredDay: 'friday' });
  await renewSubscriptions(t.services);
  for (const round of rounds) {
    // The steps of a round run in parallel.
    const answers = await Promise.all(round.map((one) => take(one, subscriptionId)));
    // 503: the credit of the plan's former end is being refunded (PLAN-64).
    for (const answer of answers) expect([undefined, 200, 400, 404, 409, 503]).toContain(answer?.status);
    await expectSound(subscriptionId);
  }
  await sweep();
  await expectSound(subscriptionId, 'swept');
}

const wishes = [
  { preferredDay: 'sunday' },
  { preferredDay: 'wednesday' },
  { packageType: 'basic', preferredDay: 'tuesday' },
  { packageType: 'premium' },
  { packageType: 'clean-carry', preferredDay: 'saturday' },
] as const;

/** Runs the hourly jobs: they charge months, start packages, end holds and make stops. */
async function sweep(): Promise<void> {
  await renewSubscriptions(t.services);
  await applyDuePending(t.services);
  await clearEndedHolds(t.services);
  await sweepSubscriptions(t.services);
}

async function goTo(day: string): Promise<void> {
  t.setNow(instantOf(day, '10:30'));
  await staySignedIn(t);
}

async function take({ what, which, ahead }: Step, id: string): Promise<{ status: number } | undefined> {
  const { token } = admin;
  const today = dateKeyOf(t.services.clock());
  const stop = (await stopsOf(t, id)).filter((one) => one.status !== 'cancelled').at(-1 - which);
  const stopId = stop?.id ?? id;
  const edit = (body: unknown) => t.call('PATCH', `/api/admin/subscriptions/${id}`, { token, body });
  switch (what) {
    case 'day':
      await goTo(addDays(today, ahead));
      return undefined;
    case 'sweep':
      await sweep();
      return undefined;
    case 'assign':
      return await t.call('POST', `/api/admin/pickups/${stopId}/assign`, { token, body: { driverId: driver.id } });
    case 'complete':
      return await t.call('PATCH', `/api/admin/complete-pickup/${stopId}`, { token, body: {} });
    case 'incomplete':
      return await t.call('PATCH', `/api/admin/pickup-incomplete/${stopId}`, { token, body: {} });
    case 'undo':
    case 'reopen':
      // Stops of later days are left out: a dispatcher may reopen one on a weekday that is no longer the plan's.
      if ((stop?.scheduledDay ?? '') > today) return undefined;
      return await t.call('POST', `/api/admin/pickups/${stopId}/${what}`, { token, body: { reason: 'Wrong house' } });
    case 'move':
      return await t.call('POST', `/api/admin/pickups/${stopId}/reschedule`, {
        token,
        body: { newDate: addDays(today, ahead), shouldEmailCustomer: false },
      });
    case 'pause':
      return await edit({ status: 'paused' });
    case 'resume':
      return await edit({ status: 'active' });
    case 'cancel':
      return await t.call('DELETE', `/api/admin/subscriptions/${id}`, { token });
    case 'wish':
      return await t.call('POST', `/api/admin/subscriptions/${id}/change`, {
        token,
        body: wishes[ahead % wishes.length],
      });
    case 'undo-wish':
      return await t.call('POST', `/api/admin/subscriptions/${id}/undo-change`, { token });
    case 'hold': {
      const days = { from: addDays(today, 1 + which), until: addDays(today, 15 + which + ahead) };
      const seen = await t.call('GET', `/api/admin/subscriptions/${id}/hold-preview`, { token, query: days });
      if (seen.status !== 200) return seen;
      const body = { ...days, expectedCredit: seen.body.credit };
      return await t.call('POST', `/api/admin/subscriptions/${id}/hold`, { token, body });
    }
    case 'back':
      return await t.call('POST', `/api/admin/subscriptions/${id}/back-early`, {
        token,
        body: { on: addDays(today, 1 + which) },
      });
    case 'skip':
      return await t.call('POST', `/api/admin/subscriptions/${id}/skip`, {
        token,
        body: { day: stop?.occurrenceDate ?? today },
      });
    case 'end-later': {
      const seen = await t.call('GET', `/api/admin/subscriptions/${id}/cancel-preview`, { token });
      if (seen.status !== 200) return seen;
      const body = { expectedEnd: seen.body.endsAt };
      return await t.call('POST', `/api/admin/subscriptions/${id}/cancel`, { token, body });
    }
    case 'keep':
      return await t.call('POST', `/api/admin/subscriptions/${id}/undo-cancel`, { token });
    case 'price':
      return await edit({ pricePerMonth: which % 2 === 0 ? '35.00' : '150.00' });
  }
}

async function expectSound(id: string, swept?: 'swept'): Promise<void> {
  const today = dateKeyOf(t.services.clock());
  const subscription = await t.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const stops = (await stopsOf(t, id)).filter((stop) => stop.status !== 'cancelled');
  const days = stops.map((stop) => stop.occurrenceDate);
  expect(new Set(days).size).toBe(days.length);

  for (const day of days) {
    const week = days.filter((other) => (other ?? '') >= (day ?? '') && (other ?? '') <= addDays(day ?? '', 6));
    expect(week.length, `visits in the seven days from ${day}`).toBeLessThanOrEqual(2);
  }

  const open = stops.filter((stop) => stop.status === 'pending' || stop.status === 'assigned');
  const earliest = open.map((stop) => stop.scheduledDate?.getTime() ?? 0).sort((a, b) => a - b)[0];
  expect(subscription.nextPickupDate?.getTime()).toBe(subscription.status === 'active' ? earliest : undefined);
  if (subscription.status !== 'active') {
    // A dispatcher may move a stop after the pause.
    expect(
      open.filter((stop) => stop.scheduledDay === stop.occurrenceDate && (stop.scheduledDay ?? '') > today),
    ).toEqual([]);
  } else if (swept) {
    const made = (await stopsOf(t, id)).map((stop) => stop.occurrenceDate);
    const timetable = timetableOf(subscription);
    for (const day of serviceDaysOfWeek(timetable, today)) {
      expect(made.includes(day) || isOneTooMany(timetable, day, days as string[]), `a stop on ${day}`).toBe(true);
    }
  }
  const ahead = open.filter((stop) => (stop.occurrenceDate ?? '') > today && (stop.scheduledDay ?? '') > today);
  const own = timetableOf(subscription);
  // A dispatcher may move a stop into a hold.
  const unmoved = ahead
    .filter((stop) => stop.scheduledDay === stop.occurrenceDate)
    .map((stop) => stop.scheduledDay ?? '');
  expect(unmoved.filter((day) => isHeld(own, day) || isAfterEnd(own, day))).toEqual([]);
  expect(
    ahead.filter(({ occurrenceDate: day }) => !serviceDaysOn(own, day ?? '').includes(weekdayOf(day ?? ''))),
  ).toEqual([]);
  expect(open.filter((stop) => stop.specialInstructions?.includes('Mow lawn')).length).toBeLessThanOrEqual(1);
}
