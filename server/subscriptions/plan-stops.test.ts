import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, instantOf, wallTimeOf, weekdayOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { effort, isLong } from '../../tests/support/effort.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';
import { sweepSubscriptions } from './occurrences/sweep-subscriptions.ts';

let t: TestApp;
let admin: Person;
let driver: Person;
const monday = '2026-11-23';
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
});
afterAll(async () => await t.close());

/** Advances the clock. Everybody stays signed in. */
const at = async (day: string, time = '12:00') => {
  t.setNow(instantOf(day, time));
  await staySignedIn(t);
};
const assign = (pickupId: string, driverId = driver.id) =>
  t.call('POST', `/api/admin/pickups/${pickupId}/assign`, { token: admin.token, body: { driverId } });
const complete = (pickupId: string) =>
  t.call('PATCH', `/api/admin/complete-pickup/${pickupId}`, { token: admin.token, body: { status: 'completed' } });
const bulk = (pickupIds: string[]) =>
  t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds } });
const planOf = async (token: string) => (await t.call('GET', '/api/subscription', { token })).body;

describe('completing a stop of a plan', () => {
  it('makes the stop of next week, with the same driver, and says so', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'tuesday' });
    const [first] = await stopsOf(t, customer.subscriptionId);
    await assign(first?.id ?? '');
    await at('2026-11-24', '08:00');
    const answer = await bulk([first?.id ?? '']);
    expect(answer.body).toMatchObject({
      completed: 1,
      nextWeekPickups: [{ status: 'assigned', driverId: driver.id, serviceType: 'subscription' }],
    });
    const stops = await stopsOf(t, customer.subscriptionId);
    expect(stops.map((stop) => [stop.occurrenceDate, stop.status])).toEqual([
      ['2026-11-24', 'completed'],
      ['2026-12-01', 'assigned'],
    ]);
    expect((await planOf(customer.token)).nextPickupDate).toBe(instantOf('2026-12-01', '09:00').toISOString());
    // The phone sends it again.
    expect((await bulk([first?.id ?? ''])).body).toMatchObject({ completed: 0, nextWeekPickups: [] });
    expect(await stopsOf(t, customer.subscriptionId)).toHaveLength(2);
  });

  it('lists the next stops with their extras, as they are saved', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'premium', specialInstructions: 'Ring twice' });
    const first = await stopsOf(t, customer.subscriptionId);
    for (const stop of first) await assign(stop.id);
    const one = await complete(first[0]?.id ?? '');
    await at('2026-11-30');
    const other = await bulk([first[1]?.id ?? '']);
    const saved = (await stopsOf(t, customer.subscriptionId)).slice(2).map((stop) => stop.specialInstructions);
    const listed = [...one.body.nextWeekPickups, ...other.body.nextWeekPickups];
    expect(listed.map((stop) => stop.specialInstructions)).toEqual(saved);
    expect(saved).toEqual(['Ring twice', 'Ring twice\nPower-wash bins\nUp to 1 furniture item this week']);
  });

  it('leaves the next stop unassigned when the driver has left', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'tuesday' });
    const leaving = await makeDriver(t);
    const [first] = await stopsOf(t, customer.subscriptionId);
    await assign(first?.id ?? '', leaving.id);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', leaving.id).execute();
    const { body } = await complete(first?.id ?? '');
    expect(body.nextWeekPickups).toMatchObject([{ status: 'pending', driverId: null }]);
  });

  it('counts from the occurrence, not from the day it was moved to, and never into the past', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'tuesday' });
    const [first] = await stopsOf(t, customer.subscriptionId);
    await assign(first?.id ?? '');
    await t.call('POST', `/api/admin/pickups/${first?.id}/reschedule`, {
      token: admin.token,
      body: { newDate: '2026-11-27', shouldEmailCustomer: false },
    });
    await at('2026-12-10');
    await complete(first?.id ?? '');
    const days = (await stopsOf(t, customer.subscriptionId)).map((stop) => stop.occurrenceDate);
    expect(days).toEqual(['2026-11-24', '2026-12-15']);
  });

  it('moves the mowing date and takes the mowing off the other open stops', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'premium' });
    const mow = 'Mow lawn (quarter acre)';
    const [thursday, nextMonday] = await stopsOf(t, customer.subscriptionId);
    expect(thursday?.specialInstructions).toContain(mow);
    expect(nextMonday?.specialInstructions).not.toContain(mow);
    await assign(thursday?.id ?? '');
    await complete(thursday?.id ?? '');
    expect((await planOf(customer.token)).nextLawnMowingDate).toBe(instantOf('2026-12-26', '09:00').toISOString());
    const open = (await stopsOf(t, customer.subscriptionId)).filter((stop) => stop.status !== 'completed');
    expect(open.map((stop) => stop.specialInstructions?.includes(mow) ?? false)).toEqual([false, false]);
  });

  it('restores the mowing date when it is undone, and makes the next stop once', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'premium' });
    const due = (await planOf(customer.token)).nextLawnMowingDate;
    const [thursday] = await stopsOf(t, customer.subscriptionId);
    const id = thursday?.id ?? '';
    await assign(id);
    await complete(id);
    const made = await stopsOf(t, customer.subscriptionId);
    const { status } = await t.call('POST', `/api/admin/pickups/${id}/undo`, { token: admin.token });
    expect(status).toBe(200);
    const plan = await planOf(customer.token);
    expect([plan.nextLawnMowingDate, plan.nextPickupDate]).toEqual([due, thursday?.scheduledDate?.toISOString()]);
    const after = await stopsOf(t, customer.subscriptionId);
    expect(after.map((stop) => stop.occurrenceDate)).toEqual(made.map((stop) => stop.occurrenceDate));
    expect(after[0]?.specialInstructions).toContain('Mow lawn');
    await complete(id);
    expect(await stopsOf(t, customer.subscriptionId)).toHaveLength(made.length);
    expect((await planOf(customer.token)).nextLawnMowingDate).toBe(instantOf('2026-12-26', '09:00').toISOString());
  });

  it('restores the first mowing date when two completions that moved it are undone in order', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'premium' });
    const due = (await planOf(customer.token)).nextLawnMowingDate;
    const [thursday, second] = await stopsOf(t, customer.subscriptionId);
    const ids = [thursday?.id ?? '', second?.id ?? ''];
    for (const id of ids) await assign(id);
    await complete(ids[0] ?? '');
    await t.db
      .updateTable('subscriptions')
      .set({ nextLawnMowingDate: new Date('2026-11-24T14:00:00Z') })
      .where('id', '=', customer.subscriptionId)
      .execute();
    await t.db
      .updateTable('pickups')
      .set({ mowingAfter: new Date('2026-11-24T14:00:00Z') })
      .where('id', '=', ids[0] ?? '')
      .execute();
    await complete(ids[1] ?? '');
    for (const id of ids) await t.call('POST', `/api/admin/pickups/${id}/undo`, { token: admin.token });
    expect((await planOf(customer.token)).nextLawnMowingDate).toBe(due);
  });

  it('cannot be undone while the plan is paused', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'basic' });
    const [first] = await stopsOf(t, customer.subscriptionId);
    await assign(first?.id ?? '');
    await complete(first?.id ?? '');
    const { subscriptionId } = customer;
    await t.call('PATCH', `/api/admin/subscriptions/${subscriptionId}`, {
      token: admin.token,
      body: { status: 'paused' },
    });
    const undone = await t.call('POST', `/api/admin/pickups/${first?.id}/undo`, { token: admin.token });
    expect(undone).toMatchObject({ status: 409, body: { message: 'This subscription is paused.' } });
  });

  it('happens once when two people press at the same time', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const stops = await stopsOf(t, customer.subscriptionId);
    for (const stop of stops) await assign(stop.id);
    await at('2026-11-30');
    const ids = stops.map((stop) => stop.id);
    const answers = await Promise.all([bulk(ids), bulk(ids.toReversed()), ...ids.map(complete)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const days = (await stopsOf(t, customer.subscriptionId)).map((stop) => stop.occurrenceDate);
    expect(days).toEqual(['2026-11-26', '2026-11-30', '2026-12-03', '2026-12-07']);
  });
});

