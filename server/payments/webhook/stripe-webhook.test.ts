import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOfSecret, testCards } from '../../../contract/payments.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody } from '../../../tests/support/pickups/bookings.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../tests/support/stripe/stand-in.ts';
import { reconcilePayments, retrySetAside } from '../reconcile/reconcile-payments.ts';
import { eventTries, handleEvent } from './handle-event.ts';

/** Stripe's events: forged, stale, repeated, in any order, and lost. */

let standIn: StripeStandIn;
let t: TestApp;
let customer: Person;
let admin: Person;
/** The number of the stand-in's events that are already delivered. */
let delivered: number;
const good = testCards.successful.paymentMethodId;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  t = await startTestApp(standIn.env);
  admin = await makeAdmin(t);
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});
beforeEach(async () => {
  standIn.stopFailing();
  customer = await makeCustomer(t);
  delivered = standIn.books.events.length;
});

const path = '/api/stripe/webhook';
async function post(payload: string, signature?: string) {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
  const response = await t.app.inject({ method: 'POST', url: path, headers, payload });
  return { status: response.statusCode, body: response.json() };
}
async function send(event: object, options?: { secret?: string; timestamp?: number }) {
  const { payload, signature } = standIn.sign(event, options);
  const response = await post(payload, signature);
  await t.runJobs();
  return response;
}
/** Returns Stripe's events since the last call. */
function news(): object[] {
  const events = standIn.books.events.slice(delivered);
  delivered = standIn.books.events.length;
  return events;
}
const mine = async () => (await t.call('GET', '/api/pickups', { token: customer.token })).body;
const history = async () => (await t.call('GET', '/api/billing-history', { token: customer.token })).body;
const bell = async (of: Person) => {
  await t.runJobs();
  return (await t.call('GET', '/api/notifications', { token: of.token })).body.notifications as {
    title: string;
    message: string;
  }[];
};

async function openDraft(): Promise<{ clientSecret: string; paymentIntentId: string }> {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t);
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID() };
  const body = { amount: '45.00', booking };
  return (await t.call('POST', '/api/create-payment-intent', { token: customer.token, body })).body;
}
async function paidDraft(): Promise<string> {
  const { clientSecret, paymentIntentId } = await openDraft();
  standIn.browser.confirmPayment(clientSecret, good);
  return paymentIntentId;
}

describe('the signature', () => {
  it('must be made by Stripe over exactly these bytes, and recent', async () => {
    await paidDraft();
    const [event] = news() as [object];
    const { payload, signature } = standIn.sign(event);
    const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
    for (const refused of [
      await post(payload),
      await post(payload, 't=1,v1=00'),
      await post(`${payload} `, signature),
      await send(event, { secret: 'whsec_other' }),
      await send(event, { timestamp: minutesAgo(6) }),
      await post('not json', standIn.sign({}).signature),
      await post('', signature),
      await send({ id: 'evt_1', object: 'event', type: 'x', created: 1 }),
      await send({ id: 'evt_1', object: 'event', type: 'x', created: 1e15, data: { object: {} } }),
      await send({ id: 'evt_\u0000', object: 'event', type: 'x', created: 1, data: { object: {} } }),
    ]) {
      expect(refused).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    }
    expect(await mine()).toEqual([]);
    expect((await send(event, { timestamp: minutesAgo(4) })).status).toBe(200);
  });

  it('is only checked in live mode: test mode returns 404', async () => {
    const test = await startTestApp();
    const { payload, signature } = standIn.sign({ id: 'evt_1', object: 'event', type: 'x' });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await test.app.inject({ method: 'POST', url: path, headers, payload });
    expect(answer.statusCode).toBe(404);
    await test.close();
  });
});

const away = { refuse: { status: 500, error: { type: 'api_error' } } };
const succeeded = (events: object[]) =>
  events.find((one) => 'type' in one && one.type === 'payment_intent.succeeded') as { id: string };
