import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookingBody, openPayment, pay } from '../../tests/support/pickups/bookings.ts';

let t: TestApp;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  customer = await makeCustomer(t);
});

const book = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/pickups', { token: customer.token, body, headers });
const mine = async () => (await t.call('GET', '/api/pickups', { token: customer.token })).body;

describe('POST /api/pickups refuses', () => {
  it('a stranger', async () => {
    expect((await t.call('POST', '/api/pickups', { body: bookingBody(t) })).status).toBe(401);
  });

  it("another customer's payment, like an unknown one", async () => {
    const other = await makeCustomer(t);
    const intent = await openPayment(t, other.token);
    await pay(t, other.token, intent);
    expect(await book({ ...bookingBody(t), paymentIntentId: intent })).toMatchObject({
      status: 404,
      body: { message: 'Payment not found' },
    });
  });

  it('a payment that was not made', async () => {
    const intent = await openPayment(t, customer.token);
    await pay(t, customer.token, intent, 'declined');
    const response = await book({ ...bookingBody(t), paymentIntentId: intent });
    expect(response).toMatchObject({ status: 402, body: { message: 'Payment was not completed successfully' } });
    expect(await mine()).toEqual([]);
  });

  it.each([
    ['address', '   ', 'Address is required'],
    ['address', 'x'.repeat(256), 'Address must be less than 255 characters'],
    ['bagCount', 0, 'Bag count must be at least 1'],
    ['bagCount', 2.5, 'Bag count must be a whole number'],
    ['bagCount', 26, 'For more than 25 bags, please call (215) 555-0107 for a quote.'],
    ['amount', '44.00', 'The price of this pickup is $45.00.'],
    ['scheduledDate', '2020-01-01T14:00:00.000Z', 'Please select a future date.'],
    ['scheduledDate', 'soon', 'Please select a date.'],
  ])('%s %j', async (field, value, message) => {
    const response = await book({ ...bookingBody(t), [field]: value });
    expect(response).toMatchObject({ status: 400, body: { message, errors: { [field]: message } } });
    expect(await mine()).toEqual([]);
  });
});

describe('POST /api/pickups books', () => {
  it("with the required fields alone, unpaid, at the server's price and type, and ignores what a client may not set", async () => {
    const response = await book({
      ...bookingBody(t, 1),
      status: 'completed',
      paymentStatus: 'paid',
      driverId: customer.id,
      customerId: randomUUID(),
    });
    expect(response).toMatchObject({
      status: 201,
      body: {
        customerId: customer.id,
        driverId: null,
        bagCount: 8,
        amount: '45.00',
        serviceType: 'next-day',
        status: 'pending',
        paymentStatus: 'pending',
        priority: 'normal',
      },
    });
    expect(await mine()).toEqual([response.body]);
  });

  it('with the paid intent of the same amount that has bought nothing yet', async () => {
    const intent = await openPayment(t, customer.token);
    await pay(t, customer.token, intent);
    const response = await book(bookingBody(t));
    expect(response).toMatchObject({ status: 201, body: { paymentStatus: 'paid', status: 'pending' } });
    const second = await book({ ...bookingBody(t), specialInstructions: 'Another one' });
    expect(second.body.paymentStatus).toBe('pending');
  });

  it('once, for 20 identical parallel requests with one payment', async () => {
    await pay(t, customer.token, await openPayment(t, customer.token));
    const responses = await Promise.all(Array.from({ length: 20 }, () => book(bookingBody(t))));
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    expect(await mine()).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  it('once, for 20 identical unpaid parallel requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => book(bookingBody(t))));
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
  });

  it('twice, for two payments of identical bookings', async () => {
    for (let count = 0; count < 2; count++) {
      await pay(t, customer.token, await openPayment(t, customer.token));
      expect(await book(bookingBody(t))).toMatchObject({ status: 201, body: { paymentStatus: 'paid' } });
    }
    expect(await mine()).toHaveLength(2);
  });

  it('once for one Idempotency-Key, twice for two, and refuses a key with another body', async () => {
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => book(bookingBody(t), { 'idempotency-key': key })),
    );
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect((await book(bookingBody(t), { 'idempotency-key': randomUUID() })).status).toBe(201);
    expect(await mine()).toHaveLength(2);
    const other = await book({ ...bookingBody(t), bagCount: 7 }, { 'idempotency-key': key });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  });

  it('once for a paid draft, when the client then sends only the booking and a key', async () => {
    const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t);
    const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID() };
    const intent = await openPayment(t, customer.token, '45.00', { booking });
    await pay(t, customer.token, intent);
    // The driver has sent a note about the pickup, under a key that isn't the customer's.
    const [made] = await mine();
    const noted = {
      userId: (await makeDriver(t)).id,
      key: randomUUID(),
      requestHash: 'note',
      pickupId: made?.id ?? '',
    };
    await t.db.insertInto('idempotency_keys').values(noted).execute();
    const key = randomUUID();
    expect((await book(bookingBody(t), { 'idempotency-key': key })).status).toBe(200);
    expect((await book(bookingBody(t), { 'idempotency-key': key })).status).toBe(200);
    expect(await mine()).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  it('and notifies the customer', async () => {
    await book(bookingBody(t));
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(body).toMatchObject({ unread: 1, notifications: [{ title: 'Pickup booked', isRead: false }] });
  });
});
