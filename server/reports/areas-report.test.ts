import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AreasReport } from '../../contract/reports.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { addStop } from '../../tests/support/report-rows.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
  const customer = await makeCustomer(t);
  const bellaVista = { coordinates: '39.9378,-75.1584', coordinatesPrecision: 'address' } as const;
  const at = (day: string, wallTime: string) => ({ createdAt: instantOf(day, wallTime) });
  // Booked in the first and the last minute of the day when the clocks change, for later days.
  await addStop(t.db, customer.id, '2026-11-05', { ...at('2026-11-01', '00:00'), ...bellaVista, status: 'pending' });
  await addStop(t.db, customer.id, '2026-11-06', { ...at('2026-11-01', '23:59'), ...bellaVista, status: 'cancelled' });
  await addStop(t.db, customer.id, '2026-11-05', { ...at('2026-11-02', '00:00'), ...bellaVista });
  await addStop(t.db, customer.id, '2026-11-05', {
    ...at('2026-11-01', '12:00'),
    address: '19147 Market St, Philadelphia, PA 19103-1234',
  });
  await addStop(t.db, customer.id, '2026-11-05', { ...at('2026-11-01', '12:00'), address: '12 Elm St' });
  const missed = await addStop(t.db, customer.id, '2026-10-05', at('2026-10-01', '12:00'));
  // Free recoveries and plan stops aren't bookings.
  await addStop(t.db, customer.id, '2026-11-05', { ...at('2026-11-01', '12:00'), recoveryOf: missed });
  await addStop(t.db, customer.id, '2026-11-05', { ...at('2026-11-01', '12:00'), serviceType: 'subscription' });
  await t.db
    .insertInto('subscriptions')
    .values({
      ...{
        id: crypto.randomUUID(),
        customerId: customer.id,
        stripeSubscriptionId: 'sub',
        status: 'active',
        packageType: 'basic',
      },
      ...{
        pricePerMonth: '35.00',
        address: '1 Penn Sq, Philadelphia, PA 19103',
        createdAt: instantOf('2026-11-01', '12:00'),
      },
    })
    .execute();
});
afterAll(async () => await t.close());

it('counts bookings and new plans by ZIP code, with the neighborhood of its addresses', async () => {
  const query = { from: '2026-11-01', to: '2026-11-01' };
  const { body } = await t.call('GET', '/api/admin/reports/areas', { token: admin.token, query });
  expect(body satisfies AreasReport).toEqual({
    total: { bookings: 4, cancelled: 1, plans: 1 },
    areas: [
      { zip: '19103', neighborhood: null, bookings: 1, cancelled: 0, plans: 1 },
      { zip: '19147', neighborhood: 'Bella Vista', bookings: 2, cancelled: 1, plans: 0 },
      { zip: null, neighborhood: null, bookings: 1, cancelled: 0, plans: 0 },
    ],
  });
});

it('agrees with the rows of any span', async () => {
  for (const [from, to] of [
    ['2026-10-01', '2026-11-30'],
    ['2026-11-02', '2026-11-02'],
  ] as const) {
    const { body } = await t.call('GET', '/api/admin/reports/areas', { token: admin.token, query: { from, to } });
    const rows = (await t.db.selectFrom('pickups').selectAll().execute()).filter(
      ({ createdAt, serviceType, recoveryOf }) => {
        const day = createdAt.toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
        return day >= from && day <= to && serviceType !== 'subscription' && recoveryOf === null;
      },
    );
    expect(body.total.bookings).toBe(rows.length);
    for (const { zip, bookings } of body.areas as AreasReport['areas']) {
      const own = rows.filter(
        ({ address }) =>
          (address
            .match(/\b\d{5}\b/g)
            ?.slice(address.startsWith('19147') ? 1 : 0)
            .at(-1) ?? null) === zip,
      );
      expect(bookings, zip ?? 'none').toBe(own.length);
    }
  }
});
