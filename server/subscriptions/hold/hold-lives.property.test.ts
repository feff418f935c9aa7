import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HoldPreview } from '../../../contract/plan/hold.ts';
import { centsOf } from '../../../contract/values/money.ts';
import { addDays, dateKeyOf, instantOf, wallTimeOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { effort, firstSeed } from '../../../tests/support/effort.ts';
import { creditsOf, holdsOf, turnTo } from '../../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';

/**
 * A customer holds, comes back and skips at random. Every service day is either made, skipped or credited. The books
 * equal the previews to the cent. No twelve months have more than 90 held days.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const step = fc.record({
  what: fc.constantFrom('pass', 'pass', 'pass', 'hold', 'hold', 'back', 'skip'),
  days: fc.integer({ min: 1, max: 6 }),
  /** Before or after the cut-off of the next day. */
  time: fc.constantFrom('11:00', '20:00'),
  ahead: fc.nat(25),
  length: fc.integer({ min: 10, max: 60 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

it('holds in every life of a plan', { timeout: effort({ sample: 240_000, full: 3_600_000 }) }, async () => {
  // Starts before each clock change, and at the end of a month.
  const start = fc.constantFrom('2026-02-25', '2026-10-14', '2026-12-31');
  const plan = fc.constantFrom({ packageType: 'basic', preferredDay: 'monday' }, { packageType: 'premium' });
  await fc.assert(fc.asyncProperty(start, plan, fc.array(step, { minLength: 6, maxLength: 24 }), run), {
    numRuns: effort({ sample: 3, full: 120 }),
    seed: firstSeed(),
  });
});

/** The last preview that the customer saw: the held visits, and the charges until the next change. */
interface Shown {
  credits: Map<string, string>;
  charges: HoldPreview['charges'];
}

async function run(start: string, body: Record<string, unknown>, steps: Step[]): Promise<void> {
  t.setNow(instantOf(start, '12:00'));
  await t.db.deleteFrom('rate_limits').execute();
  const { token, subscriptionId } = await makeSubscriber(t, body);
  await turnTo(t, start);
  const shown: Shown = { credits: new Map(), charges: [] };
  const today = () => dateKeyOf(t.services.clock());
  const get = (path: string, query: Record<string, string>) => t.call('GET', `/api/plan/${path}`, { token, query });
  const post = (path: string, sent: object) => t.call('POST', `/api/plan/${path}`, { token, body: sent });
  for (const { what, days, time, ahead, length } of steps) {
    const on = addDays(today(), ahead);
    if (what === 'pass') await pass(subscriptionId, days, time);
    if (what === 'hold') {
      const query = { from: on, until: addDays(on, length) };
      const { status, body: preview } = await get('hold-preview', query);
      expect([200, 400, 409]).toContain(status);
      if (status !== 200) continue;
      expect((await post('hold', { ...query, expectedCredit: preview.credit })).status).toBe(200);
      for (const { day, credit } of preview.visits) shown.credits.set(day, credit);
      await expectCharged(subscriptionId, shown, preview.charges);
    }
    if (what === 'back') {
      const { status, body: preview } = await get('back-early-preview', { on });
      expect([200, 400, 409]).toContain(status);
      if (status !== 200) continue;
      expect((await post('back-early', { on, expectedVisits: preview.visits })).status).toBe(200);
      for (const day of preview.visits) shown.credits.delete(day);
      for (const { day, credit } of preview.held) expect(shown.credits.get(day)).toBe(credit);
      await expectCharged(subscriptionId, shown, preview.charges);
    }
    if (what === 'skip') expect([200, 400, 409]).toContain((await post('skip', { day: on })).status);
  }
  for (let week = 0; week < 14; week += 1) await pass(subscriptionId, 7, '12:00');
  await expectCharged(subscriptionId, shown, []);
  await expectEveryDay(subscriptionId, start, shown);
  await expectLimits(subscriptionId);
}

/** Lets days pass. The hourly jobs run when a month ends, and when the cut-off of a service day passes. */
async function pass(subscriptionId: string, days: number, wallTime: string): Promise<void> {
  const from = dateKeyOf(t.services.clock());
  for (let ahead = 0; ahead < days; ahead += 1) {
    const day = addDays(from, ahead);
    const { pickupDays, currentPeriodEnd } = await planOf(subscriptionId);
    const isBilled = currentPeriodEnd !== null && dateKeyOf(currentPeriodEnd) === day;
    if (isBilled && t.services.clock() < instantOf(day, '13:30')) await turnTo(t, day, '13:30');
    const isEve = pickupDays.includes(weekdayOf(addDays(day, 1)));
    if (isEve && t.services.clock() < instantOf(day, '18:00')) await turnTo(t, day, '18:00');
  }
  const [end, month] = [addDays(from, days), (await planOf(subscriptionId)).currentPeriodEnd];
  if (wallTime > '13:30' && month && dateKeyOf(month) === end) await turnTo(t, end, '13:30');
  await turnTo(t, end, wallTime);
}

async function planOf(subscriptionId: string) {
  const plans = t.db.selectFrom('subscriptions').selectAll().where('id', '=', subscriptionId);
  return await plans.executeTakeFirstOrThrow();
}

/** Compares the months that have begun since the last preview with that preview, and saves the new preview. */
async function expectCharged(subscriptionId: string, shown: Shown, next: HoldPreview['charges']): Promise<void> {
  const months = await t.db
    .selectFrom('plan_months')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('startsAt')
    .execute();
  for (const { at, price, credit } of shown.charges) {
    const month = months.find(({ startsAt }) => startsAt.toISOString() === at);
    if (month) expect([at, month.price, month.credit]).toEqual([at, price, credit]);
  }
  shown.charges = next;
}

async function expectEveryDay(subscriptionId: string, start: string, { credits: promised }: Shown): Promise<void> {
  const plan = await planOf(subscriptionId);
  const stops = await stopsOf(t, subscriptionId);
  const credits = new Map(await creditsOf(t, subscriptionId));
  const today = dateKeyOf(t.services.clock());
  expect(wallTimeOf(t.services.clock())).toBe('12:00');
  for (let day = addDays(start, 1); day <= today; day = addDays(day, 1)) {
    if (!plan.pickupDays.includes(weekdayOf(day))) continue;
    const own = stops.filter(({ occurrenceDate }) => occurrenceDate === day);
    const isMade = own.some(({ status }) => status !== 'cancelled');
    const isSkipped = own.some(({ cancellationReason }) => cancellationReason === 'Skipped by the customer');
    expect([isMade, isSkipped, credits.has(day)].filter(Boolean), `the visit of ${day}`).toHaveLength(1);
    expect(credits.get(day)).toBe(promised.get(day));
  }
}

async function expectLimits(subscriptionId: string): Promise<void> {
  const held = (await holdsOf(t, subscriptionId)).flatMap(([from, until]) => {
    const days: string[] = [];
    for (let day = from; day < until; day = addDays(day, 1)) days.push(day);
    return days;
  });
  expect(new Set(held).size).toBe(held.length);
  for (const day of held) {
    expect(held.filter((other) => other <= day && other > addDays(day, -365)).length).toBeLessThanOrEqual(90);
  }
  const rows = await t.db.selectFrom('plan_credits').selectAll().where('subscriptionId', '=', subscriptionId).execute();
  for (const [month, own] of Map.groupBy(rows, ({ monthStartsAt }) => monthStartsAt?.getTime())) {
    const { price, visits } = await t.db
      .selectFrom('plan_months')
      .selectAll()
      .where('subscriptionId', '=', subscriptionId)
      .where('startsAt', '=', new Date(month ?? 0))
      .executeTakeFirstOrThrow();
    const sum = own.reduce((cents, { amount }) => cents + centsOf(amount ?? ''), 0);
    expect(sum).toBe(Math.floor((centsOf(price) * own.length) / visits));
  }
}
