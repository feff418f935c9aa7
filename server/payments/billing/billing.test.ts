import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillingItem } from '../../../contract/payments.ts';
import { addDays, dateKeyOf, formatDateKey, instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';

let t: TestApp;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  customer = await makeCustomer(t);
});

const history = (query: Record<string, string> = {}, token = customer.token) =>
  t.call('GET', '/api/billing-history', { token, query });
const items = async (query: Record<string, string> = {}): Promise<BillingItem[]> => (await history(query)).body;
const summary = async (token = customer.token) => (await t.call('GET', '/api/billing-summary', { token })).body;
const linesOf = (list: BillingItem[]) => list.map((item) => [item.description, item.amount, item.status]);

const today = () => dateKeyOf(t.services.clock());
/** Formats a day as today's billing items show it: with the year if it isn't this year. */
const dayText = (daysAhead: number) => {
  const day = addDays(today(), daysAhead);
  const year = day.slice(0, 4);
  return formatDateKey(day) + (year === today().slice(0, 4) ? '' : `, ${year}`);
};

async function openBooking(daysAhead: number, bagCount = 8, amount = '45.00'): Promise<string> {
  const { address, scheduledDate } = bookingBody(t, daysAhead);
  const booking = { address, scheduledDate, bagCount, draftKey: randomUUID() };
  return await openPayment(t, customer.token, amount, { booking });
}

async function subscribe(packageType: string, card: 'successful' | 'declined' = 'successful'): Promise<void> {
  const { token } = customer;
  const { body } = await t.call('POST', '/api/create-subscription', { token, body: { packageType } });
  await pay(t, token, body.clientSecret.split('_secret')[0], card);
}

/** Pays for a pickup that was cancelled in the meantime: the payment is refunded. */
async function payForCancelled(): Promise<string> {
  const pickup = await bookUnpaid(t, customer.token, bookingBody(t, 1));
  const intent = await openPayment(t, customer.token, '45.00', { pickupId: pickup.id });
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', pickup.id).execute();
  await pay(t, customer.token, intent);
  await t.runJobs();
  return pickup.id;
}

