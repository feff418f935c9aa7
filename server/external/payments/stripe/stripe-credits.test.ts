import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { testCards } from '../../../../contract/payments.ts';
import { setUpLiveProvider } from '../../../../tests/support/stripe/live-provider.ts';

/** Credits in cases that only Stripe has: lost responses, forgotten keys, draft invoices, credit from its dashboard. */

const live = setUpLiveProvider();

const credit = (amountCents: number, idempotencyKey = `credit:${randomUUID()}`) => ({
  ...{ customerId: live.customerId, amountCents, idempotencyKey },
  description: 'Basic Package: no pickup on Tue, Nov 24',
});
const path = () => `/v1/customers/${live.customerId}/balance_transactions`;
const posts = () => live.standIn.seen.filter((seen) => seen.method === 'POST' && seen.path === path());
const balance = () => (live.standIn.books.customers.get(live.customerId) as Stripe.Customer).balance;
const away = expect.objectContaining({ status: 503, code: 'payments_away' });

describe('a credit', () => {
  it('is a negative balance transaction that carries its key and a description', async () => {
    const { id } = await live.payments.addCredit(credit(500, 'credit:1'));
    const made = { amount: -500, type: 'adjustment', metadata: { key: 'credit:1' }, ending_balance: -500 };
    expect(live.standIn.books.balanceTransactions.get(id)).toMatchObject({
      ...made,
      description: credit(1).description,
    });
    expect(posts().map(({ headers }) => headers['idempotency-key'])).toEqual(['credit:1']);
  });

  it('is given once although the response was lost, even after Stripe has forgotten the key', async () => {
    const given = credit(500);
    live.standIn.failNext('POST /v1/customers/:id/balance_transactions', { cut: 'after' }, 3);
    await expect(live.payments.addCredit(given)).rejects.toEqual(away);
    live.standIn.forgetKeys();
    const sent = posts().length;
    const [made] = live.standIn.books.balanceTransactions.keys();
    expect(await live.payments.addCredit(given)).toEqual({ id: made });
    expect(posts()).toHaveLength(sent);
    expect(balance()).toBe(-500);
  });

  it('is found again behind a hundred newer ones', async () => {
    const given = credit(500);
    const { id } = await live.payments.addCredit(given);
    for (let count = 0; count < 120; count += 1) live.standIn.browser.giveCredit(live.customerId, 1);
    live.standIn.forgetKeys();
    expect(await live.payments.addCredit(given)).toEqual({ id });
    expect(await live.payments.listCredits(live.customerId)).toHaveLength(121);
    expect(await live.payments.creditOf(live.customerId)).toBe(620);
  });

  it.each(['before', 'after'] as const)('is given once when Stripe breaks %s the work', async (breaks) => {
    const given = credit(500);
    live.standIn.failNext('POST /v1/customers/:id/balance_transactions', { breaks });
    const { id } = await live.payments.addCredit(given);
    expect(await live.another().addCredit(given)).toEqual({ id });
    expect(balance()).toBe(-500);
  });

  it('is given once when its request arrives twice', async () => {
    live.standIn.failNext('POST /v1/customers/:id/balance_transactions', { twice: true });
    await live.payments.addCredit(credit(500));
    expect(balance()).toBe(-500);
  });

  it('is refused for a deleted customer, who has none', async () => {
    await live.payments.addCredit(credit(500));
    live.standIn.browser.deleteCustomer(live.customerId);
    const gone = expect.objectContaining({ status: 404, message: 'Customer not found' });
    await expect(live.payments.addCredit(credit(500))).rejects.toEqual(gone);
    expect(await live.payments.creditOf(live.customerId)).toBe(0);
    expect(await live.payments.listCredits(live.customerId)).toEqual([]);
  });

  it.each(['cancelSubscription', 'pauseSubscription'] as const)(
    'stays when a draft that it covers is ended by %s',
    async (act) => {
      const id = await live.runningPlan();
      await live.payments.addCredit(credit(5000));
      live.standIn.browser.beginPeriod(id);
      const draft = { status: 'draft', amountCents: 3500, totalCents: 3500, creditCents: 0 };
      expect((await live.payments.listInvoices(id))[0]).toMatchObject(draft);
      await live.payments[act](id);
      live.standIn.browser.endDraftHour(id);
      expect((await live.payments.listInvoices(id))[0]).toMatchObject({
        status: 'void',
        creditCents: 0,
        draftError: null,
      });
      expect(balance()).toBe(-5000);
    },
  );

  it('is used by an invoice that is written off, until it is void', async () => {
    const id = await live.runningPlan();
    await live.payments.addCredit(credit(1000));
    live.standIn.browser.spoilCard(id, testCards.declined.paymentMethodId);
    live.standIn.browser.endPeriod(id);
    const [open] = await live.payments.listInvoices(id);
    live.standIn.browser.writeOff(open?.id ?? '');
    expect((await live.payments.listInvoices(id))[0]).toMatchObject({ status: 'void', creditCents: 1000 });
    expect(balance()).toBe(0);
  });

  it('pays by the ledger: the charge is what is left', async () => {
    const id = await live.runningPlan();
    await live.payments.addCredit(credit(500));
    live.standIn.browser.endPeriod(id);
    const moves: number[] = [];
    for await (const { amountCents } of live.payments.listMovements({ since: new Date(0) })) moves.push(amountCents);
    expect(moves).toEqual([3000, 3500]);
    const types = [...live.standIn.books.balanceTransactions.values()].map(({ type, amount }) => [type, amount]);
    expect(types).toEqual([
      ['adjustment', -500],
      ['applied_to_invoice', 500],
    ]);
  });
});

