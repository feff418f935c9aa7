import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';
import { trailOf } from '../../../tests/support/trail.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let pickupId: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  customer = await makeCustomer(t);
  const paymentIntentId = await openPayment(t, customer.token);
  await pay(t, customer.token, paymentIntentId);
  const body = { ...bookingBody(t), paymentIntentId };
  pickupId = (await t.call('POST', '/api/pickups', { token: customer.token, body })).body.id;
});

const refund = (change: Record<string, unknown> = {}, id = pickupId, token = admin.token) => {
  const body = { amount: '10.00', reason: 'One bag was left', refundKey: randomUUID(), ...change };
  return t.call('POST', `/api/admin/pickups/${id}/refund`, { token, body });
};
const payment = async () =>
  (await t.call('GET', `/api/admin/pickups/${pickupId}/payment`, { token: admin.token })).body;
const history = async () => (await t.call('GET', '/api/billing-history', { token: customer.token })).body;
const amounts = async () => (await history()).map((item: { amount: string }) => item.amount);

describe('a partial refund', () => {
  it('is for dispatchers and paid pickups only', async () => {
    expect((await refund({}, pickupId, '')).status).toBe(401);
    expect((await refund({}, pickupId, customer.token)).status).toBe(403);
    expect((await refund({}, pickupId, (await makeDriver(t)).token)).status).toBe(403);
    expect((await refund({}, randomUUID())).status).toBe(404);
    expect((await t.call('GET', `/api/admin/pickups/${randomUUID()}/payment`, { token: admin.token })).status).toBe(
      404,
    );
    const { id: unpaid } = await bookUnpaid(t, customer.token, { address: '742 S 10th St, Philadelphia, PA 19147' });
    expect(await refund({}, unpaid)).toMatchObject({
      status: 409,
      body: { message: 'Nothing was paid for this pickup.' },
    });
    const nothing = await t.call('GET', `/api/admin/pickups/${unpaid}/payment`, { token: admin.token });
    expect(nothing.body).toEqual({ paid: null, refunded: '0.00', left: '0.00', refunds: [], isDisputed: false });
  });

  it.each([
    ['0.00', 'Please enter an amount such as 45.00'],
    ['-1.00', 'Please enter an amount such as 45.00'],
    ['lots', 'Please enter an amount such as 45.00'],
    ['45.01', 'You can refund up to $45.00.'],
  ])('refuses %s', async (amount, message) => {
    expect(await refund({ amount })).toMatchObject({ status: 400, body: { message, errors: { amount: message } } });
    expect(await amounts()).toEqual(['45.00']);
  });

  it('requires a reason', async () => {
    expect((await refund({ reason: ' ' })).body).toMatchObject({ message: 'Please give a reason' });
  });

  it('is made at the provider, recorded, notified and audited; the pickup stays', async () => {
    const { status, body } = await refund();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      paid: '45.00',
      refunded: '0.00',
      left: '35.00',
      refunds: [{ amount: '10.00', reason: 'One bag was left', status: 'asked', settledAs: null }],
    });
    await t.runJobs();
    expect(await payment()).toMatchObject({ refunded: '10.00', left: '35.00', refunds: [{ status: 'done' }] });
    expect(await amounts()).toEqual(['-10.00', '45.00']);
    const { body: summary } = await t.call('GET', '/api/billing-summary', { token: customer.token });
    expect(summary.totalSpent).toBe('35.00');
    const { body: bell } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(bell.notifications[0]).toMatchObject({ message: '$10.00 is on its way back to your card.' });
    const trail = await trailOf(t, admin, 'pickup', pickupId);
    expect(trail[0]).toMatchObject({ action: 'refunded', details: { refund: '$10.00', reason: 'One bag was left' } });
    const { body: mine } = await t.call('GET', '/api/pickups', { token: customer.token });
    expect(mine).toMatchObject([{ status: 'pending', paymentStatus: 'paid' }]);
  });

  it('is made once for a double click, and never exceeds what was paid', async () => {
    const refundKey = randomUUID();
    const twins = await Promise.all([1, 2, 3].map(() => refund({ refundKey, amount: '20.00' })));
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await refund({ refundKey, amount: '21.00' })).status).toBe(409);
    const many = await Promise.all(Array.from({ length: 5 }, () => refund({ amount: '10.00' })));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2);
    await t.runJobs();
    await t.runJobs();
    expect(await payment()).toMatchObject({ refunded: '40.00', left: '5.00' });
    expect((await refund({ amount: '5.00' })).status).toBe(200);
    await t.runJobs();
    expect((await refund({ amount: '0.01' })).body).toMatchObject({ message: 'All of it has been refunded.' });
    expect((await amounts()).sort()).toEqual(['-10.00', '-10.00', '-20.00', '-5.00', '45.00']);
  });

  it('is the same refund when its key is uppercase', async () => {
    const refundKey = randomUUID();
    for (const key of [refundKey.toUpperCase(), refundKey.toUpperCase(), refundKey]) {
      expect((await refund({ refundKey: key })).status).toBe(200);
    }
    await t.runJobs();
    expect(await payment()).toMatchObject({ refunded: '10.00', refunds: [{ id: refundKey, status: 'done' }] });
  });

  it('does not share its key with another pickup', async () => {
    const refundKey = randomUUID();
    expect((await refund({ refundKey })).status).toBe(200);
    const paymentIntentId = await openPayment(t, customer.token);
    await pay(t, customer.token, paymentIntentId);
    const change = { paymentIntentId, address: '742 S 10th St, Philadelphia, PA 19147' };
    const body = { ...bookingBody(t), ...change };
    const { body: other } = await t.call('POST', '/api/pickups', { token: customer.token, body });
    expect(await refund({ refundKey }, other.id)).toMatchObject({ status: 409, body: { code: 'key_reused' } });
    await t.runJobs();
    expect((await amounts()).sort()).toEqual(['-10.00', '45.00', '45.00']);
  });

  it('is made before the rest when the pickup is cancelled in the meantime, without a notice to the admins', async () => {
    await refund();
    await refund({ amount: '20.00' });
    await t.call('DELETE', `/api/admin/pickups/${pickupId}`, { token: admin.token });
    await t.runJobs();
    expect((await amounts()).sort()).toEqual(['-10.00', '-15.00', '-20.00', '45.00']);
    expect((await payment()).refunds.map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'done']);
    const { body: bell } = await t.call('GET', '/api/notifications', { token: admin.token });
    expect(bell.notifications.map(({ title }: { title: string }) => title)).not.toContain('A refund failed');
  });

  it('leaves the rest for a cancellation, which reports its amount', async () => {
    await refund();
    await t.runJobs();
    const { status } = await t.call('DELETE', `/api/admin/pickups/${pickupId}`, { token: admin.token });
    expect(status).toBe(200);
    await t.runJobs();
    expect(await amounts()).toEqual(['-35.00', '-10.00', '45.00']);
    const { body: bell } = await t.call('GET', '/api/notifications', { token: customer.token });
    const messages = bell.notifications.map(({ message }: { message: string }) => message).join(' ');
    expect(messages).toContain("You'll get $35.00 back.");
  });
});

