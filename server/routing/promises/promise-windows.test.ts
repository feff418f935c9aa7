import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { setClock } from '../../../tests/support/pickups/booking-changes.ts';
import { assign, reschedule, rowOf } from '../../../tests/support/pickups/stops.ts';
import { bookAt, eastOf, south } from '../../../tests/support/routing/located-stops.ts';
import { makeReminders } from '../../messages/make-reminders.ts';
import { promiseWindows } from './promise-windows.ts';

const [today, tomorrow] = ['2026-11-24', '2026-11-25'] as const;

let t: TestApp;
let admin: Person;
let customer: Person;
let drivers: Person[];
beforeEach(async () => {
  t = await startTestApp();
  setClock(t, today, '12:00');
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
  drivers = [await makeDriver(t), await makeDriver(t)];
});
afterEach(async () => await t.close());

const book = (spot: number, day: string = tomorrow) =>
  bookAt(t, customer.token, eastOf(south, spot), {
    address: `${100 + spot} Pine St, Philadelphia, PA 19147`,
    scheduledDate: `${day}T09:00`,
  });
const optimize = async () => {
  const { status } = await t.call('POST', '/api/admin/optimize-package-route', { token: admin.token, body: {} });
  expect(status).toBe(200);
};
const promises = async (id: string) => {
  const rows = t.db.selectFrom('promised_windows').selectAll().where('pickupId', '=', id).orderBy('date');
  return await rows.execute();
};
const windowOf = async (id: string) => (await rowOf(t, id)).pickupWindow;
/** Returns the text of a promise, computed independently of the code under test. */
const textOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' });
  return [startsAt, endsAt].map((at) => format.format(at).replace(' ', ' ')).join(' – ');
};

describe('a window becomes a promise', () => {
  it('at 5 PM the evening before, for every stop of the day, also of customers who want no reminder', async () => {
    const body = { group: 'reminders', channel: 'email', isOn: false };
    await t.call('PATCH', '/api/me/message-preferences', { token: customer.token, body });
    const ids = [await book(0), await book(1), await book(2)];
    await optimize();
    const unplanned = await book(3);
    setClock(t, today, '17:00', -1);
    await makeReminders(t.services);
    expect(await promises(ids[0] ?? '')).toEqual([]);
    setClock(t, today, '17:00');
    await Promise.all([makeReminders(t.services), makeReminders(t.services)]);
    for (const id of ids) {
      const [promise, ...more] = await promises(id);
      expect(more).toEqual([]);
      expect(promise).toMatchObject({ date: tomorrow, promisedAt: t.services.clock() });
      expect(textOf(promise as never)).toBe(await windowOf(id));
    }
    expect(await promises(unplanned)).toEqual([]);
    const reminders = t.db
      .selectFrom('messages')
      .select('id')
      .where('kind', '=', 'reminder')
      .where('channel', '=', 'email');
    expect(await reminders.execute()).toEqual([]);
  });

  it('as soon as a stop of today is planned, and a held one when it is no longer held', async () => {
    setClock(t, tomorrow, '08:00');
    const [id, held] = [await book(0), await book(1)];
    await optimize();
    await t.db.updateTable('pickups').set({ heldAt: t.services.clock() }).where('id', '=', held).execute();
    await makeReminders(t.services);
    expect([(await promises(id)).length, (await promises(held)).length]).toEqual([1, 0]);
    await t.db.updateTable('pickups').set({ heldAt: null }).where('id', '=', held).execute();
    setClock(t, tomorrow, '08:10');
    await makeReminders(t.services);
    expect(await promises(held)).toMatchObject([{ promisedAt: t.services.clock() }]);
    expect(await promises(id)).not.toMatchObject([{ promisedAt: t.services.clock() }]);
  });

  it('again on another date', async () => {
    const id = await book(0);
    await optimize();
    setClock(t, today, '17:00');
    await makeReminders(t.services);
    const [first] = await promises(id);
    await reschedule(t, admin, id, 2);
    expect(await windowOf(id)).toBeNull();
    await assign(t, admin, id, drivers[0] as Person);
    await optimize();
    setClock(t, tomorrow, '17:00');
    await makeReminders(t.services);
    expect(await promises(id)).toMatchObject([
      { date: tomorrow, promisedAt: first?.promisedAt },
      { date: '2026-11-26' },
    ]);
  });
});

