import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../../contract/payments.ts';
import { type ChargeLine, lineOf } from '../../../../contract/values/charge-lines.ts';
import { findCardDigits } from '../../../../tests/support/browser/card-digits.ts';
import { type RequestName, requests } from '../../../../tests/support/stripe/requests.ts';
import { type Failure, type StripeStandIn, startStripeStandIn } from '../../../../tests/support/stripe/stand-in.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { openStripe, stripeLimits, stripePayments } from './stripe-payments.ts';

/** What is specific to Stripe: its requests, failures and signatures. */

const basic = { packageType: 'basic', priceCents: 3500 } as const;
const good = testCards.successful.paymentMethodId;

let standIn: StripeStandIn;
let payments: PaymentProvider;
let logged: unknown[];
let customerId: string;

const optionsOf = ({ secretKey, webhookSecret, url }: StripeStandIn) => ({
  appUrl: 'http://stoop.example',
  settings: { secretKey, webhookSecret, apiUrl: new URL(url) },
  clock: () => new Date(standIn.books.now() * 1000),
  log: { warn: (...line: unknown[]) => logged.push(line), error: (...line: unknown[]) => logged.push(line) },
});

beforeEach(async () => {
  standIn = await startStripeStandIn();
  logged = [];
  payments = stripePayments(optionsOf(standIn));
  const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };
  customerId = await payments.ensureCustomer(payer);
});
afterEach(async () => await standIn.close());