describe('the sweep', () => {
  it('makes what no completion has made, once, also when two instances run it', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'tuesday' });
    await at('2026-11-25');
    await Promise.all([sweepSubscriptions(t.services), sweepSubscriptions(t.services)]);
    await sweepSubscriptions(t.services);
    const days = (await stopsOf(t, customer.subscriptionId)).map((stop) => stop.occurrenceDate);
    expect(days).toEqual(['2026-11-24', '2026-12-01']);
  });

  it('keeps a single stop cancelled that the dispatcher cancelled', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'tuesday' });
    const [first] = await stopsOf(t, customer.subscriptionId);
    await t.db
      .updateTable('pickups')
      .set({ status: 'cancelled' })
      .where('id', '=', first?.id ?? '')
      .execute();
    await sweepSubscriptions(t.services);
    expect(await stopsOf(t, customer.subscriptionId)).toHaveLength(1);
    await at('2026-11-24');
    await sweepSubscriptions(t.services);
    const days = (await stopsOf(t, customer.subscriptionId)).map((stop) => stop.occurrenceDate);
    expect(days).toEqual(['2026-11-24', '2026-12-01']);
  });

  it('runs as a scheduled job', async () => {
    await at(monday);
    const customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'tuesday' });
    await at('2026-11-25');
    await t.db.transaction().execute((trx) => t.services.jobs.enqueue(trx, 'sweep-subscriptions', {}));
    await t.runJobs();
    expect(await stopsOf(t, customer.subscriptionId)).toHaveLength(2);
  });
});

