import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { simulatedProvider, stripeProvider, type TestProvider } from '../../../tests/support/interleaving/providers.ts';
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts';

/** What callers rely on for the months of a plan: owed, paid, refunded. Both providers pass it. */

const good = testCards.successful.paymentMethodId;
const bad = testCards.insufficientFunds.paymentMethodId;
const basic = { packageType: 'basic', priceCents: 3500 } as const;
const refused = expect.objectContaining({ status: 402, code: 'card_declined' });

describe.each([
  ['simulated', simulatedProvider],
  ['stripe', stripeProvider],
] as const)('the months of the %s provider', (name, open) => {
  let side: TestProvider;
  let payments: PaymentProvider;
  let customerId: string;
  beforeAll(async () => {
    side = await open();
    payments = side.payments;
    const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };
    customerId = await payments.ensureCustomer(payer);
  });
  afterAll(async () => await side.close());

  const status = async (id: string) => (await payments.getSubscription(id))?.status;
  const months = async (id: string) => (await payments.listInvoices(id)).map((one) => one.status);
  const runningPlan = async () => {
    const wanted = { customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` };
    const { id, firstIntentId } = await payments.createSubscription(wanted);
    expect(await side.pay((await payments.getPayment(firstIntentId)) as ProviderPayment, good)).toBe(true);
    return id;
  };
  /** A plan whose second month could not be charged. */
  const owingPlan = async () => {
    const id = await runningPlan();
    await side.spoilCard(id, bad);
    await side.endPeriod(id);
    expect(await status(id)).toBe('past_due');
    return id;
  };
  const newCard = async (id: string) => {
    const setup = await payments.startCardSetup(customerId);
    expect(await side.saveCard(setup, good)).toBe(true);
    return await payments.applySavedCard(id, setup.id);
  };

  it('stay owed while a plan is paused; a new card pays them, and the plan stays paused', async () => {
    const id = await owingPlan();
    expect((await payments.pauseSubscription(id)).status).toBe('paused');
    expect(await months(id)).toEqual(['open', 'paid']);
    expect((await newCard(id)).status).toBe('paused');
    expect(await months(id)).toEqual(['paid', 'paid']);
    expect((await payments.unpauseSubscription(id)).status).toBe('active');
    await side.endPeriod(id);
    expect(await months(id)).toEqual(['paid', 'paid', 'paid']);
  });

  it('have a page where they can be paid, if the provider has such a page and they are owed', async () => {
    const id = await owingPlan();
    const [owed, paid] = await payments.listInvoices(id);
    expect([owed?.status, paid?.status]).toEqual(['open', 'paid']);
    expect([owed?.draftError, paid?.draftError, paid?.payUrl]).toEqual([null, null, null]);
    if (name === 'stripe') expect(owed?.payUrl).toMatch(/^https:\/\/invoice\.stripe\.com\//);
    else expect(owed?.payUrl).toBeNull();
  });

  it('keep the package they charged for, even if the plan changes', async () => {
    const id = await runningPlan();
    await payments.changePlan(id, { packageType: 'premium', priceCents: 15_000 });
    await side.endPeriod(id);
    const kinds = (await payments.listInvoices(id)).map(({ packageType, amountCents }) => [packageType, amountCents]);
    expect(kinds).toEqual([
      ['premium', 15_000],
      ['basic', 3_500],
    ]);
  });

  it('are paid by a new card even when a later one is void', async () => {
    const id = await owingPlan();
    await payments.pauseSubscription(id);
    await side.endPeriod(id);
    expect(await months(id)).toEqual(['void', 'open', 'paid']);
    await newCard(id);
    expect(await months(id)).toEqual(['void', 'paid', 'paid']);
  });

  it('are all paid on resuming, or the plan stays paused', async () => {
    const id = await owingPlan();
    await side.endPeriod(id);
    await payments.pauseSubscription(id);
    await side.endPeriod(id);
    expect(await months(id)).toEqual(['void', 'open', 'open', 'paid']);
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused);
    expect(await status(id)).toBe('paused');
    await side.spoilCard(id, good);
    expect((await payments.resumeSubscription(id, basic)).status).toBe('active');
    expect(await months(id)).toEqual(['void', 'paid', 'paid', 'paid']);
  });

  it('count their attempts without cards that customers add', async () => {
    const id = await owingPlan();
    await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused);
    expect((await payments.listInvoices(id))[0]).toMatchObject({ status: 'open', attempts: 1 });
  });

  it('can be resumed without checking the card', async () => {
    const id = await runningPlan();
    await payments.pauseSubscription(id);
    await side.spoilCard(id, bad);
    expect((await payments.unpauseSubscription(id)).status).toBe('active');
    expect((await payments.unpauseSubscription(id)).status).toBe('active');

    const owing = await owingPlan();
    await payments.pauseSubscription(owing);
    expect((await payments.unpauseSubscription(owing)).status).toBe('past_due');
    await payments.cancelSubscription(owing);
    expect((await payments.unpauseSubscription(owing)).status).toBe('canceled');
    const unknown = expect.objectContaining({ status: 404, message: 'Subscription not found' });
    await expect(payments.unpauseSubscription('sub_0')).rejects.toEqual(unknown);
  });

  it('that were refunded do not count as paid when the plan is revived', async () => {
    const id = await runningPlan();
    const [first] = await payments.listInvoices(id);
    await payments.cancelSubscription(id);
    await payments.refundPayment(first?.intentId ?? '', { amountCents: 1000, idempotencyKey: `part:${id}` });
    const revived = await payments.resumeSubscription(id, basic);
    expect(await months(revived.id)).toEqual([]);
    await payments.cancelSubscription(revived.id);
    await payments.refundPayment(first?.intentId ?? '', { idempotencyKey: `rest:${id}` });
    const charged = await payments.resumeSubscription(id, basic);
    expect(charged.status).toBe('active');
    expect(await payments.listInvoices(charged.id)).toMatchObject([{ status: 'paid', amountCents: 3500 }]);
  });

  it('may end more than a month from now and are still not paid twice', async () => {
    const year = side.now().getUTCFullYear() + 1;
    side.setNow(new Date(Date.UTC(year, 0, 31, 15)));
    const id = await runningPlan();
    await side.endPeriod(id);
    const { currentPeriodEnd } = await payments.cancelSubscription(id);
    expect(currentPeriodEnd.toISOString().slice(5, 10)).toBe('03-31');
    const revived = await payments.resumeSubscription(id, basic);
    expect(revived).toMatchObject({ status: 'active', currentPeriodEnd });
    expect(await months(revived.id)).toEqual([]);
    await side.endPeriod(revived.id);
    expect(await payments.listInvoices(revived.id)).toMatchObject([{ status: 'paid', periodStart: currentPeriodEnd }]);
  });
});
