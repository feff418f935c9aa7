import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StopsReport } from '../../contract/reports.ts';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { addPromise, addStop } from '../../tests/support/report-rows.ts';

/** Tests with days around 2026-11-01, when the clocks go back. */
let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  [admin, customer, driver] = [await makeAdmin(t), await makeCustomer(t), await makeDriver(t)];
  await fill();
});
afterAll(async () => await t.close());

const read = async (from: string, to: string): Promise<StopsReport> => {
  const { status, body } = await t.call('GET', '/api/admin/reports/stops', { token: admin.token, query: { from, to } });
  expect(status).toBe(200);
  return body;
};

/** Adds stops of each outcome on eleven days, with all kinds of windows and presses. */
async function fill(): Promise<void> {
  const statuses = [
    'completed',
    'completed',
    'completed',
    'incomplete',
    'issue',
    'assigned',
    'pending',
    'cancelled',
  ] as const;
  const reasons = ['not-out', 'no-access', 'extra-items', 'other', null] as const;
  const windows = [
    ['07:00', '09:00'],
    ['11:30', '13:30'],
    ['22:30', '00:30'],
    ['07:00', '09:00'],
  ] as const;
  for (let nth = 0; nth < 160; nth += 1) {
    const day = addDays('2026-10-28', (nth * 7) % 11);
    const status = statuses[nth % statuses.length] ?? 'completed';
    // The presses are a quarter of an hour apart, plus some seconds, around the windows.
    const pressed = new Date(instantOf(day, '06:45').getTime() + nth * 15 * 60_000 + (nth % 50) * 1000);
    const isByDriver = nth % 9 !== 0;
    const window = windows[nth % 5];
    const id = await addStop(t.db, customer.id, day, {
      ...{ status, driverId: status === 'pending' ? null : driver.id },
      ...{
        // The windows of a later route plan are not promises.
        pickupWindow: '3:00 PM – 5:00 PM',
        incompleteReason: status === 'incomplete' ? (reasons[(nth >> 3) % 5] ?? null) : null,
      },
      ...{
        settledAt: status === 'completed' && isByDriver ? pressed : null,
        completedAt: status === 'completed' ? pressed : null,
      },
    });
    // Some windows are promised for the day before, as if the stop was moved since. Every fifth stop has no promise.
    if (window) await addPromise(t.db, id, nth % 5 === 3 ? addDays(day, -1) : day, window);
  }
  const stops = await t.db.selectFrom('pickups').select(['id', 'scheduledDay']).orderBy('id').limit(30).execute();
  for (const [index, { id, scheduledDay }] of stops.entries()) {
    const state = (['recovered', 'open', 'missed', 'not-missed', 'closed'] as const)[index % 5] ?? 'open';
    await t.db
      .insertInto('missed_reports')
      .values({
        id: randomUUID(),
        pickupId: id,
        customerId: customer.id,
        day: scheduledDay ?? '',
        state,
        createdAt: new Date(),
      })
      .execute();
  }
}

