import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineOf } from '../../../contract/values/charge-lines.ts';
import { centsToText } from '../../../contract/values/money.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { findFaults } from '../../../tests/support/books/books.ts';
import { readBooks } from '../../../tests/support/books/read-books.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { bookPaidPickup, cancelFor, optionsOf, setClock } from '../../../tests/support/pickups/booking-changes.ts';
import { pay } from '../../../tests/support/pickups/bookings.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { makePayable } from '../checkout/open-payment.ts';
import { insertPaymentWithLines } from '../lines/write-lines.ts';
import { retryRefundsOf } from './retry-refund.ts';
import { sendRefund } from './send-refund.ts';

/** A pickup with two charges: $45.00 for the pickup, and $15.00 for something that was added to it. */

let t: TestApp;
let admin: Person;
let customer: Person;
let pickup: ApiResponse['body'];
/** The intents of the pickup and of the addition. */
let own: string;
let added: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  setClock(t, '2026-11-20', '12:00');
  customer = await makeCustomer(t);
  await staySignedIn(t);
  pickup = await bookPaidPickup(t, customer);
  const row = t.db.selectFrom('pickups').select('stripePaymentIntentId').where('id', '=', pickup.id);
  own = (await row.executeTakeFirstOrThrow()).stripePaymentIntentId ?? '';
  setClock(t, '2026-11-20', '12:10');
  added = await openAddition(1500);
  expect((await pay(t, customer.token, added)).body.success).toBe(true);
});

/** Opens the payment of an addition, as a screen that adds something will do. Returns its intent. */
async function openAddition(cents: number): Promise<string> {
  const { services } = t;
  const wanted = { id: randomUUID(), customerId: customer.id, pickupId: pickup.id, amount: centsToText(cents) };
  const about = { purpose: 'addition', priceVersion: 1, createdAt: services.clock() } as const;
  const payment = await inTransaction(
    services.db,
    async (trx) => await insertPaymentWithLines(trx, { ...wanted, ...about }, [lineOf('other', cents)]),
  );
  return (await makePayable(services, payment)).intent.id;
}

const refundsOf = async (intentId: string) => {
  const refunds = t.db.selectFrom('charge_refunds').select(['id', 'amount', 'status', 'why']);
  return await refunds.where('intentId', '=', intentId).orderBy('createdAt').execute();
};
const amountsOf = async (intentId: string) => (await refundsOf(intentId)).map(({ amount }) => amount);
const paymentStatus = async () =>
  (await t.db.selectFrom('pickups').select('paymentStatus').where('id', '=', pickup.id).executeTakeFirst())
    ?.paymentStatus;
const ask = async (amount: string, refundKey: string = randomUUID()) =>
  await t.call('POST', `/api/admin/pickups/${pickup.id}/refund`, {
    token: admin.token,
    body: { amount, reason: 'A bag was missed', refundKey },
  });
const cancelByStaff = async () =>
  expect((await t.call('DELETE', `/api/admin/pickups/${pickup.id}`, { token: admin.token })).status).toBe(200);
const setDispute = async (intentId: string, disputedAt: Date | null) =>
  await t.db.updateTable('payment_history').set({ disputedAt }).where('stripePaymentIntentId', '=', intentId).execute();
const expectSoundBooks = async () => {
  await t.runJobs();
  expect(findFaults(await readBooks(t.db))).toEqual([]);
};

describe('a pickup with an addition', () => {
  it('shows the sum, and each charge with its own receipt', async () => {
    const page = await t.call('GET', `/api/pickups/${pickup.id}`, { token: customer.token });
    expect(page.body.payment).toMatchObject({ amount: '60.00', refunds: [], isDisputed: false });
    const paid = await t.call('GET', `/api/admin/pickups/${pickup.id}/payment`, { token: admin.token });
    expect(paid.body).toMatchObject({ paid: '60.00', refunded: '0.00', left: '60.00', refunds: [] });
    const { body: items } = await t.call('GET', '/api/billing-history', { token: customer.token });
    expect(items).toMatchObject([
      { amount: '15.00', pickupId: pickup.id },
      { amount: '45.00', pickupId: pickup.id },
    ]);
    expect((await optionsOf(t, customer, pickup.id)).body).toMatchObject({ paid: '60.00', refund: '60.00' });
    await expectSoundBooks();
  });

  it('is refunded whole when it is cancelled, and says so when both refunds are done', async () => {
    await cancelByStaff();
    const [[first], [second]] = [await refundsOf(added), await refundsOf(own)];
    expect([first?.amount, second?.amount]).toEqual(['15.00', '45.00']);
    await sendRefund(t.services, first?.id ?? '');
    expect(await paymentStatus()).toBe('paid');
    await sendRefund(t.services, second?.id ?? '');
    expect(await paymentStatus()).toBe('refunded');
    await expectSoundBooks();
  });

  it('is refunded in part when its customer cancels late: half of the sum, the newest charge first', async () => {
    setClock(t, '2026-11-20', '19:00');
    expect((await optionsOf(t, customer, pickup.id)).body).toMatchObject({ paid: '60.00', refund: '30.00' });
    expect((await cancelFor(t, customer, pickup.id, '22.50')).body.errors).toEqual({ expectedRefund: '30.00' });
    expect((await cancelFor(t, customer, pickup.id, '30.00')).status).toBe(200);
    expect([await amountsOf(added), await amountsOf(own)]).toEqual([['15.00'], ['15.00']]);
    expect((await cancelFor(t, customer, pickup.id, '30.00')).body.refund).toBe('30.00');
    await expectSoundBooks();
    expect(await paymentStatus()).toBe('paid');
  });
});