/** Short timeouts, only for tests in which Stripe doesn't respond: on a busy machine every response is slow. */
const impatient = () => stripePayments({ ...optionsOf(standIn), timeoutMs: 1_000 });
const wanted = () => ({ customerId, amountCents: 4500, idempotencyKey: `pay:${randomUUID()}` });
const paidIntent = async () => {
  const intent = await payments.createPayment(wanted());
  standIn.browser.confirmPayment(intent.clientSecret, good);
  return intent.id;
};
const runningPlan = async () => {
  const request = { customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` };
  const { id, firstIntentId } = await payments.createSubscription(request);
  standIn.browser.confirmPayment((await payments.getPayment(firstIntentId))?.clientSecret ?? '', good);
  return id;
};
const away = expect.objectContaining({
  status: 503,
  code: 'payments_away',
  message: "Payments aren't available right now. Please try again in a moment.",
});

describe('what goes over the wire', () => {
  it('has the pinned version, a key on every write, and only ids in the metadata', async () => {
    const id = await runningPlan();
    const description = 'Basic Package: no pickup on Tue, Nov 24';
    await payments.addCredit({ customerId, amountCents: 500, idempotencyKey: `credit:${randomUUID()}`, description });
    await payments.cancelAtPeriodEnd(id);
    await payments.keepRenewing(id);
    await payments.cardOf(id);
    await payments.cancelSubscription(id);
    await payments.resumeSubscription(id, basic);
    const paid = await paidIntent();
    await payments.refundPayment(paid, { amountCents: 100, idempotencyKey: `refund:${randomUUID()}` });
    await payments.cancelPayment((await payments.createPayment(wanted())).id);
    expect(standIn.seen.length).toBeGreaterThan(20);
    for (const { method, path, headers, body, query } of standIn.seen) {
      expect(headers['stripe-version']).toBe(Stripe.API_VERSION);
      if (method === 'POST') expect(headers['idempotency-key']).toMatch(/^\S{10,}$/);
      // Names and email addresses belong only on the customer.
      if (path !== '/v1/customers') expect(decodeURIComponent(`${body}${query}`)).not.toMatch(/@|Example/);
    }
    expect(standIn.seen.every((seen) => seen.status === 200)).toBe(true);
  });

  const posted = (to: string) =>
    standIn.seen
      .filter(({ method, path }) => method === 'POST' && path === to)
      .map(({ body }) => decodeURIComponent(body));

  it('creates a plan that waits for its first payment, with an explicit billing mode', async () => {
    const id = await runningPlan();
    await payments.cancelSubscription(id);
    expect((await payments.resumeSubscription(id, basic)).id).not.toBe(id);
    const forms = posted('/v1/subscriptions');
    expect(forms).toHaveLength(2);
    for (const form of forms) {
      expect(form).toContain('payment_behavior=default_incomplete');
      expect(form).toContain('payment_settings[save_default_payment_method]=on_subscription');
      expect(form).toContain('billing_mode[type]=classic');
    }
  });

  it('offers cards only, whatever the dashboard has enabled', async () => {
    await payments.createPayment(wanted());
    await payments.startCardSetup(customerId);
    const id = await runningPlan();
    await payments.pauseSubscription(id);
    await payments.resumeSubscription(id, basic);
    const forms = [...posted('/v1/payment_intents'), ...posted('/v1/setup_intents')];
    expect(forms).toHaveLength(3);
    for (const form of forms) {
      expect(form).toContain('allowed_payment_method_types[0]=card');
      // Stripe accepts only one of the two parameters.
      expect(form).not.toContain('automatic_payment_methods');
    }
  });

  it('names a return address wherever a saved card is confirmed, and nowhere else', async () => {
    await payments.startCardSetup(customerId);
    const id = await runningPlan();
    await payments.pauseSubscription(id);
    await payments.resumeSubscription(id, basic);
    const [form, confirmed] = posted('/v1/setup_intents');
    expect(form).not.toContain('return_url');
    expect(confirmed).toContain('confirm=true');
    expect(confirmed).toContain('return_url=http://stoop.example/billing');
  });

  it('says what a payment is for, with our ids and its lines, and adds what becomes known', async () => {
    const ids = { payment: randomUUID(), booking: randomUUID() };
    const request = wanted();
    const lines: ChargeLine[] = [
      { kind: 'pickup', quantity: 2, cents: request.amountCents, taxCents: 240 },
      lineOf('credit', -240),
    ];
    const parts = { ids, purpose: 'booking', lines } as const;
    const description = 'One-time pickup, 4 bags, Tue, Nov 24';
    const { id } = await payments.createPayment({ ...request, about: { description, ...parts } });
    const metadata = {
      ...{ ...ids, key: request.idempotencyKey, purpose: 'booking' },
      ...{ line_1: `pickup:2:${request.amountCents}:240`, line_2: 'credit:1:-240:0' },
    };
    expect(standIn.books.intents.get(id)).toMatchObject({ description, metadata });
    const pickup = randomUUID();
    await payments.tagPayment(id, { ...parts, ids: { payment: ids.payment, pickup } });
    expect(standIn.books.intents.get(id)?.metadata).toEqual({ ...metadata, pickup });
    await payments.tagPayment('pi_unknown', parts);
    const plan = await runningPlan();
    expect(standIn.books.subscriptions.get(plan)?.description).toBe('Basic Package, monthly plan');
  });

  it('contains no card number, and no secret is logged', async () => {
    await paidIntent();
    standIn.failNext('POST /v1/payment_intents', { refuse: { status: 500, error: { type: 'api_error' } } }, 3);
    await expect(payments.createPayment(wanted())).rejects.toEqual(away);
    const wrong = stripePayments({
      ...optionsOf(standIn),
      settings: { ...optionsOf(standIn).settings, secretKey: 'sk_test_hunter2' },
    });
    await expect(wrong.ensurePlans()).rejects.toEqual(away);
    expect(logged.length).toBeGreaterThan(1);
    expect(JSON.stringify(logged)).not.toMatch(/sk_test|whsec|_secret_|pat@|Example/);
    for (const { body } of standIn.seen) expect(findCardDigits(decodeURIComponent(body))).toEqual([]);
  });
});

describe('the stand-in is strict', () => {
  const sdk = () => {
    const { hostname: host, port } = new URL(standIn.url);
    return new Stripe(standIn.secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  };

  it.each([
    [{ amount: 4500, currency: 'usd', payment_method_types: ['card'] }, 'payment_method_types'],
    [{ amount: 45.5, currency: 'usd' }, 'amount'],
    [{ amount: 4500 }, 'currency'],
    [{ amount: 4500, currency: 'usd', allowed_payment_method_types: ['cash'] }, 'allowed_payment_method_types[0]'],
    [{ amount: 4500, currency: 'usd', customer: 'cus_0' }, 'customer'],
  ])('refuses %j', async (params, param) => {
    const refused = sdk().paymentIntents.create(params as never);
    await expect(refused).rejects.toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param });
  });

  it('replays a key, and rejects it for another request', async () => {
    const create = (amount: number) =>
      sdk().paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey: 'pay:the-same' });
    const [first, second] = [await create(4500), await create(4500)];
    expect(second.id).toBe(first.id);
    expect(standIn.seen.map(({ replayed }) => replayed).slice(-2)).toEqual([false, true]);
    await expect(create(5000)).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('rejects a wrong API key, another version, and an unknown path', async () => {
    const ask = async (path: string, headers: Record<string, string>) =>
      (await fetch(`${standIn.url}${path}`, { headers: { authorization: `Bearer ${standIn.secretKey}`, ...headers } }))
        .status;
    const version = { 'stripe-version': Stripe.API_VERSION };
    expect(await ask('/v1/prices', version)).toBe(200);
    expect(await ask('/v1/prices', { ...version, authorization: 'Bearer sk_test_other' })).toBe(401);
    expect(await ask('/v1/prices', { 'stripe-version': '2020-08-27' })).toBe(400);
    expect(await ask('/v1/prizes', version)).toBe(404);
    expect(await ask('/v1/prices?color=red', version)).toBe(400);
  });
});

describe('when Stripe fails', () => {
  const serverError = { refuse: { status: 500, error: { type: 'api_error', message: 'Something broke' } } };

  it.each<[string, Failure]>([
    ['the connection is cut before the work', { cut: 'before' }],
    ['the connection is cut after the work', { cut: 'after' }],
    ['the answer does not come', { delayMs: 4_000 }],
    ['it says 500', serverError],
    ['it says 429 and asks to come again', { refuse: { status: 503, error: { type: 'rate_limit_error' } } }],
    ['the same is on its way', { refuse: { status: 409, error: { type: 'idempotency_error' } } }],
    ['the request arrives twice', { twice: true }],
  ])('makes one thing although %s', async (_, failure) => {
    standIn.failNext('POST /v1/payment_intents', failure);
    const request = wanted();
    const intent = await impatient().createPayment(request);
    expect((await payments.createPayment(request)).id).toBe(intent.id);
    expect([...standIn.books.intents.keys()]).toEqual([intent.id]);
  });

  it.each<[string, Failure]>([
    ['no connection', { cut: 'after' }],
    ['no answer', { delayMs: 6_000 }],
    ['500', serverError],
    ['429', { refuse: { status: 429, error: { type: 'rate_limit_error' } } }],
    ['half an answer', { say: { status: 200, body: '{"id": "pi_1", "obj' } }],
    ['a page of a proxy', { say: { status: 502, body: '<html>Bad gateway</html>' } }],
    ['an error of somebody else', { say: { status: 502, body: '{"message": "Bad gateway"}' } }],
    ['something else', { say: { status: 200, body: '{"object": "charge", "id": "ch_1"}' } }],
    ['nothing', { say: { status: 200, body: '{}' } }],
    ['half an object', { say: { status: 200, body: '{"object": "payment_intent"}' } }],
  ])('says 503 when there is %s, and makes one thing when asked again', async (_, failure) => {
    standIn.failNext('POST /v1/payment_intents', failure, 3);
    const request = wanted();
    await expect(impatient().createPayment(request)).rejects.toEqual(away);
    standIn.stopFailing();
    const made = await payments.createPayment(request);
    expect([...standIn.books.intents.keys()]).toEqual([made.id]);
  });

  const savedRefusal = {
    saves: { status: 400, error: { type: 'invalid_request_error', code: 'payment_intent_invalid' } },
  };
  const savedFailures: [string, Failure][] = [
    ['a refusal', savedRefusal],
    ['that the right is missing', { saves: { status: 403, error: { type: 'invalid_request_error' } } }],
    ['that it was busy', { saves: { status: 429, error: { type: 'rate_limit_error' } } }],
    ['its own failure', { breaks: 'before' }],
  ];

  it.each(savedFailures)('makes one thing although Stripe has saved %s under its key', async (_, failure) => {
    const request = wanted();
    // The second key gets the same response. The SDK itself retries after a server error.
    standIn.failNext('POST /v1/payment_intents', failure, 2);
    await payments.createPayment(request).catch(() => {});
    await payments.createPayment(request).catch(() => {});
    const made = await payments.createPayment(request);
    expect((await payments.createPayment(request)).id).toBe(made.id);
    expect([...standIn.books.intents.keys()]).toEqual([made.id]);
  });

  it('says that a creation was refused, and logs why', async () => {
    standIn.failNext('POST /v1/payment_intents', savedRefusal);
    const refused = expect.objectContaining({ status: 503, code: 'creation_refused' });
    await expect(payments.createPayment(wanted())).rejects.toEqual(refused);
    expect(JSON.stringify(logged)).toContain('payment_intent_invalid');
    standIn.failNext('POST /v1/subscriptions', savedRefusal);
    const plan = { customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` };
    await expect(payments.createSubscription(plan)).rejects.toEqual(refused);
    expect((await payments.createSubscription(plan)).status).toBe('incomplete');
    expect(standIn.books.subscriptions.size).toBe(1);
  });

  it('finds what an earlier request with its key made, unless the price differs', async () => {
    const request = wanted();
    const made = await payments.createPayment(request);
    const lines = [lineOf('pickup', request.amountCents)];
    const about = {
      description: 'One-time pickup',
      ids: { payment: randomUUID() },
      purpose: 'booking',
      lines,
    } as const;
    expect((await payments.createPayment({ ...request, about })).id).toBe(made.id);
    await expect(payments.createPayment({ ...request, amountCents: 5000 })).rejects.toThrow('for another amount');
    expect(standIn.books.intents.size).toBe(1);
  });

  it('makes a customer, a price and a refund although Stripe has saved a refusal', async () => {
    standIn.failNext('POST /v1/customers', savedRefusal);
    const payer = { userId: randomUUID(), email: 'sam@stoop.example', name: 'Sam Example', known: null };
    await expect(payments.ensureCustomer(payer)).rejects.toMatchObject({ status: 503, code: 'creation_refused' });
    expect(await payments.ensureCustomer(payer)).toMatch(/^cus_/);
    standIn.failNext('POST /v1/prices', savedRefusal);
    await expect(payments.ensurePlans()).rejects.toMatchObject({ name: 'StripeRefused' });
    await payments.ensurePlans();
    expect(standIn.books.prices.size).toBe(4);
    const paid = await paidIntent();
    standIn.failNext('POST /v1/refunds', savedRefusal);
    const refund = { amountCents: 1000, idempotencyKey: `refund:${randomUUID()}` };
    await expect(payments.refundPayment(paid, refund)).rejects.toMatchObject({ status: 409, code: 'refund_refused' });
    expect(await payments.refundPayment(paid, refund)).toMatchObject({ refundedCents: 1000 });
    expect(await payments.refundPayment(paid, refund)).toMatchObject({ refundedCents: 1000 });
  });

  it('ends a request that hangs within 15 seconds', async () => {
    expect(stripeLimits.deadlineMs).toBeLessThan(14_000);
    expect(stripeLimits.timeoutMs).toBeLessThan(stripeLimits.deadlineMs);
    const hasty = stripePayments({ ...optionsOf(standIn), timeoutMs: 400, deadlineMs: 600 });
    standIn.failNext('POST /v1/payment_intents', { delayMs: 5_000 }, 3);
    const start = performance.now();
    await expect(hasty.createPayment(wanted())).rejects.toEqual(away);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('makes one refund although the response was lost, even after Stripe has forgotten the key', async () => {
    const id = await paidIntent();
    const refund = { amountCents: 1000, idempotencyKey: `refund:${randomUUID()}` };
    standIn.failNext('POST /v1/refunds', { cut: 'after' }, 3);
    await expect(payments.refundPayment(id, refund)).rejects.toEqual(away);
    expect((await payments.refundPayment(id, refund)).refundedCents).toBe(1000);
    const posts = () => standIn.seen.filter((seen) => seen.method === 'POST' && seen.path === '/v1/refunds').length;
    const before = posts();
    expect((await payments.refundPayment(id, refund)).refundedCents).toBe(1000);
    expect(posts()).toBe(before);
  });

  it('distinguishes a failed refund from a successful one', async () => {
    const id = await paidIntent();
    const refund = { amountCents: 1000, idempotencyKey: `refund:${randomUUID()}` };
    const [made] = (await payments.refundPayment(id, refund)).refunds;
    standIn.browser.failRefund(made?.id ?? '');
    expect(await payments.getPayment(id)).toMatchObject({ refundedCents: 0, refunds: [{ status: 'failed' }] });
    // The same key makes another refund, once.
    for (let tries = 0; tries < 2; tries += 1) {
      const { refunds, refundedCents } = await payments.refundPayment(id, refund);
      expect(refunds.map(({ status, failure }) => [status, failure])).toEqual([
        ['failed', 'lost or stolen card'],
        ['succeeded', null],
      ]);
      expect(refundedCents).toBe(1000);
    }
  });

  it('finishes a revival that was interrupted before it was paid', async () => {
    const id = await runningPlan();
    const { currentPeriodEnd } = await payments.cancelSubscription(id);
    standIn.books.aheadSeconds += Math.round((currentPeriodEnd.getTime() - Date.now()) / 1000) + 60;
    standIn.failNext('POST /v1/invoices/:id/pay', serverError, 3);
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(away);
    expect((await payments.getSubscription(id))?.status).toBe('incomplete');
    const revived = await payments.resumeSubscription(id, basic);
    expect(revived.status).toBe('active');
    expect(standIn.books.subscriptions.size).toBe(2);
    expect(await payments.getSubscription(id)).toEqual(revived);
  });

  it('reports that only the owner can confirm a card, and changes nothing', async () => {
    const id = await runningPlan();
    await payments.cancelSubscription(id);
    standIn.browser.spoilCard(id, 'pm_card_authenticationRequired');
    const refused = expect.objectContaining({ status: 402, code: 'authentication_required' });
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused);
    expect((await payments.getSubscription(id))?.status).toBe('canceled');
    standIn.books.aheadSeconds += 40 * 24 * 60 * 60;
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused);
    expect((await payments.getSubscription(id))?.status).toBe('canceled');
  });

  it('finds no card to revive a plan with when the customer was deleted', async () => {
    const id = await runningPlan();
    standIn.browser.deleteCustomer(customerId);
    const refused = expect.objectContaining({ status: 402, code: 'no_saved_card' });
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused);
    standIn.books.aheadSeconds += 40 * 24 * 60 * 60;
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused);
    expect((await payments.getSubscription(id))?.status).toBe('canceled');
  });

  it('creates another customer when the known one was deleted', async () => {
    const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };
    const first = await payments.ensureCustomer(payer);
    standIn.books.customers.set(first, { id: first, object: 'customer', deleted: true });
    const other = stripePayments(optionsOf(standIn));
    const second = await other.ensureCustomer({ ...payer, known: first });
    expect(second).not.toBe(first);
    expect(await other.ensureCustomer({ ...payer, known: second })).toBe(second);
    expect(await other.ensureCustomer({ ...payer, known: 'cus_of_another_mode' })).not.toBe('cus_of_another_mode');
  });

  it('forgets a customer who was just deleted, and creates another for the next attempt', async () => {
    standIn.browser.deleteCustomer(customerId);
    const gone = expect.objectContaining({ status: 503, code: 'customer_gone' });
    await expect(payments.createPayment(wanted())).rejects.toEqual(gone);
    const plan = { customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` };
    await expect(payments.createSubscription(plan)).rejects.toEqual(gone);
    await expect(payments.startCardSetup(customerId)).rejects.toEqual(gone);
    expect(JSON.stringify(logged)).toContain('resource_missing customer');
    const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: customerId };
    const again = await payments.ensureCustomer(payer);
    expect((await payments.createPayment({ ...wanted(), customerId: again })).status).toBe('open');
  });

  it('accepts payments of customers whose email address Stripe rejects', async () => {
    const payer = { userId: randomUUID(), email: 'pät@stoop.example', name: 'Pat Example', known: null };
    const id = await payments.ensureCustomer(payer);
    expect(standIn.books.customers.get(id)).toMatchObject({ email: null, metadata: { user: payer.userId } });
    expect(await stripePayments(optionsOf(standIn)).ensureCustomer(payer)).toBe(id);
    expect(JSON.stringify(logged)).not.toContain('stoop.example');
  });

  it('never charges a price that a person gave our lookup key to', async () => {
    await payments.ensurePlans();
    const [price] = standIn.books.prices.values();
    if (price) price.unit_amount = 99_900;
    const other = stripePayments(optionsOf(standIn));
    await expect(other.ensurePlans()).rejects.toThrow('does not charge what its lookup key');
  });
});

describe('the start', () => {
  it('creates the prices', async () => {
    await openStripe(optionsOf(standIn));
    expect(standIn.books.prices.size).toBe(4);
  });

  it('continues while Stripe is unavailable, and works when it is back', async () => {
    standIn.goDown();
    const opened = await openStripe(optionsOf(standIn));
    expect(JSON.stringify(logged)).toContain('the prices could not be looked up');
    await expect(opened.createPayment(wanted())).rejects.toEqual(away);
    standIn.comeBack();
    expect((await opened.createPayment(wanted())).status).toBe('open');
  });

  it('fails with an API key that Stripe does not accept, and does not print it', async () => {
    const options = optionsOf(standIn);
    const opening = openStripe({ ...options, settings: { ...options.settings, secretKey: 'sk_test_hunter2' } });
    await expect(opening).rejects.toMatchObject({
      name: 'StripeKeyRefused',
      message: /^STRIPE_SECRET_KEY is not accepted/,
    });
    expect(JSON.stringify(logged)).not.toContain('hunter2');
  });
});

describe('a restricted key', () => {
  const forbidden = { refuse: { status: 403, error: { type: 'invalid_request_error', message: 'No permission' } } };

  it('that lacks rights starts the server, with a line that names them', async () => {
    standIn.failNext('GET /v1/disputes', forbidden);
    standIn.failNext('GET /v1/refunds', forbidden);
    const opened = await openStripe(optionsOf(standIn));
    const said = 'STRIPE_SECRET_KEY lacks rights that the app needs: Disputes, Refunds (docs/operations/stripe.md)';
    expect(JSON.stringify(logged)).toContain(said);
    expect((await opened.createPayment(wanted())).status).toBe('open');
  });

  it('without any right stops the start', async () => {
    for (const name of Object.keys(requests) as RequestName[]) standIn.failNext(name, forbidden, 2);
    await expect(openStripe(optionsOf(standIn))).rejects.toMatchObject({ name: 'StripeKeyRefused' });
  });

  it('with every right is not mentioned', async () => {
    await openStripe(optionsOf(standIn));
    expect(JSON.stringify(logged)).not.toContain('rights');
  });
});

describe('the ledger', () => {
  it('subtracts disputes and refunds, and nothing else', async () => {
    const [kept = '', disputed = '', won = '', failed = '', asked = ''] = [
      await paidIntent(),
      await paidIntent(),
      await paidIntent(),
      await paidIntent(),
      await paidIntent(),
    ];
    standIn.browser.dispute(disputed);
    standIn.browser.dispute(won, 'won');
    standIn.browser.dispute(asked, 'warning_needs_response');
    const { refunds } = await payments.refundPayment(failed, { idempotencyKey: `refund:${failed}` });
    standIn.browser.failRefund(refunds[0]?.id ?? '');
    const sums = new Map<string | null, number>();
    for await (const { intentId, amountCents } of payments.listMovements({ since: new Date(0) })) {
      sums.set(intentId, (sums.get(intentId) ?? 0) + amountCents);
    }
    expect([kept, disputed, won, failed, asked].map((id) => sums.get(id))).toEqual([4500, 0, 4500, 4500, 4500]);
    const states = await Promise.all([kept, disputed, won, asked].map((id) => payments.listDisputes(id)));
    expect(states.map((all) => all.map(({ state }) => state))).toEqual([[], ['open'], ['won'], ['inquiry']]);
  });
});

describe('a webhook', () => {
  const read = (payload: string, signature: string | undefined) =>
    payments.parseWebhook?.(Buffer.from(payload), signature);
  const refused = expect.objectContaining({ status: 400, message: 'The signature does not match' });
  const eventOf = (type: string) => standIn.books.events.find((event) => event.type === type) ?? {};

  it('is read into its ids', async () => {
    const id = await runningPlan();
    const { payload, signature } = standIn.sign(eventOf('invoice.paid'));
    expect(read(payload, signature)).toMatchObject({ type: 'invoice.paid', subscriptionId: id, intentId: null });
    const updated = standIn.sign(eventOf('customer.subscription.updated'));
    expect(read(updated.payload, updated.signature)).toMatchObject({ subscriptionId: id, createdAt: expect.any(Date) });
    const paid = await paidIntent();
    await payments.refundPayment(paid, { idempotencyKey: `refund:${paid}` });
    const { id: disputeId } = standIn.browser.dispute(paid);
    for (const type of ['charge.refunded', 'refund.created', 'charge.dispute.created']) {
      const signed = standIn.sign(eventOf(type));
      expect(read(signed.payload, signed.signature), type).toMatchObject({ intentId: paid, subscriptionId: null });
    }
    const dispute = standIn.sign(eventOf('charge.dispute.created'));
    expect(read(dispute.payload, dispute.signature)).toMatchObject({ disputeId });
    const succeeded = standIn.sign({ ...eventOf('payment_intent.succeeded') });
    expect(read(succeeded.payload, succeeded.signature)?.intentId).toMatch(/^pi_/);
  });

  it('with a thin payload is rejected, and the log says what to change', () => {
    const { payload, signature } = standIn.sign({ id: 'evt_1', object: 'v2.core.event', type: 'v1.charge.refunded' });
    expect(() => read(payload, signature)).toThrow(expect.objectContaining({ status: 400 }) as never);
    expect(JSON.stringify(logged)).toContain('thin payloads');
  });

  it('is rejected when it is forged, changed, stale or unsigned', async () => {
    await paidIntent();
    const event = eventOf('payment_intent.succeeded');
    const { payload, signature } = standIn.sign(event);
    expect(read(payload, signature)?.type).toBe('payment_intent.succeeded');
    expect(() => read(payload, undefined)).toThrow(refused as never);
    expect(() => read(payload, 't=1,v1=00')).toThrow(refused as never);
    expect(() => read(payload.replace('4500', '4501'), signature)).toThrow(refused as never);
    const forged = standIn.sign(event, { secret: 'whsec_another' });
    expect(() => read(forged.payload, forged.signature)).toThrow(refused as never);
    const stale = standIn.sign(event, { timestamp: Math.floor(Date.now() / 1000) - 301 });
    expect(() => read(stale.payload, stale.signature)).toThrow(refused as never);
    const noEvent = standIn.sign({ object: 'charge', id: 'ch_1' });
    expect(() => read(noEvent.payload, noEvent.signature)).toThrow();
  });
});