/** The New York day and minute of an instant, computed independently of the report. */
function newYork(instant: Date): { day: string; minute: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const [day = '', time = ''] = parts.format(instant).split(', ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { day, minute: hours * 60 + minutes };
}

describe('the report of stops', () => {
  it.each([
    ['2026-10-28', '2026-11-07'],
    ['2026-11-01', '2026-11-01'],
    ['2026-10-30', '2026-11-03'],
    ['2026-01-01', '2026-12-31'],
  ])('agrees with the rows of %s to %s', async (from, to) => {
    const report = await read(from, to);
    const all = await t.db.selectFrom('pickups').selectAll().execute();
    const rows = all.filter(({ scheduledDate }) => {
      const { day } = newYork(scheduledDate as Date);
      return day >= from && day <= to;
    });
    const count = (...statuses: string[]) => rows.filter(({ status }) => statuses.includes(status)).length;
    expect(report.total).toMatchObject({
      ...{ done: count('completed'), incomplete: count('incomplete'), issue: count('issue') },
      ...{
        open: count('pending', 'assigned'),
        cancelled: count('cancelled'),
        scheduled: rows.length - count('cancelled'),
      },
    });
    expect(rows.length).toBeGreaterThan(5);
    for (const figure of ['done', 'incomplete', 'issue', 'open', 'cancelled', 'missed', 'scheduled'] as const) {
      expect(
        report.periods.reduce((sum, period) => sum + period[figure], 0),
        figure,
      ).toBe(report.total[figure]);
    }
    const reasons = Map.groupBy(
      rows.filter(({ status }) => status === 'incomplete'),
      (row) => row.incompleteReason,
    );
    expect(new Map(report.incomplete.map(({ reason, stops }) => [reason, stops]))).toEqual(
      new Map([...reasons].map(([reason, stops]) => [reason, stops.length])),
    );
  });

  it('counts visits judged missed, by the record and by a dispatcher, on their day', async () => {
    const { missed, total, periods } = await read('2026-10-28', '2026-11-07');
    const reports = await t.db.selectFrom('missed_reports').select(['state', 'day']).execute();
    const of = (state: string) => reports.filter((report) => report.state === state).length;
    expect(missed).toEqual({ byRecord: of('recovered'), byDispatcher: of('missed') });
    expect(total.missed).toBe(12);
    const judged = reports.filter(({ state }) => state === 'recovered' || state === 'missed');
    for (const { from, missed: count } of periods) {
      expect(count, from).toBe(judged.filter(({ day }) => day === from).length);
    }
  });

  it('measures the press of the driver against the promised window by the New York clock', async () => {
    const { onTime, total } = await read('2026-10-28', '2026-11-07');
    const done = await t.db.selectFrom('pickups').selectAll().where('status', '=', 'completed').execute();
    const promises = await t.db.selectFrom('promised_windows').selectAll().execute();
    const expected = { early: 0, inWindow: 0, late: 0, withoutPromise: 0, byOffice: 0 };
    for (const { id, settledAt, scheduledDay } of done) {
      const promise = promises.find(({ pickupId, date }) => pickupId === id && date === scheduledDay);
      if (!promise) expected.withoutPromise += 1;
      else if (settledAt === null) expected.byOffice += 1;
      else {
        // Compares wall times, in minutes.
        const [pressed, begins, ends] = [settledAt, promise.startsAt, promise.endsAt].map((at) => {
          const { day, minute } = newYork(at);
          return Date.parse(day) / 60_000 + minute;
        }) as [number, number, number];
        expected[pressed < begins ? 'early' : pressed > ends ? 'late' : 'inWindow'] += 1;
      }
    }
    expect(onTime).toEqual(expected);
    for (const figure of Object.values(onTime)) expect(figure).toBeGreaterThan(0);
    expect(Object.values(onTime).reduce((sum, figure) => sum + figure, 0)).toBe(total.done);
  });

  it('includes the last minute of the window, also on the 25-hour day', async () => {
    const before = (await read('2026-11-01', '2026-11-01')).onTime;
    for (const [at, seconds] of [
      ['09:00', 59],
      ['09:01', 0],
      ['06:59', 59],
      ['07:00', 0],
    ] as const) {
      const settledAt = new Date(instantOf('2026-11-01', at).getTime() + seconds * 1000);
      const id = await addStop(t.db, customer.id, '2026-11-01', { settledAt });
      await addPromise(t.db, id, '2026-11-01', ['07:00', '09:00']);
    }
    const after = (await read('2026-11-01', '2026-11-01')).onTime;
    expect([after.inWindow - before.inWindow, after.late - before.late, after.early - before.early]).toEqual([2, 1, 1]);
  });

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, 'The first day must not be after the last day'],
    [{ from: '2025-11-01', to: '2026-11-02' }, 'A report covers at most 366 days'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'Please choose a date such as 2026-11-23'],
    [{ from: '2026-02-01' }, 'Please choose a date such as 2026-11-23'],
  ])('refuses %o', async (query, message) => {
    for (const report of ['stops', 'drivers', 'money', 'areas']) {
      const response = await t.call('GET', `/api/admin/reports/${report}`, {
        token: admin.token,
        query: query as Record<string, string>,
      });
      expect(response).toMatchObject({ status: 400, body: { message } });
    }
  });

  it('is empty where nothing happened', async () => {
    const report = await read('2020-01-01', '2020-12-31');
    expect(report).toMatchObject({ total: { scheduled: 0, missed: 0 }, incomplete: [], onTime: { inWindow: 0 } });
    expect(report.periods).toHaveLength(12);
  });
});