describe('a first month with nothing to pay', () => {
  const nothing = expect.objectContaining({ status: 409, code: 'nothing_to_pay' });
  it.each([3500, 3451, 9000])('starts no plan, and does not use a credit of %i cents', async (cents) => {
    live.standIn.browser.giveCredit(live.customerId, cents);
    await expect(live.payments.createSubscription(live.wantedPlan())).rejects.toEqual(nothing);
    expect(live.standIn.books.subscriptions.size).toBe(0);
    expect(balance()).toBe(-cents);
  });

  it('differs from one that a credit pays in part', async () => {
    live.standIn.browser.giveCredit(live.customerId, 3450);
    const { id, firstIntentId } = await live.payments.createSubscription(live.wantedPlan());
    expect((await live.payments.getPayment(firstIntentId))?.amountCents).toBe(50);
    expect(balance()).toBe(0);
    await live.payments.abandonSubscription(id);
    expect(balance()).toBe(-3450);
  });

  it('waits while the balance has credit of ours, also beside one that is not', async () => {
    live.standIn.browser.giveCredit(live.customerId, 3450);
    const ours = credit(500);
    await live.payments.addCredit(ours);
    const pending = expect.objectContaining({ status: 503, code: 'credit_pending' });
    await expect(live.payments.createSubscription(live.wantedPlan())).rejects.toEqual(pending);
    await live.payments.addCredit({ ...ours, amountCents: -500, idempotencyKey: `${ours.idempotencyKey}:back` });
    const { id } = await live.payments.createSubscription(live.wantedPlan());
    await live.payments.abandonSubscription(id);
    // The credit that the void invoice returned isn't ours.
    expect((await live.payments.createSubscription(live.wantedPlan())).status).toBe('incomplete');
  });

  it('leaves no plan running at Stripe when it is detected too late', async () => {
    live.standIn.browser.giveCoupon(live.customerId);
    const request = live.wantedPlan();
    for (const side of [live.payments, live.another()])
      await expect(side.createSubscription(request)).rejects.toEqual(nothing);
    expect([...live.standIn.books.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled']);
  });
});

describe('the stand-in is strict about balances', () => {
  const sdk = () => {
    const { hostname: host, port } = new URL(live.standIn.url);
    return new Stripe(live.standIn.secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  };
  const refused = (param: string) => expect.objectContaining({ statusCode: 400, param });

  it.each([
    [{ amount: 0, currency: 'usd' }, 'amount'],
    [{ amount: -5.5, currency: 'usd' }, 'amount'],
    [{ amount: -500 }, 'currency'],
    [{ amount: -500, currency: 'eur' }, 'currency'],
    [{ amount: -500, currency: 'usd', invoice: 'in_1' }, 'invoice'],
    [{ amount: -500, currency: 'usd', metadata: { name: 'Pat Example' } }, 'metadata[name]'],
  ])('refuses %j', async (params, param) => {
    const made = sdk().customers.createBalanceTransaction(live.customerId, params as never);
    await expect(made).rejects.toEqual(refused(param));
    expect(balance()).toBe(0);
  });

  it('knows its customers, and one way at a time to end a plan', async () => {
    const unknown = { statusCode: 400, code: 'resource_missing' };
    await expect(sdk().customers.listBalanceTransactions('cus_0')).rejects.toMatchObject(unknown);
    const id = await live.runningPlan();
    const both = sdk().subscriptions.update(id, { cancel_at_period_end: false, cancel_at: '' });
    await expect(both).rejects.toEqual(refused('cancel_at'));
    await expect(sdk().subscriptions.update(id, { cancel_at: 1 })).rejects.toEqual(refused('cancel_at'));
    const trial = { customer: live.customerId, items: [{ price: 'price_0' }], trial_end: 4_000_000_000 };
    await expect(sdk().subscriptions.create(trial)).rejects.toEqual(refused('trial_end'));
  });
});
