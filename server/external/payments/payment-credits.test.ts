import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { simulatedProvider, stripeProvider, type TestProvider } from '../../../tests/support/interleaving/providers.ts';
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts';

/** The contract for customers' balances. Both providers pass it. */

const good = testCards.successful.paymentMethodId;
const bad = testCards.insufficientFunds.paymentMethodId;
const basic = { packageType: 'basic', priceCents: 3500 } as const;

describe.each([
  ['simulated', simulatedProvider],
  ['stripe', stripeProvider],
] as const)('the credits of the %s provider', (_name, open) => {
  let side: TestProvider;
  let payments: PaymentProvider;
  let customerId: string;
  beforeAll(async () => {
    side = await open();
    payments = side.payments;
  });
  afterAll(async () => await side.close());
  beforeEach(async () => {
    const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };
    customerId = await payments.ensureCustomer(payer);
  });

  const wanted = (amountCents: number) => ({
    ...{ customerId, amountCents, idempotencyKey: `credit:${randomUUID()}` },
    description: 'Basic Package: no pickup on Tue, Nov 24',
  });
  const add = async (amountCents: number) => await payments.addCredit(wanted(amountCents));
  const order = async () =>
    await payments.createSubscription({ customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` });
  const runningPlan = async () => {
    const { id, firstIntentId } = await order();
    expect(await side.pay((await payments.getPayment(firstIntentId)) as ProviderPayment, good)).toBe(true);
    return id;
  };
  const status = async (id: string) => (await payments.getSubscription(id))?.status;
  const newest = async (id: string) => (await payments.listInvoices(id))[0];
  /** Returns the balance, and checks that it is the sum of its changes. */
  const balance = async () => {
    const cents = await payments.creditOf(customerId);
    const changes = await payments.listCredits(customerId);
    expect(changes.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents);
    return cents;
  };

  it('are given once for a key, also in parallel and later, and only with the same amount', async () => {
    const credit = wanted(500);
    const other = side.another();
    const given = await Promise.all([payments, other, payments, other].map((one) => one.addCredit(credit)));
    expect(new Set(given.map(({ id }) => id)).size).toBe(1);
    expect(await balance()).toBe(500);
    expect(await payments.addCredit(credit)).toEqual(given[0]);
    await expect(payments.addCredit({ ...credit, amountCents: 600 })).rejects.toThrow('for another amount');
    const change = { ...given[0], key: credit.idempotencyKey, amountCents: 500, invoiceId: null };
    expect(await payments.listCredits(customerId)).toEqual([{ ...change, at: expect.any(Date) }]);
  });

  it('are zero for a customer who never had any', async () => {
    expect(await balance()).toBe(0);
    expect(await payments.creditOf('cus_000000000000000000000000')).toBe(0);
    expect(await payments.listCredits('cus_000000000000000000000000')).toEqual([]);
  });

  it('are taken away with a negative amount, once for a key', async () => {
    const id = await runningPlan();
    await add(1000);
    await add(700);
    const taken = wanted(-600);
    await Promise.all([1, 2].map(() => payments.addCredit(taken)));
    expect(await balance()).toBe(1100);
    expect((await payments.listCredits(customerId)).map((one) => one.amountCents)).toEqual([-600, 700, 1000]);
    await add(-1100);
    expect(await balance()).toBe(0);
    await side.endPeriod(id);
    expect(await newest(id)).toMatchObject({ amountCents: 3500, totalCents: 3500, creditCents: 0 });
  });

  it('pay a part of the next invoice, and nothing of the one after it', async () => {
    const id = await runningPlan();
    await add(500);
    await side.endPeriod(id);
    const invoice = await newest(id);
    expect(invoice).toMatchObject({ status: 'paid', amountCents: 3000, totalCents: 3500, creditCents: 500 });
    expect(await payments.getPayment(invoice?.intentId ?? '')).toMatchObject({
      amountCents: 3000,
      status: 'succeeded',
    });
    expect(await balance()).toBe(0);
    const [used] = await payments.listCredits(customerId);
    expect(used).toMatchObject({ key: null, amountCents: -500, invoiceId: invoice?.id });
    await side.endPeriod(id);
    expect(await newest(id)).toMatchObject({ status: 'paid', amountCents: 3500, creditCents: 0 });
  });

  it('pay a whole month without a charge, and the rest stays', async () => {
    const id = await runningPlan();
    await side.spoilCard(id, bad);
    await add(5000);
    await side.endPeriod(id);
    const covered = { status: 'paid', amountCents: 0, totalCents: 3500, creditCents: 3500, packageType: 'basic' };
    const uncharged = { intentId: null, attempts: 0, nextAttemptAt: null, payUrl: null, paidAt: expect.any(Date) };
    expect(await newest(id)).toMatchObject({ ...covered, ...uncharged, isFirst: false });
    expect(await status(id)).toBe('active');
    expect(await balance()).toBe(1500);
    await side.spoilCard(id, good);
    await side.endPeriod(id);
    expect(await newest(id)).toMatchObject({ status: 'paid', amountCents: 2000, creditCents: 1500 });
    expect(await balance()).toBe(0);
  });

  it.each([
    [3450, 50, 3450, 0],
    [3451, 0, 3500, -49],
    [3499, 0, 3500, -1],
    [3500, 0, 3500, 0],
  ])('of %i cents charge %i: less than 50 cents is owed with the next', async (credit, due, used, left) => {
    const id = await runningPlan();
    await add(credit);
    await side.endPeriod(id);
    expect(await newest(id)).toMatchObject({ status: 'paid', amountCents: due, totalCents: 3500, creditCents: used });
    expect(await balance()).toBe(left);
    await side.endPeriod(id);
    const next = { status: 'paid', amountCents: 3500 - left, totalCents: 3500, creditCents: left };
    expect(await newest(id)).toMatchObject(next);
    expect(await balance()).toBe(0);
  });

  it('come back when the invoice that used them is void', async () => {
    const id = await runningPlan();
    await add(1000);
    await side.spoilCard(id, bad);
    await side.endPeriod(id);
    const open = { status: 'open', amountCents: 2500, totalCents: 3500 };
    expect(await newest(id)).toMatchObject({ ...open, creditCents: 1000 });
    expect(await balance()).toBe(0);
    // Credit that is added now applies to the next invoice.
    await add(200);
    expect(await newest(id)).toMatchObject(open);
    await payments.cancelSubscription(id);
    const invoice = await newest(id);
    expect(invoice).toMatchObject({ status: 'void', totalCents: 3500, creditCents: 0 });
    expect(await balance()).toBe(1200);
    expect((await payments.listCredits(customerId))[0]).toMatchObject({ amountCents: 1000, invoiceId: invoice?.id });
    await payments.cancelSubscription(id);
    expect(await balance()).toBe(1200);
  });

  it('are used once by a month that another card pays later', async () => {
    const id = await runningPlan();
    await add(1000);
    await side.spoilCard(id, bad);
    await side.endPeriod(id);
    expect(await status(id)).toBe('past_due');
    const setup = await payments.startCardSetup(customerId);
    expect(await side.saveCard(setup, good)).toBe(true);
    expect((await payments.applySavedCard(id, setup.id)).status).toBe('active');
    expect(await newest(id)).toMatchObject({ status: 'paid', amountCents: 2500, creditCents: 1000 });
    await payments.cancelSubscription(id);
    expect(await balance()).toBe(0);
  });

  it('stay while a plan is paused and when it ends with its period', async () => {
    const id = await runningPlan();
    await add(1000);
    await payments.pauseSubscription(id);
    await side.endPeriod(id);
    expect(await newest(id)).toMatchObject({ status: 'void', creditCents: 0 });
    expect(await balance()).toBe(1000);
    await payments.resumeSubscription(id, basic);
    // The month that begins at the end of the pause uses them.
    expect(await newest(id)).toMatchObject({ status: 'paid', amountCents: 2500, creditCents: 1000 });
    await add(500);
    await payments.cancelAtPeriodEnd(id);
    await side.endPeriod(id);
    expect(await balance()).toBe(500);
  });

  it('pay the first month of a successor', async () => {
    const id = await runningPlan();
    await payments.cancelSubscription(id);
    await add(4000);
    const revived = await payments.resumeSubscription(id, basic);
    expect(revived.status).toBe('active');
    const first = { status: 'paid', isFirst: true, amountCents: 0, creditCents: 3500, intentId: null };
    expect(await payments.listInvoices(revived.id)).toMatchObject([first]);
    expect(await balance()).toBe(500);
    await side.endPeriod(revived.id);
    expect(await newest(revived.id)).toMatchObject({ isFirst: false, amountCents: 3000, status: 'paid' });
  });

  it('come back from a successor whose card is declined', async () => {
    const id = await runningPlan();
    await payments.cancelSubscription(id);
    await side.spoilCard(id, bad);
    await add(1000);
    const declined = expect.objectContaining({ status: 402, code: 'card_declined' });
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(declined);
    expect(await status(id)).toBe('canceled');
    expect(await balance()).toBe(1000);
  });

  it('of a former plan are never used by a new one', async () => {
    await payments.cancelSubscription(await runningPlan());
    const given = wanted(500);
    await payments.addCredit(given);
    await expect(order()).rejects.toEqual(expect.objectContaining({ status: 503, code: 'credit_pending' }));
    expect(await balance()).toBe(500);
    await payments.addCredit({ ...given, amountCents: -500, idempotencyKey: `${given.idempotencyKey}:back` });
    const id = await runningPlan();
    expect(await newest(id)).toMatchObject({ amountCents: 3500, creditCents: 0, status: 'paid' });
  });

  it('are used once when two months begin together', async () => {
    const plans = [await runningPlan(), await runningPlan()];
    await add(4000);
    await Promise.all(plans.map((id) => side.endPeriod(id)));
    const invoices = await Promise.all(plans.map(newest));
    expect(invoices.map((one) => one?.amountCents).sort()).toEqual([0, 3000]);
    expect(await balance()).toBe(0);
  });
});
