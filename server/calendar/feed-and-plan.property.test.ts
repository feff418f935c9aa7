import fc from 'fast-check';
import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOpenStatus } from '../../contract/pickups.ts';
import { addDays, type DateKey, dateKeyOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../tests/support/app.ts';
import { effort, firstSeed } from '../../tests/support/effort.ts';
import {
  goToDay,
  type PlanStep,
  planStep,
  sweepPlans,
  takeStep,
} from '../../tests/support/subscriptions/plan-steps.ts';
import { makeSubscriber } from '../../tests/support/subscriptions/subscriptions.ts';

/**
 * In random lives of plans, the calendar feed, the plan's page and the dashboard always name the same visits. A visit
 * keeps its `UID` from the first time that it is in the feed. Its `SEQUENCE` grows with every change, also when the
 * visit has left the feed in the meantime.
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

/** What only this test does: days are closed and opened again, and visits are skipped before they have a stop. */
const closing = fc.record({
  what: fc.constantFrom('close', 'close', 'undo close', 'skip ahead'),
  which: fc.nat(3),
  ahead: fc.nat(19),
});
type Step = PlanStep | (typeof closing extends fc.Arbitrary<infer Value> ? Value : never);

it('names the visits of the plan', { timeout: effort({ sample: 240_000, full: 3_600_000 }) }, async () => {
  const start = fc.constantFrom('2026-03-05', '2026-07-01', '2026-10-29');
  const plan = fc.constantFrom('basic', 'heavy-duty', 'premium');
  const step = fc.oneof({ weight: 4, arbitrary: planStep }, { weight: 1, arbitrary: closing });
  await fc.assert(fc.asyncProperty(start, plan, fc.array(step, { minLength: 6, maxLength: 20 }), live), {
    numRuns: effort({ sample: 5, full: 200 }),
    seed: firstSeed(),
  });
});

interface Event {
  readonly uid: string;
  readonly sequence: number;
  readonly isCancelled: boolean;
  readonly day: DateKey;
  readonly text: string;
}

async function live(start: string, packageType: string, steps: Step[]): Promise<void> {
  await goToDay(t, start);
  await t.db.deleteFrom('rate_limits').execute();
  // The jobs and the closed days should see only one plan.
  await t.db.updateTable('subscriptions').set({ status: 'cancelled' }).execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
  const customer = await makeSubscriber(t, { packageType, preferredDay: 'friday' });
  const { body } = await t.call('POST', '/api/me/calendar', { token: customer.token });
  const seen = new Map<string, Event>();
  await expectAgreement(customer, new URL(body.url).pathname, seen);
  let actionId: string | undefined;
  for (const { what, which, ahead } of steps) {
    t.setNow(new Date(t.services.clock().getTime() + 60_000));
    const now = t.services.clock();
    const today = dateKeyOf(now);
    if (what === 'close') actionId = (await closeDay(addDays(today, 1 + ahead), 1 + which))?.body.actionId;
    else if (what === 'undo close') await undo(actionId);
    else if (what === 'skip ahead') await skip(customer, which);
    else if (what === 'day') await passDays(1 + (ahead % 7));
    else await takeStep({ t, admin, driver }, { what, which, ahead }, customer.subscriptionId);
    await expectAgreement(customer, new URL(body.url).pathname, seen);
  }
}

/** Lets days pass, on each of which the hourly jobs run. */
async function passDays(count: number): Promise<void> {
  const today = dateKeyOf(t.services.clock());
  for (let passed = 1; passed <= count; passed += 1) {
    await goToDay(t, addDays(today, passed));
    await sweepPlans(t);
  }
}

const post = async (path: string, body: unknown) => await t.call('POST', path, { token: admin.token, body });
const undo = async (actionId = admin.id) => await post('/api/admin/board/undo', { actionId });

/** Moves the visits of a day to another one. Returns undefined if one of them needs a choice. */
async function closeDay(from: DateKey, daysLater: number): Promise<ApiResponse | undefined> {
  const days = [{ from, to: addDays(from, daysLater) }];
  const { body } = await post('/api/admin/closed-days/preview', { days });
  return body.token ? await post('/api/admin/closed-days', { days, token: body.token }) : undefined;
}

async function skip({ token }: Person, which: number): Promise<void> {
  const { body: plan } = await t.call('GET', '/api/plan', { token });
  const day = plan.visits.at(-1 - which)?.day;
  if (day) await t.call('POST', '/api/plan/skip', { token, body: { day } });
}

async function expectAgreement(customer: Person, path: string, seen: Map<string, Event>): Promise<void> {
  const today = dateKeyOf(t.services.clock());
  const { token } = customer;
  const events = await readFeed(path);
  const [plan, pickups] = [await t.call('GET', '/api/plan', { token }), await t.call('GET', '/api/pickups', { token })];
  const visits: { day: string; movedTo: string | null; state: string }[] = plan.body.visits;
  const ahead = events.filter(({ isCancelled, day }) => !isCancelled && day >= today);

  const scheduled = visits.filter(({ state }) => state === 'scheduled').map(({ day, movedTo }) => movedTo ?? day);
  const done = pickups.body.filter(({ status }: Pickup) => !isOpenStatus(status)).map(dayOf);
  expect(ahead.map(({ day }) => day).filter((day) => !done.includes(day))).toEqual(scheduled.sort());

  const upcoming: DateKey[] = pickups.body.filter(({ status }: Pickup) => isOpenStatus(status)).map(dayOf);
  const missing = upcoming.filter((day) => day >= today && !ahead.some((event) => event.day === day));
  expect(missing, 'upcoming pickups of the dashboard').toEqual([]);

  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  for (const event of events) {
    const before = seen.get(event.uid);
    if (before && before.text !== event.text) expect(event.sequence).toBeGreaterThan(before.sequence);
    if (before) expect(event.sequence).toBeGreaterThanOrEqual(before.sequence);
    seen.set(event.uid, event);
  }
}

interface Pickup {
  status: Parameters<typeof isOpenStatus>[0];
  scheduledDate: string;
}

const dayOf = ({ scheduledDate }: Pickup) => dateKeyOf(new Date(scheduledDate));

async function readFeed(path: string): Promise<Event[]> {
  const { body } = await t.app.inject({ method: 'GET', url: path });
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent');
  return events.map((event) => {
    const value = (name: string) => String(event.getFirstPropertyValue(name));
    const [isCancelled, day] = [value('status') === 'CANCELLED', value('dtstart').slice(0, 10)];
    const text = ['status', 'dtstart', 'dtend', 'summary', 'location', 'description'].map(value).join('\n');
    return { uid: value('uid'), sequence: Number(value('sequence')), isCancelled, day, text };
  });
}
