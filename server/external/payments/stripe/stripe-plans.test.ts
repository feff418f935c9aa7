import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../../contract/payments.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../../tests/support/stripe/stand-in.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { intentOf, presentInvoice } from './present.ts';
import { stripePayments } from './stripe-payments.ts';

/** What only Stripe does with plans: draft invoices, dashboard pauses, archived prices, failed idempotency keys. */

const basic = { packageType: 'basic', priceCents: 3500 } as const;
const good = testCards.successful.paymentMethodId;

let standIn: StripeStandIn;
let payments: PaymentProvider;
let logged: unknown[];
let customerId: string;
const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };

const another = () =>
  stripePayments({
    appUrl: 'http://stoop.example',
    settings: {
      secretKey: standIn.secretKey,
      webhookSecret: standIn.webhookSecret,
      apiUrl: new URL(standIn.url),
    },
    clock: () => new Date(standIn.books.now() * 1000),
    log: { warn: (...line: unknown[]) => logged.push(line), error: (...line: unknown[]) => logged.push(line) },
  });

beforeEach(async () => {
  standIn = await startStripeStandIn();
  logged = [];
  payments = another();
  customerId = await payments.ensureCustomer(payer);
});
afterEach(async () => await standIn.close());

const wantedPlan = () => ({ customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` });
const pay = async (intentId: string) =>
  standIn.browser.confirmPayment((await payments.getPayment(intentId))?.clientSecret ?? '', good);
const runningPlan = async () => {
  const { id, firstIntentId } = await payments.createSubscription(wantedPlan());
  await pay(firstIntentId);
  return id;
};
const charges = () => [...standIn.books.charges.values()].filter(({ status }) => status === 'succeeded').length;

describe('the hour in which an invoice is a draft', () => {
  it('charges nothing yet, although its period has begun', async () => {
    const id = await runningPlan();
    const before = await payments.getSubscription(id);
    standIn.browser.beginPeriod(id);
    expect((await payments.getSubscription(id))?.currentPeriodEnd).not.toEqual(before?.currentPeriodEnd);
    const draft = { status: 'draft', attempts: 0, intentId: null, payUrl: null, draftError: null };
    expect(await payments.listInvoices(id)).toMatchObject([draft, { status: 'paid' }]);
    standIn.browser.failToFinalize(id, 'The location is unknown.');
    expect((await payments.listInvoices(id))[0]).toMatchObject({ ...draft, draftError: 'The location is unknown.' });
    Object.assign([...standIn.books.invoices.values()].at(-1) ?? {}, { auto_advance: true });
    standIn.browser.endDraftHour(id);
    expect(await payments.listInvoices(id)).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
  });

  it.each(['cancelSubscription', 'pauseSubscription'] as const)('charges nothing after %s', async (act) => {
    const id = await runningPlan();
    standIn.browser.beginPeriod(id);
    await payments[act](id);
    standIn.browser.endDraftHour(id);
    expect(charges()).toBe(1);
    // Stripe never finalizes it.
    expect((await payments.listInvoices(id)).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect([...standIn.books.invoices.values()].map(({ auto_advance }) => auto_advance)).toEqual([true, false]);
  });

  it.each([
    ['cancelSubscription', testCards.declined.paymentMethodId, 'void'],
    ['pauseSubscription', testCards.declined.paymentMethodId, 'void'],
    ['cancelSubscription', good, 'paid'],
  ] as const)('may end during %s: with %s it is %s', async (act, card, status) => {
    const id = await runningPlan();
    standIn.browser.spoilCard(id, card);
    standIn.browser.beginPeriod(id);
    standIn.meanwhile('POST /v1/invoices/:id', () => standIn.browser.endDraftHour(id));
    await payments[act](id);
    expect((await payments.listInvoices(id))[0]).toMatchObject({ status });
    expect((await payments.getSubscription(id))?.status).toBe(act === 'cancelSubscription' ? 'canceled' : 'paused');
  });
});

describe('abandoning the first payment', () => {
  it('ends the plan even when Stripe does not expire it', async () => {
    standIn.books.voidedFirstRuns = true;
    const { id, firstIntentId } = await payments.createSubscription(wantedPlan());
    expect((await payments.abandonSubscription(id)).status).toBe('canceled');
    await pay(firstIntentId);
    expect(charges()).toBe(0);
  });

  it('ends it even after an interruption', async () => {
    standIn.books.voidedFirstRuns = true;
    const { id } = await payments.createSubscription(wantedPlan());
    standIn.failNext('DELETE /v1/subscriptions/:id', { refuse: { status: 500, error: { type: 'api_error' } } }, 3);
    await expect(payments.abandonSubscription(id)).rejects.toMatchObject({ status: 503 });
    expect((await payments.getSubscription(id))?.status).toBe('active');
    expect((await payments.abandonSubscription(id)).status).toBe('canceled');
  });
});

describe('a saved card', () => {
  it('is not set on a plan that has ended', async () => {
    const id = await runningPlan();
    const setup = await payments.startCardSetup(customerId);
    standIn.browser.confirmSetup(setup.clientSecret, good);
    standIn.browser.endPlan(id);
    expect((await payments.applySavedCard(id, setup.id)).status).toBe('canceled');
  });

  it('is the one that is shown; none is once its customer is deleted', async () => {
    const id = await runningPlan();
    expect(await payments.cardOf(id)).toMatchObject({ last4: '4242' });
    const setup = await payments.startCardSetup(customerId);
    standIn.browser.confirmSetup(setup.clientSecret, 'pm_card_mastercard');
    await payments.applySavedCard(id, setup.id);
    expect(await payments.cardOf(id)).toEqual({ brand: 'visa', last4: '4444', expMonth: 12, expYear: 2040 });
    standIn.books.cards.clear();
    expect(await payments.cardOf(id)).toBeNull();
  });
});

describe('a plan that ends in that very moment', () => {
  it.each(['cancelAtPeriodEnd', 'keepRenewing'] as const)('is returned as ended by %s', async (act) => {
    const id = await runningPlan();
    if (act === 'keepRenewing') await payments.cancelAtPeriodEnd(id);
    standIn.meanwhile('POST /v1/subscriptions/:id', () => standIn.browser.endPlan(id));
    expect(await payments[act](id)).toMatchObject({ id, status: 'canceled', endsAtPeriodEnd: false });
  });
});

describe('an end that a person set in the Stripe dashboard', () => {
  const seconds = (time: Date | undefined) => Math.floor((time?.getTime() ?? 0) / 1000);

  it('with the period is seen and taken back', async () => {
    const id = await runningPlan();
    standIn.browser.endLater(id, 'period end');
    expect((await payments.getSubscription(id))?.endsAtPeriodEnd).toBe(true);
    expect((await payments.keepRenewing(id)).endsAtPeriodEnd).toBe(false);
    standIn.browser.endPeriod(id);
    expect(charges()).toBe(2);
  });

  it('on a date within the period is seen and taken back', async () => {
    const id = await runningPlan();
    const end = seconds((await payments.getSubscription(id))?.currentPeriodEnd);
    standIn.browser.endLater(id, end);
    expect((await payments.cancelAtPeriodEnd(id)).endsAtPeriodEnd).toBe(true);
    expect((await payments.keepRenewing(id)).endsAtPeriodEnd).toBe(false);
    expect(standIn.books.subscriptions.get(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    standIn.browser.endLater(id, end + 1);
    expect((await payments.getSubscription(id))?.endsAtPeriodEnd).toBe(false);
  });
});

describe('a pause made in the Stripe dashboard', () => {
  it.each(['collecting', 'all'] as const)('of %s is ended', async (what) => {
    const id = await runningPlan();
    standIn.browser.pauseByHand(id, what);
    expect((await payments.getSubscription(id))?.status).toBe('paused');
    expect((await payments.pauseSubscription(id)).status).toBe('paused');
    expect((await payments.unpauseSubscription(id)).status).toBe('active');
    standIn.browser.pauseByHand(id, what);
    expect((await payments.resumeSubscription(id, basic)).status).toBe('active');
    standIn.browser.endPeriod(id);
    expect(charges()).toBe(2);
  });
});

describe('a card that has just paid', () => {
  it('is not checked again', async () => {
    const id = await runningPlan();
    standIn.browser.spoilCard(id, testCards.declined.paymentMethodId);
    standIn.browser.endPeriod(id);
    await payments.pauseSubscription(id);
    standIn.browser.spoilCard(id, good);
    const asked = { status: 402, error: { type: 'card_error', code: 'authentication_required', message: 'Not now' } };
    standIn.failNext('POST /v1/setup_intents', { refuse: asked });
    expect((await payments.resumeSubscription(id, basic)).status).toBe('active');
    expect(charges()).toBe(2);
  });
});

describe('a failure that Stripe repeats for its idempotency key', () => {
  it.each(['before', 'after'] as const)('%s the work does not keep a customer from paying', async (breaks) => {
    const request = { customerId, amountCents: 4500, idempotencyKey: `pay:${randomUUID()}` };
    standIn.failNext('POST /v1/payment_intents', { breaks });
    const intent = await payments.createPayment(request);
    expect((await another().createPayment(request)).id).toBe(intent.id);
    expect([...standIn.books.intents.keys()]).toEqual([intent.id]);
  });

  it.each(['before', 'after'] as const)('%s the work does not keep a customer from a plan', async (breaks) => {
    const request = wantedPlan();
    standIn.failNext('POST /v1/subscriptions', { breaks });
    const made = await payments.createSubscription(request);
    expect(await another().createSubscription(request)).toEqual(made);
    expect([...standIn.books.subscriptions.keys()]).toEqual([made.id]);
    await pay(made.firstIntentId);
    await payments.cancelSubscription(made.id);
    standIn.failNext('POST /v1/subscriptions', { breaks });
    const revived = await payments.resumeSubscription(made.id, basic);
    expect(revived.status).toBe('active');
    expect([...standIn.books.subscriptions.keys()]).toEqual([made.id, revived.id]);
  });

  it.each(['before', 'after'] as const)('%s the work gives one refund', async (breaks) => {
    const { id } = await payments.createPayment({ customerId, amountCents: 4500, idempotencyKey: `pay:${breaks}` });
    await pay(id);
    standIn.failNext('POST /v1/refunds', { breaks });
    const refund = { amountCents: 1000, idempotencyKey: `refund:${breaks}` };
    expect((await payments.refundPayment(id, refund)).refundedCents).toBe(1000);
    expect(standIn.books.refunds.size).toBe(1);
  });

  it('does not keep customers or prices from being created', async () => {
    standIn.failNext('POST /v1/customers', { breaks: 'before' });
    expect(await payments.ensureCustomer({ ...payer, userId: randomUUID() })).toMatch(/^cus_/);
    standIn.failNext('POST /v1/products', { breaks: 'before' });
    standIn.failNext('POST /v1/prices', { breaks: 'after' });
    await payments.ensurePlans();
    expect(standIn.books.prices.size).toBe(4);
  });

  it('that occurs under the next key too is reported and not retried', async () => {
    standIn.failNext('POST /v1/payment_intents', { breaks: 'before' }, 1);
    const request = { customerId, amountCents: 4500, idempotencyKey: 'pay:twice' };
    await payments.createPayment(request);
    const other = { ...request, idempotencyKey: 'pay:broken' };
    const keys = () => standIn.seen.map(({ headers }) => headers['idempotency-key']);
    standIn.failNext('POST /v1/payment_intents', { breaks: 'before' });
    standIn.failNext('GET /v1/payment_intents', { refuse: { status: 500, error: { type: 'api_error' } } }, 3);
    await expect(payments.createPayment(other)).rejects.toMatchObject({ status: 503 });
    expect(keys()).not.toContain('pay:broken:2');
    expect((await payments.createPayment(other)).status).toBe('open');
    expect(new Set(keys().filter((key) => String(key).startsWith('pay:broken')))).toEqual(
      new Set(['pay:broken', 'pay:broken:2']),
    );
  });
});

describe('an archived price', () => {
  it('passes its lookup key to the next one once, and the plan can be bought', async () => {
    await payments.ensurePlans();
    const archived = [...standIn.books.prices.values()].filter(
      (price) => price.lookup_key === 'basic_monthly_3500_usd',
    );
    for (const price of archived) price.active = false;
    await Promise.all([another(), another()].map((one) => one.createSubscription(wantedPlan())));
    expect(standIn.books.prices.size).toBe(5);
    // A process that has cached the old price asks again later.
    standIn.books.aheadSeconds += 11 * 60;
    expect((await payments.createSubscription(wantedPlan())).status).toBe('incomplete');
    expect(standIn.books.prices.size).toBe(5);
  });
});

describe('an invoice', () => {
  const theirs = async () => {
    const id = await runningPlan();
    const [invoice] = [...standIn.books.invoices.values()].filter(
      (one) => one.parent?.subscription_details?.subscription === id,
    );
    return structuredClone(invoice as Stripe.Invoice);
  };

  it('is paid by the intent that paid it, not the intended one', async () => {
    const invoice = await theirs();
    const meant = structuredClone(standIn.books.payments.get(invoice.id)) as Stripe.InvoicePayment;
    const named = (payment: object, more: object) => ({ ...meant, payment, ...more }) as Stripe.InvoicePayment;
    const canceled = named(meant.payment, { status: 'canceled' });
    const one = (status: 'paid' | 'open', data: Stripe.InvoicePayment[]) =>
      intentOf({ ...invoice, status, payments: { object: 'list', data, has_more: false, url: '' } });
    const paidBy = (...data: Stripe.InvoicePayment[]) => one('paid', data);
    const other = named({ type: 'payment_intent', payment_intent: 'pi_other' }, { is_default: false, status: 'paid' });
    const byHand = named({ type: 'payment_record', payment_record: 'pr_1' }, { is_default: false, status: 'paid' });
    expect(paidBy(canceled, other)).toBe('pi_other');
    expect(paidBy(canceled, byHand)).toBeNull();
    expect(paidBy(canceled)).toBeNull();
    expect(one('open', [named({ type: 'payment_intent', payment_intent: 'pi_open' }, { status: 'open' })])).toBe(
      'pi_open',
    );
  });

  it("covers the subscription's period, even with other lines added by hand", async () => {
    const invoice = await theirs();
    const [line] = invoice.lines.data as [Stripe.InvoiceLineItem];
    const { periodEnd } = presentInvoice(invoice);
    const item = { ...line, subscription: null, period: { start: 0, end: line.period.end + 999 } };
    const older = { ...line, period: { start: line.period.start - 999, end: line.period.start } };
    invoice.lines.data = [item, older, line];
    expect(presentInvoice(invoice).periodEnd).toEqual(periodEnd);
    const kept = [...standIn.books.invoices.values()].find(({ id }) => id === invoice.id);
    if (kept) kept.lines.data = [item, older, line];
    const id = String(invoice.parent?.subscription_details?.subscription);
    await payments.cancelSubscription(id);
    expect((await payments.resumeSubscription(id, basic)).currentPeriodEnd).toEqual(periodEnd);
  });
});

describe('an endpoint of another API version', () => {
  it('is understood, with one warning', async () => {
    const id = await runningPlan();
    const paid = standIn.books.events.find(({ type }) => type === 'invoice.paid') as Stripe.Event;
    const read = (event: object) => {
      const { payload, signature } = standIn.sign(event);
      return payments.parseWebhook?.(Buffer.from(payload), signature);
    };
    expect(read(paid)?.subscriptionId).toBe(id);
    expect(logged).toEqual([]);
    const old = {
      ...paid,
      api_version: '2024-06-20',
      data: { object: { object: 'invoice', id: 'in_1', subscription: id } },
    };
    expect(read(old)).toMatchObject({ type: 'invoice.paid', subscriptionId: id });
    expect(read(old)).toMatchObject({ subscriptionId: id });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain(Stripe.API_VERSION);
  });
});

describe('a disputed charge', () => {
  it('is not refunded by us too', async () => {
    const { id } = await payments.createPayment({ customerId, amountCents: 4500, idempotencyKey: 'pay:disputed' });
    await pay(id);
    standIn.browser.dispute(id);
    const refusal = expect.objectContaining({ status: 409, code: 'refund_refused' });
    await expect(payments.refundPayment(id, { idempotencyKey: 'refund:disputed' })).rejects.toEqual(refusal);
  });
});
