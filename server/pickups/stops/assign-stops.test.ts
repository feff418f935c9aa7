import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { rowOf } from '../../../tests/support/pickups/stops.ts';
import { inTransaction } from '../../database/transaction.ts';
import { assignStops } from './assign-stops.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

it.each([
  ['was cancelled', { status: 'cancelled' }],
  ['is held', { heldAt: new Date() }],
] as const)('assigns none of the pickups when one of them %s', async (_, change) => {
  const [admin, driver, customer] = [await makeAdmin(t), await makeDriver(t), await makeCustomer(t)];
  const ids = [(await bookUnpaid(t, customer.token)).id, (await bookUnpaid(t, customer.token)).id];
  await t.db
    .updateTable('pickups')
    .set(change)
    .where('id', '=', ids[0] ?? '')
    .execute();
  const pairs = ids.map((pickupId) => ({ pickupId, driverId: driver.id }));
  const assigning = inTransaction(t.db, (trx) => assignStops(t.services, trx, admin.id, pairs));
  await expect(assigning).rejects.toMatchObject({ status: 409 });
  for (const id of ids) expect((await rowOf(t, id)).driverId).toBeNull();
});