describe('GET /api/billing-history', () => {
  it('is for customers: 401 without a session, 403 for the others', async () => {
    expect((await t.call('GET', '/api/billing-history')).status).toBe(401);
    for (const staff of [await makeDriver(t), await makeAdmin(t)]) {
      expect((await history({}, staff.token)).status).toBe(403);
    }
  });

  it('rejects an invalid limit, cursor or status', async () => {
    for (const limit of ['0', '501', 'abc', '-1', '1.5']) {
      const { status, body } = await history({ limit });
      expect([status, body.errors?.limit], limit).toEqual([400, 'Limit must be a number from 1 to 500']);
    }
    expect(await history({ cursor: 'nonsense' })).toMatchObject({
      status: 400,
      body: { errors: { cursor: expect.any(String) } },
    });
    expect(await history({ status: 'refunded' })).toMatchObject({
      status: 400,
      body: { message: "There is no status 'refunded'." },
    });
  });

  it('is empty for a new customer', async () => {
    const { status, body, headers } = await history();
    expect([status, body, headers['x-total-count'], headers.link]).toEqual([200, [], '0', undefined]);
  });

  it('describes a paid booking', async () => {
    await pay(t, customer.token, await openBooking(3));
    const [pickup] = (await t.call('GET', '/api/pickups', { token: customer.token })).body;
    expect(await items()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'one-time',
        description: `One-time pickup, 8 bags, ${dayText(3)}`,
        date: expect.stringMatching(/Z$/),
        amount: '45.00',
        status: 'succeeded',
        pickupId: pickup.id,
        failureReason: null,
        hasReceipt: true,
      },
    ]);
  });

  it('describes what a declined card was for, and why it was declined', async () => {
    const intent = await openBooking(0, 1, '30.00');
    await pay(t, customer.token, intent, 'declined');
    expect(await items()).toMatchObject([
      {
        type: 'same-day',
        description: `Same-day pickup, 1 bag, ${dayText(0)}`,
        amount: '30.00',
        status: 'failed',
        failureReason: 'Your card was declined.',
      },
    ]);
    await pay(t, customer.token, intent);
    expect((await items()).map((item) => item.status)).toEqual(['succeeded', 'failed']);
  });

  it('names the plan of a first month, paid or declined', async () => {
    await subscribe('clean-carry', 'declined');
    await subscribe('clean-carry');
    expect(await items()).toMatchObject([
      { type: 'subscription', description: 'Clean & Carry, monthly plan', amount: '60.00', status: 'succeeded' },
      { type: 'subscription', description: 'Clean & Carry, monthly plan', amount: '60.00', status: 'failed' },
    ]);
  });

  it('names the package that was bought, even if the plan has changed since', async () => {
    await subscribe('basic');
    const changed = { packageType: 'premium', pricePerMonth: '150.00' } as const;
    await t.db.updateTable('subscriptions').set(changed).where('customerId', '=', customer.id).execute();
    expect(linesOf(await items())).toEqual([['Basic Package, monthly plan', '35.00', 'succeeded']]);
  });

  it('shows a refund as a separate item, negative and succeeded', async () => {
    const pickupId = await payForCancelled();
    const [refund, charge] = await items();
    const description = `Next-day pickup, 8 bags, ${dayText(1)}`;
    expect(refund).toMatchObject({
      type: 'refund',
      description: `Refund: ${description}`,
      amount: '-45.00',
      status: 'succeeded',
    });
    expect(charge).toMatchObject({ type: 'next-day', description, amount: '45.00', status: 'succeeded' });
    expect([refund?.pickupId, charge?.pickupId]).toEqual([pickupId, pickupId]);
  });

  it('shows a payment that has not bought anything yet', async () => {
    await pay(t, customer.token, await openPayment(t, customer.token));
    expect(await items()).toMatchObject([{ description: 'Card payment', amount: '45.00', pickupId: null }]);
  });

  it('lists an unpaid pickup as pending until it is paid or cancelled', async () => {
    const unpaid = await bookUnpaid(t, customer.token, bookingBody(t, 2));
    const other = await bookUnpaid(t, customer.token, bookingBody(t, 4));
    expect(
      (await items()).map(({ id, pickupId, status, type, amount }) => [id, pickupId, status, type, amount]),
    ).toEqual([
      [other.id, other.id, 'pending', 'one-time', '45.00'],
      [unpaid.id, unpaid.id, 'pending', 'one-time', '45.00'],
    ]);
    await pay(t, customer.token, await openPayment(t, customer.token, '45.00', { pickupId: unpaid.id }));
    await t.db.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', other.id).execute();
    expect(linesOf(await items())).toEqual([[`One-time pickup, 8 bags, ${dayText(2)}`, '45.00', 'succeeded']]);
  });

  it('does not list the pickups of a plan as unpaid', async () => {
    await subscribe('heavy-duty');
    expect((await t.call('GET', '/api/pickups', { token: customer.token })).body.length).toBeGreaterThan(0);
    expect(await items({ status: 'pending' })).toEqual([]);
  });

  it('adds the year when a pickup is in another year than its booking', async () => {
    t.setNow(instantOf('2026-12-15', '12:00'));
    customer = await makeCustomer(t);
    await bookUnpaid(t, customer.token, { scheduledDate: instantOf('2027-01-02', '09:00').toISOString() });
    expect((await items())[0]?.description).toBe('One-time pickup, 8 bags, Sat, Jan 2, 2027');
    t.setNow(new Date());
  });

  it("contains only the caller's items", async () => {
    const other = await makeCustomer(t);
    await pay(t, customer.token, await openBooking(1));
    await bookUnpaid(t, customer.token);
    expect((await history({}, other.token)).body).toEqual([]);
    expect(await summary(other.token)).toEqual({ completedOneTime: 0, totalSpent: '0.00', delayedRefunds: [] });
  });

  it('filters by status; a refund counts as succeeded', async () => {
    await payForCancelled();
    await pay(t, customer.token, await openBooking(2), 'declined');
    await bookUnpaid(t, customer.token, bookingBody(t, 2));
    const statusesOf = async (status: string) => (await items({ status })).map((item) => item.status).sort();
    expect(await statusesOf('succeeded')).toEqual(['succeeded', 'succeeded']);
    expect(await statusesOf('failed')).toEqual(['failed']);
    expect(await statusesOf('pending')).toEqual(['pending']);
    expect(await statusesOf('succeeded,failed')).toEqual(['failed', 'succeeded', 'succeeded']);
    expect((await history({ status: 'succeeded,failed' })).headers['x-total-count']).toBe('3');
  });

  it('is paged newest first without gaps or duplicates, even when items have the same time', async () => {
    // The clock is stopped, so every declined card of a booking has the same time.
    t.setNow(new Date());
    for (const daysAhead of [1, 2]) {
      const intent = await openBooking(daysAhead);
      for (let attempt = 0; attempt < 3; attempt++) await pay(t, customer.token, intent, 'declined');
      await bookUnpaid(t, customer.token, bookingBody(t, daysAhead));
      t.setNow(new Date(t.services.clock().getTime() + 60_000));
    }
    const whole = await items();
    expect(whole).toHaveLength(8);
    const times = whole.map((item) => item.date);
    expect(times).toEqual([...times].sort().reverse());

    const paged: BillingItem[] = [];
    let path: string | undefined = '/api/billing-history?limit=3';
    const sizes: number[] = [];
    while (path) {
      const { body, headers } = await t.call('GET', path, { token: customer.token });
      expect(headers['x-total-count']).toBe('8');
      paged.push(...body);
      sizes.push(body.length);
      path = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(sizes).toEqual([3, 3, 2]);
    expect(paged).toEqual(whole);
  });
});

