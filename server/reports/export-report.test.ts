import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportExports } from '../../contract/reports.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { codeAt, enrol } from '../../tests/support/accounts/second-factor.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { addLine, addPromise, addStop } from '../../tests/support/report-rows.ts';
import { trailOf } from '../../tests/support/trail.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());

const days = { from: '2026-11-01', to: '2026-11-30' };
const exported = (table: string, token = admin.token, change: object = {}) =>
  t.call('POST', '/api/admin/reports/export', { token, body: { table, ...days, ...change } });
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true });

it('sends every row of more than one batch, once and in order', async () => {
  // The rows are inserted in parts, because a statement of the app's connection has a time limit.
  for (let last = 820; last <= 4100; last += 820) {
    await sql`INSERT INTO pickups ("id", "customerId", "address", "bagCount", "amount", "serviceType", "status", "scheduledDate")
      SELECT gen_random_uuid(), ${customer.id}, n || ' Elm St', 1, 30, 'one-time', 'completed', ${instantOf('2026-11-01', '09:00')}::timestamptz + interval '1 day' * (n % 30)
      FROM generate_series(${last - 819}::int, ${last}::int) AS n`.execute(t.db);
  }
  await addStop(t.db, customer.id, '2026-12-01');
  const { status, body, headers } = await exported('pickups');
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers['content-disposition']).toBe('attachment; filename="pickups-2026-11-01-2026-11-30.csv"');
  expect(headers['cache-control']).toBe('no-store');
  expect(body.charCodeAt(0)).toBe(0xfeff);
  const rows = rowsOf(body);
  expect(rows).toHaveLength(4100);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4100);
  expect(rows.map((row) => row.service_day)).toEqual(rows.map((row) => row.service_day).toSorted());
  expect(rows[0]).toMatchObject({ status: 'completed', price: '30.00', customer: customer.username, driver: '' });
});

it('makes cells safe that a spreadsheet could take for formulas, and leaves amounts numbers', async () => {
  const odd = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\tx', '\rx', '＝1', '\n=1', 'a, "b"\nc', '5 Elm St\n2nd floor'];
  for (const address of odd) await addStop(t.db, customer.id, '2025-11-01', { address });
  const rows = rowsOf((await exported('pickups', admin.token, { from: '2025-11-01', to: '2025-11-01' })).body);
  expect(rows.map(({ address }) => address).sort()).toEqual(
    [...odd.slice(0, -2).map((address) => `'${address}`), ...odd.slice(-2)].sort(),
  );
  await addLine(t.db, customer.id, instantOf('2025-11-01', '12:00'), { status: 'refunded', refundAmount: '12.50' });
  const payments = rowsOf((await exported('payments', admin.token, { from: '2025-11-01', to: '2025-11-01' })).body);
  expect(payments).toMatchObject([{ moved: '-12.50', status: 'refunded', for: 'other' }]);
});

it('has the bags as booked and as counted, and the window as it was promised, of each stop', async () => {
  const day = '2025-11-05';
  const id = await addStop(t.db, customer.id, day, { bagCount: 3, countedBags: 5, pickupWindow: '3:00 PM – 5:00 PM' });
  await addPromise(t.db, id, day, ['09:00', '11:00']);
  await addStop(t.db, customer.id, day, { bagCount: 2, pickupWindow: '3:00 PM – 5:00 PM' });
  const rows = rowsOf((await exported('pickups', admin.token, { from: day, to: day })).body);
  const [promised, plain] = rows.toSorted((a, b) => Number(b.bags) - Number(a.bags));
  expect(promised).toMatchObject({
    ...{ bags: '3', counted_bags: '5', promised_window: '9:00 AM – 11:00 AM', promised: '2025-11-04 17:00' },
  });
  expect(plain).toMatchObject({ bags: '2', counted_bags: '', promised_window: '', promised: '' });
});

it.each(reportExports)('has a file of %s that fits the report, and a line in the trail', async (table) => {
  const { status, body } = await exported(table);
  expect(status).toBe(200);
  const rows = rowsOf(body);
  if (table === 'stops') {
    expect(rows.reduce((sum, { done }) => sum + Number(done), 0)).toBe(4100);
    expect(rows).toHaveLength(30);
  }
  if (table === 'money') expect(rows).toHaveLength(30);
  const trail = await trailOf(t, admin, 'user', admin.id);
  expect(trail[0]).toMatchObject({ action: 'report_exported', details: { table, ...days } });
});

it('says that there are no rows', async () => {
  const { body } = await exported('payments', admin.token, { from: '2020-01-01', to: '2020-01-01' });
  expect(body).toBe('\uFEFFNo rows\r\n');
});

it.each([{ table: 'users' }, { from: '2026-12-01' }, { from: '2024-01-01' }])('refuses %o', async (change) => {
  expect((await exported('stops', admin.token, change)).status).toBe(400);
});

it('asks an account with a second factor to confirm after 15 minutes', async () => {
  const now = new Date();
  t.setNow(now);
  const secured = await makeAdmin(t);
  const { key } = await enrol(t, secured, now);
  expect((await exported('stops', secured.token)).status).toBe(200);
  const later = new Date(now.getTime() + 15 * 60_000 + 1000);
  t.setNow(later);
  await staySignedIn(t);
  expect(await exported('stops', secured.token)).toMatchObject({ status: 409, body: { code: 'confirm_again' } });
  const twoFactorCode = codeAt(key, later);
  await t.call('POST', '/api/me/confirm', { token: secured.token, body: { twoFactorCode } });
  expect((await exported('stops', secured.token)).status).toBe(200);
  // Reading a report isn't an export.
  t.setNow(new Date(later.getTime() + 20 * 60_000));
  expect((await t.call('GET', '/api/admin/reports/stops', { token: secured.token, query: days })).status).toBe(200);
});
