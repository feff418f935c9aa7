import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testCards } from '../../../../contract/payments.ts';
import { payer, setUpLiveProvider } from '../../../../tests/support/stripe/live-provider.ts';
import { intentOf, presentInvoice } from './present.ts';

/** Plans in cases that only Stripe has: draft invoices, dashboard pauses, archived prices, failed idempotency keys. */

const basic = { packageType: 'basic', priceCents: 3500 } as const;
const good = testCards.successful.paymentMethodId;
const live = setUpLiveProvider();
const charges = () => [...live.standIn.books.charges.values()].filter(({ status }) => status === 'succeeded').length;

describe('the hour in which an invoice is a draft', () => {
  it('charges nothing yet, although its period has begun', async () => {
    const id = await live.runningPlan();
    const before = await live.payments.getSubscription(id);
    live.standIn.browser.beginPeriod(id);
    expect((await live.payments.getSubscription(id))?.currentPeriodEnd).not.toEqual(before?.currentPeriodEnd);
    const draft = { status: 'draft', attempts: 0, intentId: null, payUrl: null, draftError: null };
    expect(await live.payments.listInvoices(id)).toMatchObject([draft, { status: 'paid' }]);
    live.standIn.browser.failToFinalize(id, 'The location is unknown.');
    expect((await live.payments.listInvoices(id))[0]).toMatchObject({
      ...draft,
      draftError: 'The location is unknown.',
    });
    Object.assign([...live.standIn.books.invoices.values()].at(-1) ?? {}, { auto_advance: true });
    live.standIn.browser.endDraftHour(id);
    expect(await live.payments.listInvoices(id)).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
  });

  it.each(['cancelSubscription', 'pauseSubscription'] as const)('charges nothing after %s', async (act) => {
    const id = await live.runningPlan();
    live.standIn.browser.beginPeriod(id);
    await live.payments[act](id);
    live.standIn.browser.endDraftHour(id);
    expect(charges()).toBe(1);
    // Stripe never finalizes the forgiven draft.
    expect((await live.payments.listInvoices(id)).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect([...live.standIn.books.invoices.values()].map(({ auto_advance }) => auto_advance)).toEqual([true, false]);
  });

  it.each([
    ['cancelSubscription', testCards.declined.paymentMethodId, 'void'],
    ['pauseSubscription', testCards.declined.paymentMethodId, 'void'],
    ['cancelSubscription', good, 'paid'],
  ] as const)('may end during %s: with %s it is %s', async (act, card, status) => {
    const id = await live.runningPlan();
    live.standIn.browser.spoilCard(id, card);
    live.standIn.browser.beginPeriod(id);
    live.standIn.meanwhile('POST /v1/invoices/:id', () => live.standIn.browser.endDraftHour(id));
    await live.payments[act](id);
    expect((await live.payments.listInvoices(id))[0]).toMatchObject({ status });
    expect((await live.payments.getSubscription(id))?.status).toBe(
      act === 'cancelSubscription' ? 'canceled' : 'paused',
    );
  });
});

describe('abandoning the first payment', () => {
  it('ends the plan even when Stripe does not expire it', async () => {
    live.standIn.books.voidedFirstRuns = true;
    const { id, firstIntentId } = await live.payments.createSubscription(live.wantedPlan());
    expect((await live.payments.abandonSubscription(id)).status).toBe('canceled');
    await live.pay(firstIntentId);
    expect(charges()).toBe(0);
  });

  it('ends it even after an interruption', async () => {
    live.standIn.books.voidedFirstRuns = true;
    const { id } = await live.payments.createSubscription(live.wantedPlan());
    live.standIn.failNext('DELETE /v1/subscriptions/:id', { refuse: { status: 500, error: { type: 'api_error' } } }, 3);
    await expect(live.payments.abandonSubscription(id)).rejects.toMatchObject({ status: 503 });
    expect((await live.payments.getSubscription(id))?.status).toBe('active');
    expect((await live.payments.abandonSubscription(id)).status).toBe('canceled');
  });
});

describe('a saved card', () => {
  it('is not set on a plan that has ended', async () => {
    const id = await live.runningPlan();
    const setup = await live.payments.startCardSetup(live.customerId);
    live.standIn.browser.confirmSetup(setup.clientSecret, good);
    live.standIn.browser.endPlan(id);
    expect((await live.payments.applySavedCard(id, setup.id)).status).toBe('canceled');
  });

  it('is shown until its customer is deleted', async () => {
    const id = await live.runningPlan();
    expect(await live.payments.cardOf(id)).toMatchObject({ last4: '4242' });
    const setup = await live.payments.startCardSetup(live.customerId);
    live.standIn.browser.confirmSetup(setup.clientSecret, 'pm_card_mastercard');
    await live.payments.applySavedCard(id, setup.id);
    expect(await live.payments.cardOf(id)).toEqual({ brand: 'visa', last4: '4444', expMonth: 12, expYear: 2040 });
    live.standIn.books.cards.clear();
    expect(await live.payments.cardOf(id)).toBeNull();
  });
});

describe('a plan that ends at the same moment', () => {
  it.each(['cancelAtPeriodEnd', 'keepRenewing'] as const)('is returned as ended by %s', async (act) => {
    const id = await live.runningPlan();
    if (act === 'keepRenewing') await live.payments.cancelAtPeriodEnd(id);
    live.standIn.meanwhile('POST /v1/subscriptions/:id', () => live.standIn.browser.endPlan(id));
    expect(await live.payments[act](id)).toMatchObject({ id, status: 'canceled', endsAtPeriodEnd: false });
  });
});

describe('an end that a person set in the Stripe dashboard', () => {
  const seconds = (time: Date | undefined) => Math.floor((time?.getTime() ?? 0) / 1000);

  it('with the period is detected and reverted', async () => {
    const id = await live.runningPlan();
    live.standIn.browser.endLater(id, 'period end');
    expect((await live.payments.getSubscription(id))?.endsAtPeriodEnd).toBe(true);
    expect((await live.payments.keepRenewing(id)).endsAtPeriodEnd).toBe(false);
    live.standIn.browser.endPeriod(id);
    expect(charges()).toBe(2);
  });

  it('on a date within the period is detected, and can be reverted', async () => {
    const id = await live.runningPlan();
    const end = seconds((await live.payments.getSubscription(id))?.currentPeriodEnd);
    live.standIn.browser.endLater(id, end);
    expect((await live.payments.cancelAtPeriodEnd(id)).endsAtPeriodEnd).toBe(true);
    expect((await live.payments.keepRenewing(id)).endsAtPeriodEnd).toBe(false);
    expect(live.standIn.books.subscriptions.get(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    live.standIn.browser.endLater(id, end + 1);
    expect((await live.payments.getSubscription(id))?.endsAtPeriodEnd).toBe(false);
  });
});

describe('a pause made in the Stripe dashboard', () => {
  it.each(['collecting', 'all'] as const)('of %s is ended', async (what) => {
    const id = await live.runningPlan();
    live.standIn.browser.pauseByHand(id, what);
    expect((await live.payments.getSubscription(id))?.status).toBe('paused');
    expect((await live.payments.pauseSubscription(id)).status).toBe('paused');
    expect((await live.payments.unpauseSubscription(id)).status).toBe('active');
    live.standIn.browser.pauseByHand(id, what);
    expect((await live.payments.resumeSubscription(id, basic)).status).toBe('active');
    live.standIn.browser.endPeriod(id);
    expect(charges()).toBe(2);
  });
});

describe('a card that has just paid', () => {
  it('is not checked again', async () => {
    const id = await live.runningPlan();
    live.standIn.browser.spoilCard(id, testCards.declined.paymentMethodId);
    live.standIn.browser.endPeriod(id);
    await live.payments.pauseSubscription(id);
    live.standIn.browser.spoilCard(id, good);
    const asked = { status: 402, error: { type: 'card_error', code: 'authentication_required', message: 'Not now' } };
    live.standIn.failNext('POST /v1/setup_intents', { refuse: asked });
    expect((await live.payments.resumeSubscription(id, basic)).status).toBe('active');
    expect(charges()).toBe(2);
  });
});

describe('a failure that Stripe repeats for its idempotency key', () => {
  it.each(['before', 'after'] as const)('%s the work does not keep a customer from paying', async (breaks) => {
    const request = { customerId: live.customerId, amountCents: 4500, idempotencyKey: `pay:${randomUUID()}` };
    live.standIn.failNext('POST /v1/payment_intents', { breaks });
    const intent = await live.payments.createPayment(request);
    expect((await live.another().createPayment(request)).id).toBe(intent.id);
    expect([...live.standIn.books.intents.keys()]).toEqual([intent.id]);
  });

  it.each(['before', 'after'] as const)('%s the work does not keep a customer from a plan', async (breaks) => {
    const request = live.wantedPlan();
    live.standIn.failNext('POST /v1/subscriptions', { breaks });
    const made = await live.payments.createSubscription(request);
    expect(await live.another().createSubscription(request)).toEqual(made);
    expect([...live.standIn.books.subscriptions.keys()]).toEqual([made.id]);
    await live.pay(made.firstIntentId);
    await live.payments.cancelSubscription(made.id);
    live.standIn.failNext('POST /v1/subscriptions', { breaks });
    const revived = await live.payments.resumeSubscription(made.id, basic);
    expect(revived.status).toBe('active');
    expect([...live.standIn.books.subscriptions.keys()]).toEqual([made.id, revived.id]);
  });

  it.each(['before', 'after'] as const)('%s the work gives one refund', async (breaks) => {
    const { id } = await live.payments.createPayment({
      customerId: live.customerId,
      amountCents: 4500,
      idempotencyKey: `pay:${breaks}`,
    });
    await live.pay(id);
    live.standIn.failNext('POST /v1/refunds', { breaks });
    const refund = { amountCents: 1000, idempotencyKey: `refund:${breaks}` };
    expect((await live.payments.refundPayment(id, refund)).refundedCents).toBe(1000);
    expect(live.standIn.books.refunds.size).toBe(1);
  });

  it('does not keep customers or prices from being created', async () => {
    live.standIn.failNext('POST /v1/customers', { breaks: 'before' });
    expect(await live.payments.ensureCustomer({ ...payer, userId: randomUUID() })).toMatch(/^cus_/);
    live.standIn.failNext('POST /v1/products', { breaks: 'before' });
    live.standIn.failNext('POST /v1/prices', { breaks: 'after' });
    await live.payments.ensurePlans();
    expect(live.standIn.books.prices.size).toBe(4);
  });

  it('that occurs under the next key too is reported and not retried', async () => {
    live.standIn.failNext('POST /v1/payment_intents', { breaks: 'before' }, 1);
    const request = { customerId: live.customerId, amountCents: 4500, idempotencyKey: 'pay:twice' };
    await live.payments.createPayment(request);
    const other = { ...request, idempotencyKey: 'pay:broken' };
    const keys = () => live.standIn.seen.map(({ headers }) => headers['idempotency-key']);
    live.standIn.failNext('POST /v1/payment_intents', { breaks: 'before' });
    live.standIn.failNext('GET /v1/payment_intents', { refuse: { status: 500, error: { type: 'api_error' } } }, 3);
    await expect(live.payments.createPayment(other)).rejects.toMatchObject({ status: 503 });
    expect(keys()).not.toContain('pay:broken:2');
    expect((await live.payments.createPayment(other)).status).toBe('open');
    expect(new Set(keys().filter((key) => String(key).startsWith('pay:broken')))).toEqual(
      new Set(['pay:broken', 'pay:broken:2']),
    );
  });
});

describe('an archived price', () => {
  it('passes its lookup key to the next one once, and the plan can be bought', async () => {
    await live.payments.ensurePlans();
    const archived = [...live.standIn.books.prices.values()].filter(
      (price) => price.lookup_key === 'basic_monthly_3500_usd',
    );
    for (const price of archived) price.active = false;
    await Promise.all([live.another(), live.another()].map((one) => one.createSubscription(live.wantedPlan())));
    expect(live.standIn.books.prices.size).toBe(5);
    // A process that has cached the archived price asks again later.
    live.standIn.books.aheadSeconds += 11 * 60;
    expect((await live.payments.createSubscription(live.wantedPlan())).status).toBe('incomplete');
    expect(live.standIn.books.prices.size).toBe(5);
  });
});

describe('an invoice', () => {
  const theirs = async () => {
    const id = await live.runningPlan();
    const [invoice] = [...live.standIn.books.invoices.values()].filter(
      (one) => one.parent?.subscription_details?.subscription === id,
    );
    return structuredClone(invoice as Stripe.Invoice);
  };

  it('is paid by the intent that paid it, not the intended one', async () => {
    const invoice = await theirs();
    const meant = structuredClone(live.standIn.books.payments.get(invoice.id)) as Stripe.InvoicePayment;
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
    // The resumed subscription begins now. Without a fixed clock, its month could end a second later than expected.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const invoice = await theirs();
    const [line] = invoice.lines.data as [Stripe.InvoiceLineItem];
    const { periodEnd } = presentInvoice(invoice);
    const item = { ...line, subscription: null, period: { start: 0, end: line.period.end + 999 } };
    const older = { ...line, period: { start: line.period.start - 999, end: line.period.start } };
    invoice.lines.data = [item, older, line];
    expect(presentInvoice(invoice).periodEnd).toEqual(periodEnd);
    const kept = [...live.standIn.books.invoices.values()].find(({ id }) => id === invoice.id);
    if (kept) kept.lines.data = [item, older, line];
    const id = String(invoice.parent?.subscription_details?.subscription);
    await live.payments.cancelSubscription(id);
    expect((await live.payments.resumeSubscription(id, basic)).currentPeriodEnd).toEqual(periodEnd);
  });
});

describe('an endpoint of another API version', () => {
  it('is understood, with one warning', async () => {
    const id = await live.runningPlan();
    const paid = live.standIn.books.events.find(({ type }) => type === 'invoice.paid') as Stripe.Event;
    const read = (event: object) => {
      const { payload, signature } = live.standIn.sign(event);
      return live.payments.parseWebhook?.(Buffer.from(payload), signature);
    };
    expect(read(paid)?.subscriptionId).toBe(id);
    expect(live.logged).toEqual([]);
    const old = {
      ...paid,
      api_version: '2024-06-20',
      data: { object: { object: 'invoice', id: 'in_1', subscription: id } },
    };
    expect(read(old)).toMatchObject({ type: 'invoice.paid', subscriptionId: id });
    expect(read(old)).toMatchObject({ subscriptionId: id });
    expect(live.logged).toHaveLength(1);
    expect(JSON.stringify(live.logged)).toContain(Stripe.API_VERSION);
  });
});

describe('a disputed charge', () => {
  it('is not refunded by us too', async () => {
    const { id } = await live.payments.createPayment({
      customerId: live.customerId,
      amountCents: 4500,
      idempotencyKey: 'pay:disputed',
    });
    await live.pay(id);
    live.standIn.browser.dispute(id);
    const refusal = expect.objectContaining({ status: 409, code: 'refund_refused' });
    await expect(live.payments.refundPayment(id, { idempotencyKey: 'refund:disputed' })).rejects.toEqual(refusal);
  });
});
