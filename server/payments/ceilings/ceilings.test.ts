import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';
import { makeSubscriber, openPlan } from '../../../tests/support/subscriptions/subscriptions.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';

/** Simulated payments allow ten times as many: 20 open payments, 20 unpaid pickups, 10 refused cards, 10 card forms. */
const settings = {
  MAX_OPEN_PAYMENTS: '2',
  MAX_UNPAID_BOOKINGS: '2',
  MAX_REFUSED_CARDS: '1',
  MAX_CARD_FORMS: '1',
  MAX_PAYMENTS_PER_HOUR: '3',
  MAX_CUSTOMERS_PER_ADDRESS: '2',
  TRUST_PROXY: '1',
};

let t: TestApp;
let customer: Person;
let other: Person;
/** Each test uses another IP address. */
let ip: string;
let addresses = 0;

beforeAll(async () => {
  t = await startTestApp(settings);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(new Date('2026-11-24T15:00:00Z'));
  addresses += 1;
  ip = `198.51.100.${addresses}`;
  customer = await makeCustomer(t);
  other = await makeCustomer(t);
  await staySignedIn(t);
});

const later = (minutes: number) => t.setNow(new Date(t.services.clock().getTime() + minutes * 60_000));
const from = (person: Person, address = ip) => ({ token: person.token, headers: { 'x-forwarded-for': address } });
const openDraft = (person = customer, draftKey: string = randomUUID(), address = ip) => {
  const { bagCount, scheduledDate, address: place } = bookingBody(t, 1);
  const booking = { address: place, bagCount, scheduledDate, draftKey };
  return t.call('POST', '/api/create-payment-intent', { ...from(person, address), body: { amount: '45.00', booking } });
};
const book = (person = customer, more: Record<string, unknown> = {}) =>
  t.call('POST', '/api/pickups', {
    ...from(person),
    headers: { 'x-forwarded-for': ip, 'idempotency-key': randomUUID() },
    body: { ...bookingBody(t, 1), ...more },
  });
const tryCard = (intent: string, card: keyof typeof testCards = 'declined', person = customer, address = ip) =>
  t.call('POST', '/api/confirm-test-payment', {
    ...from(person, address),
    body: { paymentIntentId: intent, paymentMethodId: testCards[card].paymentMethodId },
  });
const statuses = (responses: ApiResponse[]) => {
  const count = (status: number) => responses.filter((response) => response.status === status).length;
  // 503: on a busy machine one of many parallel requests may wait too long for a connection.
  return { accepted: count(200) + count(201), refused: count(429) + count(503), of: responses.length };
};
const race = async (times: number, call: () => Promise<ApiResponse>) =>
  statuses(await Promise.all(Array.from({ length: times }, call)));
