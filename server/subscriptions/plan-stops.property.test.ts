import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isAfterEnd,
  isHeld,
  isOneTooMany,
  serviceDaysOfWeek,
  serviceDaysOn,
} from '../../contract/values/plan/schedule.ts';
import { addDays, dateKeyOf, weekdayOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { effort, firstSeed } from '../../tests/support/effort.ts';
import {
  goToDay,
  type PlanStep,
  planStep,
  sweepPlans,
  takeStep,
} from '../../tests/support/subscriptions/plan-steps.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';
import { renewSubscriptions } from './billing/renew-subscriptions.ts';
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

it('holds in every interleaving', { timeout: effort({ sample: 120_000, full: 3_600_000 }) }, async () => {
  const start = fc.constantFrom('2026-03-05', '2026-07-01', '2026-10-29');
  const plan = fc.constantFrom('basic', 'heavy-duty', 'premium');
  await fc.assert(
    fc.asyncProperty(start, plan, fc.array(fc.array(planStep, { minLength: 1, maxLength: 3 }), { maxLength: 14 }), run),
    { numRuns: effort({ sample: 15, full: 400 }), seed: firstSeed() },
  );
});

async function run(start: string, packageType: string, rounds: PlanStep[][]): Promise<void> {
  await goToDay(t, start);
  await t.db.deleteFrom('rate_limits').execute();
  // The jobs should see only one plan.
  await t.db.updateTable('subscriptions').set({ status: 'cancelled' }).execute();
  const { subscriptionId } = await makeSubscriber(t, { packageType, preferredDay: 'friday' });
  await renewSubscriptions(t.services);
  for (const round of rounds) {
    // The steps of a round run in parallel.
    const answers = await Promise.all(round.map((one) => takeStep({ t, admin, driver }, one, subscriptionId)));
    // 503: the credit of the plan's former end is being refunded (PLAN-64).
    for (const answer of answers) expect([undefined, 200, 400, 404, 409, 503]).toContain(answer?.status);
    await expectSound(subscriptionId);
  }
  await sweepPlans(t);
  await expectSound(subscriptionId, 'swept');
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