/** The whole year, or six weeks around each clock change. */
const periods = isLong
  ? [{ start: '2026-09-02', days: 365 }]
  : [
      { start: '2026-10-14', days: 42 },
      { start: '2027-02-24', days: 42 },
    ];

describe('a year of a twice-weekly plan', () => {
  it.each(periods)(
    'has every Monday and Thursday once, at 09:00 in New York, over clock changes, from $start',
    { timeout: effort({ sample: 120_000, full: 600_000 }) },
    async ({ start, days }) => {
      await at(start, '15:00');
      const customer = await makeSubscriber(t, { packageType: 'heavy-duty' });
      const expected: string[] = [];
      for (let ahead = 1; ahead <= days; ahead += 1) {
        const day = addDays(start, ahead);
        // On the days when the clocks change, this is half an hour before or after the change.
        await at(day, '01:30');
        await sweepSubscriptions(t.services);
        if (!['monday', 'thursday'].includes(weekdayOf(day))) continue;
        expected.push(day);
        await at(day, '11:00');
        await work(customer.subscriptionId, day, ahead);
      }
      const all = await stopsOf(t, customer.subscriptionId);
      const stops = all.filter((stop) => (stop.occurrenceDate ?? '') <= (expected.at(-1) ?? ''));
      expect(stops.map((stop) => stop.occurrenceDate)).toEqual(expected);
      expect(stops.every((stop) => stop.scheduledDate && wallTimeOf(stop.scheduledDate) === '09:00')).toBe(true);
      expect(stops.every((stop) => stop.scheduledDay === stop.occurrenceDate)).toBe(true);
      expect(new Set(stops.map((stop) => stop.status))).toEqual(new Set(['completed', 'incomplete', 'assigned']));
    },
  );

  /** Completes most stops, marks some as incomplete, and leaves some unresolved. */
  async function work(subscriptionId: string, day: string, ahead: number): Promise<void> {
    const stop = (await stopsOf(t, subscriptionId)).find((candidate) => candidate.occurrenceDate === day);
    if (!stop) throw new Error(`no stop on ${day}`);
    if (stop.status === 'pending') await assign(stop.id);
    if (ahead % 11 === 0) return;
    if (ahead % 5 === 0) {
      await t.call('PATCH', `/api/admin/pickup-incomplete/${stop.id}`, {
        token: admin.token,
        body: { status: 'incomplete' },
      });
    } else await complete(stop.id);
  }
});