describe('a promise stays', () => {
  it('when the day is planned again, and the stop with its window', async () => {
    const id = await book(30);
    await optimize();
    const before = await windowOf(id);
    setClock(t, today, '17:00');
    await makeReminders(t.services);
    const [promise] = await promises(id);
    // With many stops before this one, the new route plan reaches it hours later.
    for (let spot = 0; spot < 25; spot += 1) await book(spot);
    const driver = (await rowOf(t, id)).driverId ?? '';
    await t.db
      .updateTable('users')
      .set({ isActive: false })
      .where('id', '<>', driver)
      .where('role', '=', 'driver')
      .execute();
    await optimize();
    setClock(t, today, '20:00');
    await makeReminders(t.services);
    expect(await promises(id)).toEqual([promise]);
    expect(await windowOf(id)).toBe(before);
    const others = await t.db.selectFrom('promised_windows').select('pickupId').execute();
    expect(others).toHaveLength(26);
  });

  it('when another driver takes the stop, before and after that route is planned', async () => {
    const ids = [await book(0), await book(1), await book(2)];
    await optimize();
    setClock(t, today, '17:00');
    await makeReminders(t.services);
    const id = ids[1] ?? '';
    const [promise] = await promises(id);
    const window = await windowOf(id);
    const from = (await rowOf(t, id)).driverId;
    const to = drivers.find((driver) => driver.id !== from) as Person;
    setClock(t, tomorrow, '13:00');
    await staySignedIn(t);
    await assign(t, admin, id, to);
    expect(await windowOf(id)).toBe(window);
    await optimize();
    const row = await rowOf(t, id);
    // The route plan says afternoon, but the promise to the customer is for the morning.
    expect(row.estimatedArrival?.getTime()).toBeGreaterThan(promise?.endsAt.getTime() ?? Number.NaN);
    expect(row.pickupWindow).toBe(window);
    expect(await promises(id)).toEqual([promise]);
    const { body } = await t.call('GET', `/api/pickups/${id}/live`, { token: customer.token });
    expect(body).toMatchObject({ window });
  });

  it('in the reminder, however late it leaves', async () => {
    const id = await book(0);
    await optimize();
    const window = await windowOf(id);
    setClock(t, today, '17:00');
    await makeReminders(t.services);
    await t.db
      .updateTable('pickups')
      .set({ driverId: null, status: 'pending', pickupWindow: null })
      .where('id', '=', id)
      .execute();
    await optimize();
    await t.runJobs();
    expect(await windowOf(id)).toBe(window);
  });
});

describe('a kill', () => {
  it('between promises and reminders leaves the promises, and the next run makes the reminders', async () => {
    const id = await book(0);
    await optimize();
    setClock(t, today, '17:00');
    const jobs = { ...t.services.jobs, enqueueAll: () => Promise.reject(new Error('killed')) };
    await expect(makeReminders({ ...t.services, jobs })).rejects.toThrow('killed');
    const [promise, ...more] = await promises(id);
    expect([promise?.date, more]).toEqual([tomorrow, []]);
    const reminders = t.db
      .selectFrom('messages')
      .select('id')
      .where('kind', '=', 'reminder')
      .where('subjectId', '=', id);
    expect(await reminders.execute()).toEqual([]);
    setClock(t, today, '17:01');
    await makeReminders(t.services);
    expect(await promises(id)).toEqual([promise]);
    expect(await reminders.execute()).toHaveLength(1);
  });

  it('before the promises are recorded leaves neither, and the next run makes both', async () => {
    const id = await book(0);
    await optimize();
    setClock(t, today, '17:00');
    await sql`ALTER TABLE promised_windows ADD CONSTRAINT killed CHECK ("date" < '2020-01-01')`.execute(t.db);
    await expect(makeReminders(t.services)).rejects.toThrow('killed');
    await sql`ALTER TABLE promised_windows DROP CONSTRAINT killed`.execute(t.db);
    const written = t.db.selectFrom('messages').select('id').where('kind', '=', 'reminder').where('subjectId', '=', id);
    expect([await promises(id), await written.execute()]).toEqual([[], []]);
    setClock(t, today, '21:30');
    // It is too late for a reminder, but not for the promise.
    await makeReminders(t.services);
    expect([(await promises(id)).length, (await written.execute()).length]).toEqual([1, 0]);
  });

  it('of a plan that waits for the promises writes no other window', async () => {
    const id = await book(0);
    await optimize();
    setClock(t, today, '17:00');
    await Promise.all([optimize(), promiseWindows(t.services)]);
    await promiseWindows(t.services);
    const [promise] = await promises(id);
    expect(textOf(promise as never)).toBe(await windowOf(id));
  });
});