const series = async (times: number, call: () => Promise<ApiResponse>) => {
  for (let count = 0; count < times; count++) expect((await call()).status).toBeLessThan(300);
};
const expectRefused = (response: ApiResponse, code: string, words: string) => {
  expect(response).toMatchObject({ status: 429, body: { code, message: expect.stringContaining(words) } });
  const seconds = Number(response.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(2 * 60 * 60);
};

describe('open payments', () => {
  it('are 20 a customer, also when 60 requests race', async () => {
    const { accepted } = await race(60, () => openDraft());
    // On a busy machine, a request may time out before it gets its second connection, so fewer than 20 may succeed.
    expect(accepted).toBeLessThanOrEqual(20);
    while ((await openDraft()).status === 200);
    const open = await t.db.selectFrom('payments').select('id').where('customerId', '=', customer.id).execute();
    expect(open).toHaveLength(20);
    expect(await t.db.selectFrom('bookings').select('id').where('customerId', '=', customer.id).execute()).toHaveLength(
      20,
    );
  });

  it("refuse the 21st of any kind with a message, but nothing that is open, and not another customer's", async () => {
    const draftKey = randomUUID();
    await series(19, () => openDraft());
    const twentieth = await openDraft(customer, draftKey);
    expect(twentieth.status).toBe(200);
    const wait = 'Please finish one of them, or try again in an hour';
    expectRefused(await openDraft(), 'too_many_open_payments', wait);
    const listed = { ...from(customer), body: { amount: '45.00' } };
    expectRefused(await t.call('POST', '/api/create-payment-intent', listed), 'too_many_open_payments', wait);
    const pickup = (await book()).body.id;
    const unpaid = { ...from(customer), body: { amount: '45.00', pickupId: pickup } };
    expectRefused(await t.call('POST', '/api/create-payment-intent', unpaid), 'too_many_open_payments', wait);
    expectRefused(await openPlan(t, customer.token), 'too_many_open_payments', wait);
    expect((await openDraft(customer, draftKey)).body.paymentIntentId).toBe(twentieth.body.paymentIntentId);
    expect((await openDraft(other)).status).toBe(200);
    // A paid pickup makes room.
    expect((await tryCard(twentieth.body.paymentIntentId, 'successful')).body.success).toBe(true);
    expect((await openDraft()).status).toBe(200);
  });

  it('are opened 30 times an hour, also when each replaces the one before', async () => {
    const draftKey = randomUUID();
    const change = (bags: number) => {
      const { scheduledDate, address } = bookingBody(t, 1);
      const [bagCount, amount] = bags % 2 ? [4, '30.00'] : [8, '45.00'];
      const booking = { address, bagCount, scheduledDate, draftKey };
      return t.call('POST', '/api/create-payment-intent', { ...from(customer), body: { amount, booking } });
    };
    for (let count = 0; count < 30; count++) expect((await change(count)).status).toBe(200);
    expectRefused(await change(30), 'too_many_payments', 'Please finish an open one, or try again in a few minutes.');
  });

  it('are 60 an hour from one address, whoever opens them', async () => {
    const third = await makeCustomer(t);
    const fourth = await makeCustomer(t);
    const crowd = [customer, other, third, fourth];
    for (const person of crowd.slice(0, 3)) await series(20, () => openDraft(person));
    expectRefused(await openDraft(fourth), 'too_many_payments', 'try again in a few minutes');
    expect((await openDraft(fourth, randomUUID(), '203.0.113.200')).status).toBe(200);
  });

  it('do not apply to the demo data, which an admin creates', async () => {
    const strict = await startTestApp({ MAX_OPEN_PAYMENTS: '1', MAX_PAYMENTS_PER_HOUR: '1', MAX_UNPAID_BOOKINGS: '1' });
    const { token } = await makeAdmin(strict);
    expect((await strict.call('POST', '/api/admin/create-demo-data', { token })).status).toBe(200);
    const counted = strict.db.selectFrom('rate_limits').select('key').where('key', 'like', 'payment%');
    expect(await counted.execute()).toEqual([]);
    await strict.close();
  }, 60_000);
});

describe('an unused payment', () => {
  const statusAt = async (intentId: string) => (await t.services.payments.getPayment(intentId))?.status;

  it('is closed at the provider after an hour, and its draft gets another one when its customer returns', async () => {
    const draftKey = randomUUID();
    const first = (await openDraft(customer, draftKey)).body.paymentIntentId;
    const second = (await openPlan(t, other.token)).body;
    later(59);
    await reconcilePayments(t.services);
    expect(await statusAt(first)).toBe('open');
    later(2);
    await reconcilePayments(t.services);
    expect(await statusAt(first)).toBe('canceled');
    expect((await t.services.payments.getSubscription(second.subscriptionId))?.status).toBe('canceled');
    const again = (await openDraft(customer, draftKey)).body.paymentIntentId;
    expect(again).not.toBe(first);
    expect((await tryCard(again, 'successful')).body.success).toBe(true);
    expect((await openPlan(t, other.token)).body.subscriptionId).not.toBe(second.subscriptionId);
  });

  it("is one that nobody has asked for: its customer's return and a refused card start the hour again", async () => {
    const draftKey = randomUUID();
    const intent = (await openDraft(customer, draftKey)).body.paymentIntentId;
    later(50);
    await openDraft(customer, draftKey);
    later(50);
    await reconcilePayments(t.services);
    expect(await statusAt(intent)).toBe('open');
    await tryCard(intent);
    later(50);
    await reconcilePayments(t.services);
    expect(await statusAt(intent)).toBe('open');
    later(11);
    await reconcilePayments(t.services);
    expect(await statusAt(intent)).toBe('canceled');
  });

  it('is fulfilled when it is paid while it is being closed', async () => {
    const intent = (await openDraft()).body.paymentIntentId;
    later(61);
    const { payments } = t.services;
    const { cancelPayment } = payments;
    Object.assign(payments, {
      cancelPayment: async (id: string) => {
        await payments.confirmTest?.(id, testCards.successful.paymentMethodId);
        return await cancelPayment(id);
      },
    });
    await reconcilePayments(t.services).finally(() => Object.assign(payments, { cancelPayment }));
    expect(await statusAt(intent)).toBe('succeeded');
    const { body } = await t.call('GET', '/api/pickups', { token: customer.token });
    expect(body).toMatchObject([{ paymentStatus: 'paid' }]);
  });
});

describe('unpaid pickups', () => {
  it("are 20 a customer, also when 60 requests race, and another customer's are not counted", async () => {
    let count = 0;
    const bookOne = () => book(customer, { address: `${++count} S 9th St, Philadelphia, PA 19147` });
    expect((await race(60, bookOne)).accepted).toBeLessThanOrEqual(20);
    while ((await bookOne()).status === 201);
    expect(await t.db.selectFrom('pickups').select('id').where('customerId', '=', customer.id).execute()).toHaveLength(
      20,
    );
    expectRefused(await bookOne(), 'too_many_unpaid_bookings', 'Please pay for one in Billing');
    expect((await book(other)).status).toBe(201);
  });

  it('refuse the 21st, but never one that is paid, and make room when one is paid or cancelled', async () => {
    for (let count = 0; count < 20; count++) expect((await book()).status).toBe(201);
    expectRefused(await book(), 'too_many_unpaid_bookings', 'call (215) 555-0107');
    for (const named of [true, false]) {
      const intent = await openPayment(t, customer.token);
      await t.services.payments.confirmTest?.(intent, testCards.successful.paymentMethodId);
      const more = { address: '9 Paid St', ...(named && { paymentIntentId: intent }) };
      expect(await book(customer, more)).toMatchObject({ status: 201, body: { paymentStatus: 'paid' } });
    }
    const [pickup] = (
      await t.call('GET', '/api/pickups', { token: customer.token, query: { limit: '50' } })
    ).body.filter((one: { paymentStatus: string }) => one.paymentStatus === 'pending');
    await pay(t, customer.token, await openPayment(t, customer.token, '45.00', { pickupId: pickup.id }));
    expect((await book()).status).toBe(201);
    expect((await book()).status).toBe(429);
  });

  it('return the same booking to a request that is sent again at the ceiling', async () => {
    const key = { 'idempotency-key': randomUUID(), 'x-forwarded-for': ip };
    const body = bookingBody(t, 1);
    const first = await t.call('POST', '/api/pickups', { token: customer.token, headers: key, body });
    for (let count = 0; count < 19; count++) await bookUnpaid(t, customer.token);
    const again = await t.call('POST', '/api/pickups', { token: customer.token, headers: key, body });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
  });

  it('are booked 40 times an hour from one address', async () => {
    for (const person of [customer, other]) {
      for (let count = 0; count < 20; count++) expect((await book(person)).status).toBe(201);
    }
    expectRefused(await book(await makeCustomer(t)), 'too_many_unpaid_bookings', 'too many unpaid pickups');
  });
});

describe('refused cards', () => {
  const ledger = async () =>
    await t.db.selectFrom('payment_history').select('status').where('customerId', '=', customer.id).execute();
  const failures = async () => {
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    return body.notifications.filter(({ title }: { title: string }) => title === 'Payment failed');
  };

  it('are 10 an hour, also when 60 race on several payments: each is in the ledger, the bell says it once', async () => {
    const intents: string[] = [];
    for (let count = 0; count < 3; count++) intents.push((await openDraft()).body.paymentIntentId);
    let turn = 0;
    expect((await race(60, () => tryCard(intents[turn++ % 3] ?? ''))).accepted).toBeLessThanOrEqual(10);
    expect((await ledger()).map(({ status }) => status)).toEqual(Array(10).fill('failed'));
    expect(await failures()).toHaveLength(1);
  });

  it("refuse the 11th with a message, whatever the card, but not other customers'", async () => {
    const intent = (await openDraft()).body.paymentIntentId;
    for (let count = 0; count < 10; count++) expect((await tryCard(intent)).body.success).toBe(false);
    const words = 'Please ask your bank, then try again in an hour.';
    expectRefused(await tryCard(intent), 'too_many_refused_cards', words);
    expectRefused(await tryCard(intent, 'successful'), 'too_many_refused_cards', words);
    expectRefused(await openDraft(), 'too_many_refused_cards', words);
    const others = (await openDraft(other)).body.paymentIntentId;
    expect((await tryCard(others, 'successful', other)).body.success).toBe(true);
    later(121);
    const fresh = (await openDraft()).body.paymentIntentId;
    expect((await tryCard(fresh, 'successful')).body.success).toBe(true);
  });

  it('do not prevent the confirmation of a paid payment', async () => {
    const intent = (await openDraft()).body.paymentIntentId;
    const paid = (await openDraft()).body.paymentIntentId;
    for (let count = 0; count < 10; count++) await tryCard(intent);
    await t.services.payments.confirmTest?.(paid, testCards.successful.paymentMethodId);
    expect((await tryCard(paid, 'successful')).body.success).toBe(true);
    expect((await t.call('GET', '/api/pickups', { token: customer.token })).body).toMatchObject([
      { paymentStatus: 'paid' },
    ]);
  });

  it('count neither a card that pays nor one that is no test card', async () => {
    const intent = (await openDraft()).body.paymentIntentId;
    for (let count = 0; count < 12; count++) {
      const body = { paymentIntentId: intent, paymentMethodId: 'pm_unknown' };
      expect((await t.call('POST', '/api/confirm-test-payment', { ...from(customer), body })).status).toBe(400);
    }
    for (let count = 0; count < 9; count++) await tryCard(intent);
    expect(await race(12, () => tryCard(intent, 'successful'))).toMatchObject({ of: 12 });
    expect((await t.call('GET', '/api/pickups', { token: customer.token })).body).toHaveLength(1);
  });

  it('are 20 an hour from one address', async () => {
    const third = await makeCustomer(t);
    for (const person of [customer, other]) {
      const intent = (await openDraft(person)).body.paymentIntentId;
      for (let count = 0; count < 10; count++) await tryCard(intent, 'declined', person);
    }
    const intent = (await openDraft(third, randomUUID(), '203.0.113.77')).body.paymentIntentId;
    expectRefused(
      await tryCard(intent, 'successful', third),
      'too_many_refused_cards',
      'Too many cards were declined.',
    );
    expect((await tryCard(intent, 'successful', third, '203.0.113.77')).body.success).toBe(true);
  });
});

describe('forms for another card', () => {
  const start = (person: Person) => t.call('POST', '/api/subscription/card-setup', from(person));

  it('are 10 an hour a customer, also when 30 requests race', async () => {
    const subscriber = await makeSubscriber(t);
    expect((await race(30, () => start(subscriber))).accepted).toBeLessThanOrEqual(10);
    expectRefused(await start(subscriber), 'too_many_card_forms', 'Please try again in a few minutes.');
    expect((await start(await makeSubscriber(t))).status).toBe(200);
  });

  it('are closed after an hour when they have saved no card', async () => {
    const subscriber = await makeSubscriber(t);
    const { setupId } = (await start(subscriber)).body;
    const past = sql`now() - interval '1 second'`;
    const due = sql`state = 'created' AND name = 'close-card-form'`;
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM start_after - created_on)::integer AS seconds FROM pgboss.job WHERE ${due}
        AND data ->> 'setupId' = ${setupId}`.execute(t.db);
    expect(rows).toEqual([{ seconds: 3600 }]);
    await sql`UPDATE pgboss.job SET start_after = ${past} WHERE ${due}`.execute(t.db);
    await t.runJobs();
    const body = { setupId, paymentMethodId: testCards.successful.paymentMethodId };
    expect((await t.call('POST', '/api/subscription/card', { ...from(subscriber), body })).status).toBe(404);
  });

  it('count a refused card as any other', async () => {
    const subscriber = await makeSubscriber(t);
    const { setupId } = (await start(subscriber)).body;
    const save = (card: keyof typeof testCards) =>
      t.call('POST', '/api/subscription/card', {
        ...from(subscriber),
        body: { setupId, paymentMethodId: testCards[card].paymentMethodId },
      });
    for (let count = 0; count < 10; count++) expect((await save('declined')).status).toBe(402);
    expectRefused(await save('successful'), 'too_many_refused_cards', 'Too many cards were declined.');
    expectRefused(await start(subscriber), 'too_many_refused_cards', 'Too many cards were declined.');
  });
});