const saved = async ({ id }: { id: string }) =>
  await t.db.selectFrom('provider_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a payment', () => {
  it('becomes one pickup by its events, in whatever order and however often they come', async () => {
    const intentId = await paidDraft();
    const events = news();
    expect(events.length).toBeGreaterThan(1);
    const shuffled = [...events.toReversed(), ...events];
    const answers = await Promise.all(shuffled.map((event) => send(event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await mine()).toMatchObject([{ paymentStatus: 'paid', amount: '45.00' }]);
    expect(await history()).toMatchObject([{ amount: '45.00', status: 'succeeded' }]);
    expect(standIn.books.intents.get(intentId)?.status).toBe('succeeded');
  });

  it('that is declined notifies the customer, and the draft stays payable', async () => {
    const { clientSecret } = await openDraft();
    standIn.browser.confirmPayment(clientSecret, testCards.declined.paymentMethodId);
    for (const event of [...news(), ...standIn.books.events.slice(-1)]) await send(event);
    expect(await history()).toMatchObject([{ status: 'failed', failureReason: 'Your card was declined.' }]);
    expect(await bell(customer)).toMatchObject([{ title: 'Payment failed' }]);
    standIn.browser.confirmPayment(clientSecret, good);
    for (const event of news()) await send(event);
    expect(await mine()).toHaveLength(1);
  });

  it('is saved with a 200 before anything is asked of Stripe, and settled by a job', async () => {
    await paidDraft();
    const event = succeeded(news());
    const asked = standIn.seen.length;
    standIn.goDown();
    const { payload, signature } = standIn.sign(event);
    expect(await post(payload, signature)).toEqual({ status: 200, body: { received: true } });
    standIn.comeBack();
    expect(standIn.seen).toHaveLength(asked);
    expect(await mine()).toEqual([]);
    expect(await saved(event)).toMatchObject({ handledAt: null, attempts: 0 });
    await t.runJobs();
    expect(await mine()).toHaveLength(1);
    expect(await saved(event)).toMatchObject({ handledAt: expect.any(Date), attempts: 1 });
  });

  it('whose event could not be handled is settled by another try, also when Stripe sends it again', async () => {
    await paidDraft();
    const event = succeeded(news());
    standIn.failNext('GET /v1/payment_intents/:id', away, 3);
    expect((await send(event)).status).toBe(200);
    const failed = { handledAt: null, setAsideAt: null, attempts: 1 };
    expect(await saved(event)).toMatchObject({ ...failed, lastError: expect.stringContaining("aren't available") });
    expect(await mine()).toEqual([]);
    standIn.stopFailing();
    expect((await send(event)).status).toBe(200);
    expect(await mine()).toHaveLength(1);
    expect(await saved(event)).toMatchObject({ handledAt: expect.any(Date), attempts: 2, lastError: null });
  });

  it('whose job was lost is settled by the reconciler', async () => {
    await paidDraft();
    const event = succeeded(news());
    const { payload, signature } = standIn.sign(event);
    await post(payload, signature);
    await sql`DELETE FROM pgboss.job WHERE name = 'handle-event'`.execute(t.db);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await t.db
      .updateTable('provider_events')
      .set({ receivedAt: anHourAgo })
      .where('id', '=', String(event.id))
      .execute();
    const { repaired } = await reconcilePayments(t.services);
    expect(repaired).toContain(`event ${event.id} (payment_intent.succeeded) handled`);
    expect(await mine()).toHaveLength(1);
  });

  it('whose events are all lost is found in the list of movements', async () => {
    await paidDraft();
    await t.db
      .updateTable('payments')
      .set({ updatedAt: new Date(Date.now() + 3_600_000) })
      .where('customerId', '=', customer.id)
      .execute();
    const { repaired } = await reconcilePayments(t.services);
    expect(repaired).toContainEqual(expect.stringMatching(/^charge of pi_\w+ recorded$/));
    expect(await mine()).toHaveLength(1);
    expect(await reconcilePayments(t.services)).toEqual({ repaired: [], failed: [] });
  });
});

describe('an event that fails twenty times', () => {
  /** Sends an event and makes its last two tries fail. */
  async function setAsideEvent() {
    await paidDraft();
    const event = succeeded(news());
    const { payload, signature } = standIn.sign(event);
    await post(payload, signature);
    await t.db.updateTable('provider_events').set({ attempts: 18 }).where('id', '=', event.id).execute();
    standIn.failNext('GET /v1/payment_intents/:id', away, 6);
    const asked = () => handleEvent(t.services, event.id).catch(() => 'failed');
    expect(await asked()).toBe('failed');
    expect(await saved(event)).toMatchObject({ attempts: 19, setAsideAt: null });
    expect(await asked()).toBe('failed');
    standIn.stopFailing();
    return event;
  }
  const told = async (id: string) => (await bell(admin)).filter(({ message }) => message.includes(id));

  it('has as many tries in the queue, over about a day', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT retry_limit, retry_delay, retry_backoff, retry_delay_max FROM pgboss.queue WHERE name = 'handle-event'
    `.execute(t.db);
    const retries = { retry_limit: eventTries - 1, retry_delay: 10, retry_backoff: true, retry_delay_max: 7200 };
    expect(rows).toEqual([retries]);
  });

  it('is set aside, and the admins are notified once', async () => {
    const { error } = t.services.log;
    const logged: unknown[] = [];
    t.services.log.error = (...line: unknown[]) => void logged.push(line[1]);
    const event = await setAsideEvent();
    t.services.log.error = error;
    expect(logged).toEqual(['an event of the payment provider was set aside']);
    expect(await saved(event)).toMatchObject({ handledAt: null, attempts: 20, setAsideAt: expect.any(Date) });
    // The event's job and the reconciler leave it alone.
    await t.runJobs();
    await t.db
      .updateTable('provider_events')
      .set({ triedAt: new Date(0) })
      .where('id', '=', event.id)
      .execute();
    await reconcilePayments(t.services);
    expect(await saved(event)).toMatchObject({ handledAt: null, attempts: 20 });
    expect(await told(event.id)).toMatchObject([{ title: 'A payment event could not be handled' }]);
  });

  it('is handled when Stripe sends it again', async () => {
    const event = await setAsideEvent();
    expect((await send(event)).status).toBe(200);
    expect(await saved(event)).toMatchObject({ handledAt: expect.any(Date), setAsideAt: null, attempts: 1 });
    expect(await mine()).toHaveLength(1);
  });

  it('is handled by npm run reconcile', async () => {
    const event = await setAsideEvent();
    await sql`DELETE FROM pgboss.job WHERE name = 'handle-event'`.execute(t.db);
    const { repaired, failed } = await retrySetAside(t.services);
    expect(failed).toEqual([]);
    expect(repaired).toContain(`event ${event.id} (payment_intent.succeeded) handled`);
    expect(await mine()).toHaveLength(1);
  });
});

describe('other events', () => {
  it('of unknown types are accepted and ignored', async () => {
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'product.created',
      created: 1,
      data: { object: {} },
    };
    expect(await send(event)).toEqual({ status: 200, body: { received: true } });
    const foreign = { object: 'payment_intent', id: 'pi_foreign' };
    const paid = { ...event, id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded', data: { object: foreign } };
    expect((await send(paid)).status).toBe(200);
  });

  it('with malformed ids are ignored, whatever their type', async () => {
    const carried = [
      { object: 'charge', payment_intent: 'pi_\u0000' },
      { object: 'payment_intent', id: { a: 1 } },
      { object: 'payment_intent', id: '../customers' },
      { object: 'subscription', id: 'sub_1/cancel' },
      { object: 'invoice', subscription: 'sub_\u0000' },
      { object: 'dispute', id: 'dp_\u0000' },
    ];
    for (const object of carried) {
      for (const type of ['payment_intent.succeeded', 'charge.refunded', 'charge.dispute.created', 'invoice.paid']) {
        const event = { id: `evt_${randomUUID()}`, object: 'event', type, created: 1, data: { object } };
        expect(await send(event)).toEqual({ status: 200, body: { received: true } });
      }
    }
  });

  it('record a refund that a person made in the Stripe dashboard', async () => {
    const intentId = await paidDraft();
    for (const event of news()) await send(event);
    await t.services.payments.refundPayment(intentId, { amountCents: 1_000, idempotencyKey: 'by-hand' });
    const events = news();
    for (const event of [...events, ...events]) await send(event);
    expect(await history()).toMatchObject([{ amount: '-10.00', status: 'succeeded' }, { amount: '45.00' }]);
  });

  it('notify the admins of a dispute once', async () => {
    const intentId = await paidDraft();
    for (const event of news()) await send(event);
    const [pickup] = await mine();
    standIn.browser.dispute(intentId);
    const events = news();
    for (const event of [...events, ...events]) await send(event);
    const told = (await bell(admin)).filter(({ title }) => title === 'A payment is disputed');
    expect(told).toMatchObject([{ actionUrl: `/admin/requests?${new URLSearchParams({ q: pickup.address })}` }]);
    expect(told[0]?.message).toContain(`the charge for ${customer.username}'s pickup of `);
    expect(told[0]?.message).toContain(` at ${pickup.address} (payment ${intentId}).`);
    const payment = await t.call('GET', `/api/admin/pickups/${pickup.id}/payment`, { token: admin.token });
    expect(payment.body).toMatchObject({ isDisputed: true });
  });

  it('record a payment whose dispute event comes first', async () => {
    const intentId = await paidDraft();
    news();
    standIn.browser.dispute(intentId);
    for (const event of news()) await send(event);
    const [pickup] = await mine();
    const payment = await t.call('GET', `/api/admin/pickups/${pickup.id}/payment`, { token: admin.token });
    expect(payment.body).toMatchObject({ paid: '45.00', isDisputed: true });
  });

  it('notify the admins of a dispute of an unknown charge', async () => {
    const person = { userId: customer.id, email: customer.email, name: customer.username, known: null };
    const { payments } = t.services;
    const wanted = {
      customerId: await payments.ensureCustomer(person),
      amountCents: 2_000,
      idempotencyKey: randomUUID(),
    };
    const { id, clientSecret } = await payments.createPayment(wanted);
    standIn.browser.confirmPayment(clientSecret, good);
    standIn.browser.dispute(id);
    const events = news();
    for (const event of [...events, ...events]) await send(event);
    expect((await bell(admin)).filter(({ message }) => message.includes(id))).toMatchObject([
      { title: 'A payment is disputed' },
    ]);
  });
});

describe('a plan', () => {
  it('starts by its events, even when Stripe reports the payment a moment before the plan runs', async () => {
    const body = { packageType: 'basic' };
    const opened = await t.call('POST', '/api/create-subscription', { token: customer.token, body });
    const { clientSecret, subscriptionId } = opened.body;
    standIn.browser.confirmPayment(clientSecret, good);
    const subscription = standIn.books.subscriptions.get(subscriptionId);
    if (!subscription) throw new Error('Stripe has no such plan');
    const [paid, ...others] = news().sort((one) =>
      (one as { type: string }).type.startsWith('payment_intent') ? -1 : 1,
    );
    subscription.status = 'incomplete';
    await send(paid as object);
    const plan = async () => (await t.call('GET', '/api/subscription', { token: customer.token })).body;
    expect(await plan()).toBeNull();
    subscription.status = 'active';
    for (const event of others) await send(event);
    expect(await plan()).toMatchObject({ status: 'active', packageType: 'basic' });
  });

  it('names its customer when a month is disputed', async () => {
    const body = { packageType: 'basic' };
    const opened = await t.call('POST', '/api/create-subscription', { token: customer.token, body });
    const intentId = intentIdOfSecret(opened.body.clientSecret);
    standIn.browser.confirmPayment(opened.body.clientSecret, good);
    for (const event of news()) await send(event);
    standIn.browser.dispute(intentId);
    for (const event of news()) await send(event);
    const message = `A cardholder disputes the charge of ${customer.username}'s payment ${intentId}.`;
    expect((await bell(admin)).find(({ message }) => message.includes(intentId))).toMatchObject({
      title: 'A payment is disputed',
      message: expect.stringContaining(message),
      actionUrl: `/admin/members?${new URLSearchParams({ q: customer.username })}`,
    });
  });
});

describe('a lost event', () => {
  it('of a dispute is found in the list of movements, and the admins are notified once', async () => {
    const intentId = await paidDraft();
    for (const event of news()) await send(event);
    standIn.browser.dispute(intentId);
    for (let look = 0; look < 2; look += 1) await reconcilePayments(t.services);
    expect((await bell(admin)).filter(({ message }) => message.includes(intentId))).toMatchObject([
      { title: 'A payment is disputed' },
    ]);
  });
});

describe('a cancelled pickup', () => {
  const booked = async () => {
    const intentId = await paidDraft();
    for (const event of news()) await send(event);
    return { intentId, pickup: (await mine())[0] };
  };
  const cancel = (id: string) => t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token });
  const payment = async (id: string) =>
    (await t.call('GET', `/api/admin/pickups/${id}/payment`, { token: admin.token })).body;

  const stateOf = async (id: string) =>
    await t.db.selectFrom('pickups').select(['status', 'paymentStatus']).where('id', '=', id).execute();

  it('is paid again while the bank has returned its refund, which is made again', async () => {
    const { intentId, pickup } = await booked();
    await cancel(pickup.id);
    await t.runJobs();
    expect(await stateOf(pickup.id)).toEqual([{ status: 'cancelled', paymentStatus: 'refunded' }]);
    const refund = [...standIn.books.refunds.values()].find((one) => one.payment_intent === intentId);
    news();
    standIn.browser.failRefund(refund?.id ?? '');
    for (const event of news()) await send(event);
    expect(await stateOf(pickup.id)).toEqual([{ status: 'cancelled', paymentStatus: 'paid' }]);
    const { refunds, ...figures } = await payment(pickup.id);
    expect(figures).toMatchObject({ refunded: '0.00', left: '0.00' });
    expect(refunds).toMatchObject([{ status: 'refused' }]);
    const path = `/api/admin/refunds/${refunds[0].id}/retry`;
    expect((await t.call('POST', path, { token: admin.token })).status).toBe(200);
    await t.runJobs();
    expect(await payment(pickup.id)).toMatchObject({ refunded: '45.00', left: '0.00' });
    expect(await stateOf(pickup.id)).toEqual([{ status: 'cancelled', paymentStatus: 'refunded' }]);
  });

  it('is refunded while the bank only asks about the charge', async () => {
    const { intentId, pickup } = await booked();
    const { id } = standIn.browser.dispute(intentId, 'warning_needs_response');
    for (const event of [...news(), ...standIn.books.events.slice(-1)]) await send(event);
    expect(await payment(pickup.id)).toMatchObject({ left: '45.00', isDisputed: false });
    const asked = (await bell(admin)).filter(({ message }) => message.includes(intentId));
    expect(asked).toMatchObject([{ title: "A cardholder's bank is asking about a payment" }]);
    const body = { amount: '10.00', reason: 'The cardholder asked their bank', refundKey: randomUUID() };
    const part = await t.call('POST', `/api/admin/pickups/${pickup.id}/refund`, { token: admin.token, body });
    expect(part.status).toBe(200);
    expect((await cancel(pickup.id)).status).toBe(200);
    await t.runJobs();
    const refunds = [...standIn.books.refunds.values()].filter((one) => one.payment_intent === intentId);
    expect(refunds.map(({ amount }) => amount)).toEqual([1_000, 3_500]);
    // The inquiry becomes a dispute in spite of the refund.
    const dispute = standIn.books.disputes.get(id);
    Object.assign(dispute ?? {}, { status: 'needs_response' });
    standIn.books.emit('charge.dispute.updated', dispute ?? {});
    for (const event of news()) await send(event);
    expect(await payment(pickup.id)).toMatchObject({ isDisputed: true });
  });

  it('promises no refund while the cardholder disputes the charge', async () => {
    const { intentId, pickup } = await booked();
    const { id } = standIn.browser.dispute(intentId);
    for (const event of news()) await send(event);
    expect((await cancel(pickup.id)).status).toBe(200);
    await t.runJobs();
    expect([...standIn.books.refunds.values()].filter((one) => one.payment_intent === intentId)).toEqual([]);
    expect((await bell(customer))[0]?.message).not.toContain('back');
    const disputed = (await bell(admin)).find(({ title }) => title === 'A cancelled pickup is disputed');
    expect(disputed?.message).toContain(`The $45.00 for ${customer.username}'s pickup of `);
    expect(disputed?.message).toContain(` at ${pickup.address} isn't refunded yet`);
    expect(await payment(pickup.id)).toMatchObject({ left: '0.00', isDisputed: true });
    standIn.browser.closeDispute(id, 'won');
    for (const event of news()) await send(event);
    await t.runJobs();
    expect(await payment(pickup.id)).toMatchObject({ refunded: '45.00', left: '0.00', isDisputed: false });
  });
});