describe('a receipt', () => {
  it('is for its payer only, with what was paid, how, and what was refunded', async () => {
    const [line] = await history();
    expect(line.hasReceipt).toBe(true);
    const get = (token?: string, id = line.id) => t.call('GET', `/api/receipts/${id}`, { token });
    expect((await get()).status).toBe(401);
    expect((await get(admin.token)).status).toBe(403);
    expect((await get((await makeCustomer(t)).token)).status).toBe(404);
    expect((await get(customer.token, randomUUID())).status).toBe(404);
    expect((await get(customer.token)).body).toMatchObject({
      number: expect.stringMatching(/^\d{8}-[0-9A-F]{8}$/),
      amount: '45.00',
      total: '45.00',
      paidWith: 'Visa ending in 4242',
      description: expect.stringContaining('8 bags'),
      business: { name: 'Stoop', phone: '(215) 555-0107', email: 'hello@stoop.example', address: null },
      customer: { name: 'Pat Example', email: customer.email },
    });
    await refund();
    await t.runJobs();
    expect((await get(customer.token)).body).toMatchObject({ refunds: [{ amount: '10.00' }], total: '35.00' });
    const [back] = await history();
    expect(back.hasReceipt).toBe(false);
    expect((await get(customer.token, back.id)).status).toBe(404);
  });

  it('is emailed once after the payment', async () => {
    await t.runJobs();
    const mails = (await t.mails()).filter(({ to, subject }) => to === customer.email && subject.includes('receipt'));
    expect(mails).toHaveLength(1);
    const [line] = await history();
    expect(mails[0]?.text).toContain(`/billing?receipt=${line.id}`);
    expect(mails[0]?.text).toContain('$45.00');
  });
});
