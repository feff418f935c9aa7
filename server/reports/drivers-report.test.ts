import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DriversReport } from '../../contract/reports.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { addStop, addVisit } from '../../tests/support/report-rows.ts';
import { countDay } from '../drivers/count-day.ts';

let t: TestApp;
let admin: Person;
let drivers: Person[];
const days = ['2026-10-31', '2026-11-01', '2026-11-02'];
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
  drivers = [await makeDriver(t), await makeDriver(t), await makeDriver(t)];
  const customer = await makeCustomer(t);
  for (const [nth, { id }] of drivers.slice(0, 2).entries()) {
    for (const [index, day] of days.entries()) {
      await t.db
        .insertInto('routes')
        .values({ id: crypto.randomUUID(), driverId: id, date: day, totalDistance: `${10 * (nth + 1)}.25` })
        .execute();
      for (let stop = 0; stop < 2 + nth * 3 + index; stop += 1) {
        // On the 25-hour day, these times span the repeated hour.
        const completedAt = new Date(instantOf(day, '00:30').getTime() + stop * 47 * 60_000);
        const status = stop % 4 === 3 ? 'incomplete' : 'completed';
        await addStop(t.db, customer.id, day, {
          ...{ driverId: id, status, bagCount: 1 + stop, settledAt: completedAt },
          // Some stops have counted bags: more than booked, fewer, or none.
          countedBags: stop % 3 === 1 ? (stop * 5) % 7 : null,
          completedAt: status === 'completed' ? completedAt : null,
        });
      }
      await countDay(t.services, { driverId: id, date: day });
      // Three visits are at these New York times, and some of them aren't weighed. The last visit is only planned.
      const times = ['00:00', '11:30', '23:59'].map((time) => instantOf(day, time));
      for (const [visit, emptiedAt] of times.entries()) {
        await addVisit(t.db, { driverId: id, date: day, emptiedAt, tons: nth === 1 ? `${index + 1}.${visit}5` : null });
      }
      await addVisit(t.db, { driverId: id, date: day, emptiedAt: null, tons: null });
    }
  }
});
afterAll(async () => await t.close());

const read = async (from: string, to: string): Promise<DriversReport> =>
  (await t.call('GET', '/api/admin/reports/drivers', { token: admin.token, query: { from, to } })).body;

it.each([
  ['2026-10-31', '2026-11-02'],
  ['2026-11-01', '2026-11-01'],
])('agrees with the stops and routes of %s to %s', async (from, to) => {
  const report = await read(from, to);
  expect(report.drivers.map(({ id }) => id).sort()).toEqual(
    drivers
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  );
  const pickups = await t.db.selectFrom('pickups').selectAll().execute();
  const routes = await t.db.selectFrom('routes').selectAll().execute();
  const visits = await t.db.selectFrom('disposal_visits').selectAll().execute();
  const within = days.filter((day) => day >= from && day <= to);
  for (const driver of report.drivers) {
    const own = pickups.filter(
      ({ driverId, scheduledDay }) => driverId === driver.id && within.includes(scheduledDay ?? ''),
    );
    const done = own.filter(({ status }) => status === 'completed');
    const hours = within.reduce((sum, day) => {
      const times = done
        .filter(({ scheduledDay }) => scheduledDay === day)
        .map(({ completedAt }) => completedAt?.getTime() ?? 0);
      return sum + (Math.max(...times) - Math.min(...times)) / 3_600_000;
    }, 0);
    const miles = routes
      .filter(({ driverId, date }) => driverId === driver.id && within.includes(date))
      .reduce((sum, { totalDistance }) => sum + Number(totalDistance), 0);
    expect(driver).toMatchObject({
      ...{ days: within.length, scheduled: own.length, done: done.length, miles },
      bags: done.reduce((sum, { bagCount, countedBags }) => sum + (countedBags === null ? bagCount : countedBags), 0),
    });
    const weighed = visits.filter(({ driverId, emptiedAt, tons }) => {
      return driverId === driver.id && tons !== null && within.includes(newYorkDay(emptiedAt));
    });
    const tons = weighed.reduce((sum, visit) => sum + Number(visit.tons), 0);
    if (weighed.length === 0) expect(driver.tons).toBeNull();
    else expect(driver.tons).toBeCloseTo(tons, 5);
    // Each day's hours are stored with two decimals.
    expect(driver.hours).toBeCloseTo(hours, 1);
    expect(driver.stopsPerHour).toBeCloseTo(done.length / hours, 1);
  }
  const sum = (figure: 'done' | 'scheduled' | 'bags') =>
    report.drivers.reduce((total, driver) => total + driver[figure], 0);
  expect(report.total).toMatchObject({ done: sum('done'), scheduled: sum('scheduled'), bags: sum('bags') });
  // Only one driver's visits were weighed, three a day.
  expect(report.total.tons).toBe(report.drivers.find(({ id }) => id === drivers[1]?.id)?.tons);
  expect(report.total.tons).toBeGreaterThan(3 * within.length);
});

/** The New York day of an instant, computed independently of the report. */
const newYorkDay = (at: Date | null) =>
  at ? new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(at) : '';

it('lists a driver who only emptied a truck that day', async () => {
  const third = drivers[2] as Person;
  await addVisit(t.db, {
    driverId: third.id,
    date: '2026-11-05',
    emptiedAt: instantOf('2026-11-05', '08:00'),
    tons: '2.40',
  });
  const report = await read('2026-11-05', '2026-11-05');
  expect(report.drivers).toMatchObject([
    { id: third.id, days: 0, scheduled: 0, done: 0, bags: 0, tons: 2.4, miles: null },
  ]);
});

it('lists nobody where nobody drove', async () => {
  expect(await read('2026-12-01', '2026-12-31')).toEqual({
    total: { scheduled: 0, done: 0, bags: 0, tons: null, miles: null, hours: null, stopsPerHour: null },
    drivers: [],
  });
});