describe('a refund by staff', () => {
  it('takes from the newest charge first, at most what is left of each, and once a key', async () => {
    const key = randomUUID();
    const { status, body } = await ask('20.00', key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ paid: '60.00', left: '40.00' });
    expect((await ask('20.00', key)).status).toBe(200);
    expect([await amountsOf(added), await amountsOf(own)]).toEqual([['15.00'], ['5.00']]);
    expect((await ask('15.00', key)).body.code).toBe('key_reused');
    expect((await ask('40.01')).body.message).toBe('You can refund up to $40.00.');
    expect((await ask('40.00')).body).toMatchObject({ left: '0.00' });
    expect((await ask('0.01')).body.code).toBe('nothing_left');
    await expectSoundBooks();
    const paid = await t.call('GET', `/api/admin/pickups/${pickup.id}/payment`, { token: admin.token });
    expect(paid.body).toMatchObject({ refunded: '60.00', left: '0.00' });
  });

  it('counts what a person refunded in the own screens of the provider', async () => {
    await t.services.payments.refundPayment(added, { amountCents: 1000, idempotencyKey: 'by hand' });
    expect((await ask('50.01')).body.message).toBe('You can refund up to $50.00.');
    expect((await ask('50.00')).status).toBe(200);
    expect([await amountsOf(added), await amountsOf(own)]).toEqual([['5.00'], ['45.00']]);
    await t.runJobs();
    expect((await t.services.payments.getPayment(added))?.refundedCents).toBe(1500);
    expect((await t.services.payments.getPayment(own))?.refundedCents).toBe(4500);
  });
});

describe('a dispute of one charge', () => {
  it('leaves the other one to staff', async () => {
    await setDispute(added, t.services.clock());
    expect((await ask('45.01')).body.code).toBe('disputed');
    expect((await ask('45.00')).status).toBe(200);
    expect([await amountsOf(added), await amountsOf(own)]).toEqual([[], ['45.00']]);
    await setDispute(added, null);
  });

  it('lets a cancellation refund the other one, and its own refund waits', async () => {
    await setDispute(added, t.services.clock());
    await cancelByStaff();
    await t.runJobs();
    expect([await refundsOf(own), await refundsOf(added)]).toMatchObject([
      [{ amount: '45.00', status: 'done' }],
      [{ amount: '15.00', status: 'asked' }],
    ]);
    expect(await paymentStatus()).toBe('paid');
    await setDispute(added, null);
    await inTransaction(t.db, async (trx) => await retryRefundsOf(t.services, trx, added));
    await expectSoundBooks();
    expect(await paymentStatus()).toBe('refunded');
  });
});

describe('an addition that is paid too late', () => {
  it('waits for a cancellation that is being made, and is refunded', async () => {
    const late = await openAddition(2000);
    const set = async (db: Db, status: 'cancelled' | 'pending') =>
      await db.updateTable('pickups').set({ status }).where('id', '=', pickup.id).execute();
    const { body } = await overtaken(
      t.db,
      () => pay(t, customer.token, late),
      (trx) => set(trx, 'cancelled'),
    );
    expect(body.code).toBe('given_back');
    await t.runJobs();
    expect(await refundsOf(late)).toMatchObject([{ amount: '20.00', status: 'done', why: 'unused' }]);
    await set(t.db, 'pending');
  });

  it('is refunded in full, and does not count for the pickup', async () => {
    const late = await openAddition(2000);
    setClock(t, '2026-11-20', '19:00');
    expect((await cancelFor(t, customer, pickup.id, '30.00')).status).toBe(200);
    expect((await pay(t, customer.token, late)).body.code).toBe('given_back');
    await expectSoundBooks();
    expect(await refundsOf(late)).toMatchObject([{ amount: '20.00', status: 'done', why: 'unused' }]);
    const paid = await t.call('GET', `/api/admin/pickups/${pickup.id}/payment`, { token: admin.token });
    expect(paid.body).toMatchObject({ paid: '60.00', refunded: '30.00', left: '30.00' });
  });
});