describe('GET /api/billing-summary', () => {
  it('is for customers: 401 without a session, 403 for the others', async () => {
    expect((await t.call('GET', '/api/billing-summary')).status).toBe(401);
    for (const { token } of [await makeDriver(t), await makeAdmin(t)]) {
      expect((await t.call('GET', '/api/billing-summary', { token })).status).toBe(403);
    }
  });

  it('sums all charges less refunds', async () => {
    await pay(t, customer.token, await openBooking(1, 4, '30.00'));
    await pay(t, customer.token, await openBooking(2, 25, '100.00'), 'insufficientFunds');
    await subscribe('basic');
    await payForCancelled();
    await bookUnpaid(t, customer.token);
    expect((await summary()).totalSpent).toBe('65.00');
    const sum = (await items({ status: 'succeeded' })).reduce(
      (cents, item) => cents + Math.round(Number(item.amount) * 100),
      0,
    );
    expect(sum).toBe(6500);
  });

  it('is exact to the cent', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({
      id: randomUUID(),
      customerId: customer.id,
      amount: '0.10',
      status: index % 3 === 0 ? 'refunded' : 'succeeded',
      refundAmount: index % 3 === 0 ? '0.07' : null,
      pickupId: null,
      subscriptionId: null,
      stripePaymentIntentId: `pi_${randomUUID()}`,
      paymentMethod: 'card',
      failureReason: null,
    }));
    await t.db.insertInto('payment_history').values(lines).execute();
    expect((await summary()).totalSpent).toBe('13.00');
    expect((await items({ limit: '500' })).filter((item) => item.amount === '-0.07')).toHaveLength(100);
  });

  it('counts completed one-time pickups, not those of a plan', async () => {
    await subscribe('basic');
    for (const daysAhead of [0, 1, 3]) await bookUnpaid(t, customer.token, bookingBody(t, daysAhead));
    const complete = (isPlan: boolean) =>
      t.db
        .updateTable('pickups')
        .set({ status: 'completed' })
        .where('customerId', '=', customer.id)
        .where('serviceType', isPlan ? '=' : '<>', 'subscription')
        .execute();
    await complete(true);
    expect((await summary()).completedOneTime).toBe(0);
    await complete(false);
    expect((await summary()).completedOneTime).toBe(3);
  });
});
