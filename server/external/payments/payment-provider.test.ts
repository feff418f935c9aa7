import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankTestCards, testCards } from '../../../contract/payments.ts';
import { lineOf } from '../../../contract/values/charge-lines.ts';
import { simulatedProvider, stripeProvider, type TestProvider } from '../../../tests/support/interleaving/providers.ts';
import type { MoneyMovement, PaymentProvider, ProviderPayment } from './payment-provider.ts';
import { bankMs } from './simulated/bank.ts';

/** The contract of a payment provider. Both the simulated one and Stripe pass it. */

const good = testCards.successful.paymentMethodId;
const bad = testCards.insufficientFunds.paymentMethodId;
const basic = { packageType: 'basic', priceCents: 3500 } as const;
const premium = { packageType: 'premium', priceCents: 15000 } as const;
const dayMs = 24 * 60 * 60 * 1000;

describe.each([
  ['simulated', simulatedProvider],
  ['stripe', stripeProvider],
] as const)('the %s provider', (_name, open) => {
  let side: TestProvider;
  let payments: PaymentProvider;
  let customerId: string;
  beforeAll(async () => {
    side = await open();
    payments = side.payments;
    customerId = await newCustomer();
  });
  afterAll(async () => await side.close());

  const newCustomer = async () => {
    const userId = randomUUID();
    return await payments.ensureCustomer({
      userId,
      email: `${userId}@stoop.example`,
      name: 'Pat Example',
      known: null,
    });
  };
  const openIntent = async (amountCents = 4500) =>
    await payments.createPayment({ customerId, amountCents, idempotencyKey: `pay:${randomUUID()}` });
  const paidIntent = async (amountCents = 4500, card: string = good) => {
    const intent = await openIntent(amountCents);
    expect(await side.pay(intent, card)).toBe(true);
    return intent.id;
  };
  const read = async (id: string) => (await payments.getPayment(id)) as ProviderPayment;
  const openPlan = async (plan: typeof basic | typeof premium = basic) =>
    await payments.createSubscription({ customerId, ...plan, idempotencyKey: `sub:${randomUUID()}` });
  const runningPlan = async (plan: typeof basic | typeof premium = basic) => {
    const { id, firstIntentId } = await openPlan(plan);
    expect(await side.pay(await read(firstIntentId), good)).toBe(true);
    return id;
  };
  const plan = async (id: string) => await payments.getSubscription(id);
  it('takes a changed email address and name, ids of a payment, and ignores what it does not know', async () => {
    const changed = { email: 'moved@stoop.example', name: 'Pat Moved' };
    await payments.updateCustomer(customerId, changed);
    await payments.updateCustomer('cus_unknown', changed);
    const parts = { ids: { payment: randomUUID() }, purpose: 'unassigned', lines: [lineOf('other', 4500)] } as const;
    const about = { description: 'One-time pickup', ...parts };
    const request = { customerId, amountCents: 4500, idempotencyKey: `pay:${randomUUID()}`, about };
    const { id } = await payments.createPayment(request);
    expect((await payments.createPayment(request)).id).toBe(id);
    const booked = { ...parts, ids: { ...parts.ids, pickup: randomUUID() }, lines: [lineOf('pickup', 4500)] };
    await payments.tagPayment(id, booked);
    await payments.tagPayment('pi_unknown', parts);
    expect(await payments.listDisputes(id)).toEqual([]);
    expect((await read(id)).status).toBe('open');
  });

  it('creates no payment whose lines add up to another amount', async () => {
    const parts = { ids: { payment: randomUUID() }, purpose: 'booking', lines: [lineOf('pickup', 3000)] } as const;
    const about = { description: 'One-time pickup', ...parts };
    const request = { customerId, amountCents: 4500, idempotencyKey: `pay:${randomUUID()}`, about };
    await expect(payments.createPayment(request)).rejects.toThrow('the lines add up to 3000 cents');
    expect(
      (await payments.createPayment({ ...request, about: { ...about, lines: [lineOf('pickup', 4500)] } })).status,
    ).toBe('open');
  });

  const refused = (code: string, status: number) => expect.objectContaining({ name: 'Error', status, code });

  describe('customers and plans', () => {
    it('creates one customer per person, even in parallel, and returns the known one', async () => {
      const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };
      const ids = await Promise.all([1, 2, 3].map(() => payments.ensureCustomer(payer)));
      expect(new Set(ids).size).toBe(1);
      expect(await payments.ensureCustomer({ ...payer, known: ids[0] ?? '' })).toBe(ids[0]);
      expect(await newCustomer()).not.toBe(ids[0]);
    });

    it('creates the prices once, even in parallel', async () => {
      const other = side.another();
      await Promise.all([payments.ensurePlans(), other.ensurePlans(), payments.ensurePlans()]);
      await other.ensurePlans();
      side.expectPlansOnce();
    });
  });

  it('says of a month what it charges and for which package, whatever the plan and its price are now', async () => {
    const id = await runningPlan();
    const before = { packageType: 'basic', lines: [lineOf('plan-month', 3500)] };
    expect(await payments.listInvoices(id)).toMatchObject([before]);
    await payments.changePlan(id, { packageType: 'clean-carry', priceCents: 3500 });
    expect(await payments.listInvoices(id)).toMatchObject([before]);
  });

  describe('payments', () => {
    it('creates one intent per key, even in parallel', async () => {
      const request = { customerId, amountCents: 4500, idempotencyKey: `pay:${randomUUID()}` };
      const made = await Promise.all([1, 2, 3, 4].map(() => payments.createPayment(request)));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      expect(made[0]).toMatchObject({
        amountCents: 4500,
        status: 'open',
        refundedCents: 0,
        refunds: [],
        lastError: null,
      });
      expect(made[0]).toMatchObject({ card: null, paidAt: null });
      expect(made[0]?.clientSecret).toMatch(new RegExp(`^${made[0]?.id}_secret_\\w+$`));
      expect(await read(made[0]?.id ?? '')).toEqual(made[0]);
      await expect(payments.createPayment({ ...request, amountCents: 5000 })).rejects.toThrow();
    });

    it('returns the current intent for a repeated key', async () => {
      const request = { customerId, amountCents: 4500, idempotencyKey: `pay:${randomUUID()}` };
      await side.pay(await payments.createPayment(request), good);
      expect((await payments.createPayment(request)).status).toBe('succeeded');
    });

    it('returns null for an unknown intent', async () => {
      const unknown = 'pi_000000000000000000000000';
      expect(await payments.getPayment(unknown)).toBeNull();
      const notFound = expect.objectContaining({ status: 404, message: 'Payment not found' });
      await expect(payments.cancelPayment(unknown)).rejects.toEqual(notFound);
      await expect(payments.refundPayment(unknown, { idempotencyKey: 'refund:1' })).rejects.toEqual(notFound);
    });

    it('leaves a declined intent open with the reason, and accepts another card', async () => {
      const intent = await openIntent();
      expect(await side.pay(intent, bad)).toBe(false);
      const lastError = { code: 'card_declined', declineCode: 'insufficient_funds', message: expect.any(String) };
      expect(await read(intent.id)).toMatchObject({ status: 'open', lastError, card: null, paidAt: null });
      expect(await side.pay(intent, good)).toBe(true);
      const paid = await read(intent.id);
      expect(paid).toMatchObject({ status: 'succeeded', lastError: null, card: { brand: 'visa', last4: '4242' } });
      expect(Math.abs((paid.paidAt?.getTime() ?? 0) - side.now().getTime())).toBeLessThan(60_000);
      expect(paid.paymentMethod).toMatch(/^pm_/);
      expect(await side.pay(intent, bad)).toBe(false);
      expect(await read(intent.id)).toEqual(paid);
    });

    it('cancels once, and never a paid intent', async () => {
      const intent = await openIntent();
      expect(await payments.cancelPayment(intent.id)).toMatchObject({ status: 'canceled' });
      expect(await payments.cancelPayment(intent.id)).toMatchObject({ status: 'canceled' });
      expect(await side.pay(intent, good)).toBe(false);
      expect((await read(intent.id)).status).toBe('canceled');
      expect(await payments.cancelPayment(await paidIntent())).toMatchObject({ status: 'succeeded' });
    });

    it('has one outcome when it is paid and cancelled in parallel', async () => {
      for (let round = 0; round < 12; round += 1) {
        const intent = await openIntent();
        const both = [() => side.pay(intent, good), () => payments.cancelPayment(intent.id)];
        if (round % 2) both.reverse();
        const [first, second] = await Promise.all(both.map((act) => act()));
        const [isPaid, after] = round % 2 ? [second, first] : [first, second];
        expect((after as ProviderPayment).status).toBe(isPaid ? 'succeeded' : 'canceled');
        expect((await read(intent.id)).status).toBe(isPaid ? 'succeeded' : 'canceled');
      }
    });
  });

  describe('refunds', () => {
    it('refunds everything once, whatever the key', async () => {
      const id = await paidIntent();
      const all = { idempotencyKey: `refund:${id}` };
      const made = await Promise.all([1, 2, 3].map(() => payments.refundPayment(id, all)));
      for (const one of made) expect(one.refundedCents).toBe(4500);
      const after = await payments.refundPayment(id, { idempotencyKey: `other:${id}` });
      expect(after.refunds).toHaveLength(1);
      expect(after.refunds[0]).toMatchObject({ amountCents: 4500, status: 'succeeded', ...all });
    });

    it('makes partial refunds, once per key, up to what was paid', async () => {
      const id = await paidIntent();
      const part = { amountCents: 1000, idempotencyKey: `part:${id}` };
      await Promise.all([1, 2, 3].map(() => payments.refundPayment(id, part)));
      expect(await read(id)).toMatchObject({ status: 'succeeded', refundedCents: 1000 });
      const tooMuch = payments.refundPayment(id, { amountCents: 3501, idempotencyKey: `much:${id}` });
      await expect(tooMuch).rejects.toEqual(refused('refund_too_large', 409));
      await payments.refundPayment(id, { amountCents: 500, idempotencyKey: `more:${id}` });
      const rest = await payments.refundPayment(id, { idempotencyKey: `rest:${id}` });
      expect(rest.refundedCents).toBe(4500);
      expect(rest.refunds.map((refund) => refund.amountCents)).toHaveLength(3);
      expect((await payments.refundPayment(id, part)).refunds).toHaveLength(3);
      const nothingLeft = payments.refundPayment(id, { amountCents: 1, idempotencyKey: `cent:${id}` });
      await expect(nothingLeft).rejects.toEqual(refused('refund_too_large', 409));
    });

    it('never refunds more than was paid when two partial refunds race', async () => {
      const id = await paidIntent();
      const half = (n: number) => payments.refundPayment(id, { amountCents: 3000, idempotencyKey: `half:${n}:${id}` });
      const outcomes = await Promise.allSettled([half(1), half(2)]);
      expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find((one) => one.status === 'rejected')?.reason).toEqual(refused('refund_too_large', 409));
      expect((await read(id)).refundedCents).toBe(3000);
    });

    it('refunds nothing that was not paid', async () => {
      const { id } = await openIntent();
      const nothing = payments.refundPayment(id, { idempotencyKey: `refund:${id}` });
      await expect(nothing).rejects.toEqual(refused('refund_too_large', 409));
    });
  });

  describe('cards whose bank does something later', () => {
    const cards = bankTestCards;
    const refund = (id: string) => payments.refundPayment(id, { amountCents: 4500, idempotencyKey: `refund:${id}` });
    const sumOfMovements = async (id: string) => {
      let sum = 0;
      for await (const one of payments.listMovements({ since: new Date(side.now().getTime() - dayMs) })) {
        if (one.intentId === id) sum += one.amountCents;
      }
      return sum;
    };

    it('holds a refund for a while, then makes it', async () => {
      const id = await paidIntent(4500, cards.refundPending.paymentMethodId);
      expect(await refund(id)).toMatchObject({ refundedCents: 4500, refunds: [{ status: 'pending' }] });
      expect(await sumOfMovements(id)).toBe(0);
      side.passBankTime(bankMs.refund + 1_000);
      expect(await refund(id)).toMatchObject({ refundedCents: 4500, refunds: [{ status: 'succeeded' }] });
    });

    it('returns a refund that seemed made, and takes another try under the same key', async () => {
      const id = await paidIntent(4500, cards.refundFails.paymentMethodId);
      expect(await refund(id)).toMatchObject({ refundedCents: 4500, refunds: [{ status: 'succeeded' }] });
      side.passBankTime(bankMs.refund + 1_000);
      const failure = 'expired or canceled card';
      expect(await read(id)).toMatchObject({ refundedCents: 0, refunds: [{ status: 'failed', failure }] });
      expect(await sumOfMovements(id)).toBe(4500);
      const again = await refund(id);
      expect(again.refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
      expect(new Set(again.refunds.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(again.refundedCents).toBe(4500);
      expect(await sumOfMovements(id)).toBe(0);
    });

    it.each([
      ['refundUnfunded', 'Our balance at the payment provider is too low.', true],
      ['refundExpired', 'The card has expired.', false],
    ] as const)('refuses a refund: %s', async (name, message, isMadeLater) => {
      const id = await paidIntent(4500, cards[name].paymentMethodId);
      const refusal = expect.objectContaining({ status: 409, code: 'refund_refused', message });
      await expect(refund(id)).rejects.toEqual(refusal);
      await expect(refund(id)).rejects.toEqual(refusal);
      side.passBankTime(bankMs.balance + 1_000);
      const again = payments.refundPayment(id, { amountCents: 4500, idempotencyKey: `refund:${id}`, refusals: 1 });
      if (isMadeLater) expect(await again).toMatchObject({ refundedCents: 4500 });
      else await expect(again).rejects.toEqual(refusal);
    });

    it.each(['disputeWon', 'disputeLost'] as const)('disputes the charge until it is decided: %s', async (name) => {
      const id = await paidIntent(4500, cards[name].paymentMethodId);
      const disputed = expect.objectContaining({ status: 409, code: 'refund_refused' });
      expect(await payments.listDisputes(id)).toMatchObject([{ state: 'open', amountCents: 4500 }]);
      await expect(refund(id)).rejects.toEqual(disputed);
      expect(await sumOfMovements(id)).toBe(0);
      side.passBankTime(bankMs.dispute + 1_000);
      const isWon = name === 'disputeWon';
      expect(await payments.listDisputes(id)).toMatchObject([{ state: isWon ? 'won' : 'lost' }]);
      expect(await sumOfMovements(id)).toBe(isWon ? 4500 : 0);
      const again = payments.refundPayment(id, { amountCents: 4500, idempotencyKey: `refund:${id}`, refusals: 1 });
      if (isWon) expect(await again).toMatchObject({ refundedCents: 4500 });
      else await expect(again).rejects.toEqual(disputed);
    });

    it('opens an inquiry, which a refund ends', async () => {
      const id = await paidIntent(4500, cards.inquiry.paymentMethodId);
      expect(await payments.listDisputes(id)).toMatchObject([{ state: 'inquiry' }]);
      expect(await sumOfMovements(id)).toBe(4500);
      expect(await refund(id)).toMatchObject({ refundedCents: 4500 });
      expect(await payments.listDisputes(id)).toMatchObject([{ state: 'won' }]);
    });
  });

  describe('subscriptions', () => {
    it('creates one per key, which waits for its first payment and then runs', async () => {
      const request = { customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` };
      const made = await Promise.all([1, 2, 3].map(() => payments.createSubscription(request)));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      const [{ id, firstIntentId }] = made as [(typeof made)[0]];
      expect(await plan(id)).toMatchObject({ id, status: 'incomplete', ...basic, endsAtPeriodEnd: false });
      expect(await payments.cardOf(id)).toBeNull();
      const intent = await read(firstIntentId);
      expect(intent).toMatchObject({ amountCents: 3500, status: 'open' });
      expect(await side.pay(intent, bad)).toBe(false);
      expect((await plan(id))?.status).toBe('incomplete');
      expect(await side.pay(intent, good)).toBe(true);
      const running = await plan(id);
      expect(running?.status).toBe('active');
      expect(await payments.cardOf(id)).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 });
      const daysLeft = ((running?.currentPeriodEnd.getTime() ?? 0) - side.now().getTime()) / dayMs;
      expect(daysLeft).toBeGreaterThan(27);
      expect(daysLeft).toBeLessThan(32);
      const [first, ...others] = await payments.listInvoices(id);
      expect(others).toEqual([]);
      expect(first).toMatchObject({ intentId: firstIntentId, amountCents: 3500, status: 'paid', isFirst: true });
      expect(first).toMatchObject({ attempts: 1, nextAttemptAt: null, paidAt: expect.any(Date) });
      expect(first).toMatchObject({ totalCents: 3500, creditCents: 0 });
      expect(first?.periodEnd).toEqual(running?.currentPeriodEnd);
      expect((await payments.createSubscription(request)).status).toBe('active');
    });

    it('returns null for an unknown subscription', async () => {
      const unknown = 'sub_000000000000000000000000';
      expect(await plan(unknown)).toBeNull();
      const notFound = expect.objectContaining({ status: 404, message: 'Subscription not found' });
      await expect(payments.abandonSubscription(unknown)).rejects.toEqual(notFound);
      await expect(payments.cancelSubscription(unknown)).rejects.toEqual(notFound);
      await expect(payments.pauseSubscription(unknown)).rejects.toEqual(notFound);
      await expect(payments.resumeSubscription(unknown, basic)).rejects.toEqual(notFound);
      await expect(payments.changePlan(unknown, basic)).rejects.toEqual(notFound);
      await expect(payments.listInvoices(unknown)).rejects.toEqual(notFound);
      await expect(payments.cancelAtPeriodEnd(unknown)).rejects.toEqual(notFound);
      await expect(payments.keepRenewing(unknown)).rejects.toEqual(notFound);
      await expect(payments.cardOf(unknown)).rejects.toEqual(notFound);
    });

    it('abandons an unpaid one, and never a paid one', async () => {
      const { id, firstIntentId } = await openPlan();
      expect((await payments.abandonSubscription(id)).status).toBe('canceled');
      expect((await payments.abandonSubscription(id)).status).toBe('canceled');
      expect((await read(firstIntentId)).status).toBe('canceled');
      expect(await side.pay(await read(firstIntentId), good)).toBe(false);
      const running = await runningPlan();
      expect((await payments.abandonSubscription(running)).status).toBe('active');
    });

    it('has one outcome when it is paid and abandoned in parallel', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { id, firstIntentId } = await openPlan();
        const intent = await read(firstIntentId);
        const [isPaid] = await Promise.all([side.pay(intent, good), payments.abandonSubscription(id)]);
        expect((await plan(id))?.status).toBe(isPaid ? 'active' : 'canceled');
        expect((await read(firstIntentId)).status).toBe(isPaid ? 'succeeded' : 'canceled');
      }
    });

    it('ends immediately and for good; open invoices can no longer be paid', async () => {
      const { id, firstIntentId } = await openPlan();
      expect((await payments.cancelSubscription(id)).status).toBe('canceled');
      expect(await side.pay(await read(firstIntentId), good)).toBe(false);
      const running = await runningPlan();
      expect((await payments.cancelSubscription(running)).status).toBe('canceled');
      expect((await payments.cancelSubscription(running)).status).toBe('canceled');
      expect((await payments.pauseSubscription(running)).status).toBe('canceled');
      expect((await payments.changePlan(running, premium)).status).toBe('canceled');
      await side.endPeriod(running);
      expect(await payments.listInvoices(running)).toHaveLength(1);
    });

    it('renews, charges a changed plan from the next cycle, and nothing while paused', async () => {
      const id = await runningPlan();
      const before = await plan(id);
      await side.endPeriod(id);
      expect((await plan(id))?.currentPeriodEnd.getTime()).toBeGreaterThan(before?.currentPeriodEnd.getTime() ?? 0);
      expect(await payments.changePlan(id, premium)).toMatchObject({ status: 'active', ...premium });
      const paid = async () =>
        (await payments.listInvoices(id)).map(({ amountCents, status }) => [amountCents, status]);
      expect(await paid()).toEqual([3500, 3500].map((amount) => [amount, 'paid']));
      await side.endPeriod(id);
      expect((await paid())[0]).toEqual([15000, 'paid']);

      expect((await payments.pauseSubscription(id)).status).toBe('paused');
      expect((await payments.pauseSubscription(id)).status).toBe('paused');
      await side.endPeriod(id);
      expect((await paid())[0]).toEqual([15000, 'void']);
      // A month passed without a charge, so another one begins now.
      expect(await payments.resumeSubscription(id, premium)).toMatchObject({ id, status: 'active' });
      expect(await payments.resumeSubscription(id, premium)).toMatchObject({ id, status: 'active' });
      await side.endPeriod(id);
      expect(await paid()).toEqual([
        [15000, 'paid'],
        [15000, 'paid'],
        [15000, 'void'],
        [15000, 'paid'],
        [3500, 'paid'],
        [3500, 'paid'],
      ]);
      const [newest] = await payments.listInvoices(id);
      expect(newest).toMatchObject({ isFirst: false, paidAt: expect.any(Date) });
      expect(await read(newest?.intentId ?? '')).toMatchObject({ status: 'succeeded', amountCents: 15000 });
    });

    it('stays paused when the saved card is declined on resuming', async () => {
      const id = await runningPlan();
      await payments.pauseSubscription(id);
      await side.spoilCard(id, bad);
      await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused('card_declined', 402));
      expect((await plan(id))?.status).toBe('paused');
    });

    it('is charged on its starting day of the month, or on the last day of a shorter month', async () => {
      const year = side.now().getUTCFullYear() + 1;
      side.setNow(new Date(Date.UTC(year, 0, 31, 15)));
      const id = await runningPlan();
      const ends = [];
      for (let month = 0; month < 3; month += 1) {
        ends.push((await plan(id))?.currentPeriodEnd.toISOString().slice(5, 10));
        await side.endPeriod(id);
      }
      const leapDay = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      expect(ends).toEqual([leapDay ? '02-29' : '02-28', '03-31', '04-30']);
      expect((await plan(id))?.currentPeriodEnd.toISOString().slice(5, 10)).toBe('05-31');
    });

    it('is past due while a renewal is declined, and active again with another card', async () => {
      const id = await runningPlan();
      await side.spoilCard(id, bad);
      await side.endPeriod(id);
      expect((await plan(id))?.status).toBe('past_due');
      const [open] = await payments.listInvoices(id);
      expect(open).toMatchObject({ status: 'open', isFirst: false, attempts: 1, paidAt: null });
      expect(open?.nextAttemptAt?.getTime()).toBeGreaterThan(side.now().getTime());
      expect((await read(open?.intentId ?? '')).lastError).toMatchObject({ declineCode: 'insufficient_funds' });
      await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused('card_declined', 402));
      expect((await plan(id))?.status).toBe('past_due');

      expect((await payments.abandonSubscription(id)).status).toBe('past_due');
      expect((await payments.listInvoices(id))[0]).toMatchObject({ status: 'open' });

      const setup = await payments.startCardSetup(customerId);
      await expect(payments.applySavedCard(id, setup.id)).rejects.toEqual(refused('card_not_saved', 402));
      expect(await side.saveCard(setup, bad)).toBe(false);
      await expect(payments.applySavedCard(id, setup.id)).rejects.toEqual(refused('card_not_saved', 402));
      expect(await side.saveCard(setup, good)).toBe(true);
      await payments.closeCardSetup(setup.id);
      expect((await payments.applySavedCard(id, setup.id)).status).toBe('active');
      expect((await payments.listInvoices(id))[0]).toMatchObject({ status: 'paid', nextAttemptAt: null });
      await side.endPeriod(id);
      expect((await plan(id))?.status).toBe('active');
    });

    it('takes no card from a form that was closed', async () => {
      const id = await runningPlan();
      const setup = await payments.startCardSetup(await newCustomer());
      for (const one of [setup.id, setup.id, 'seti_0']) await payments.closeCardSetup(one);
      await expect(side.saveCard(setup, good)).rejects.toThrow();
      await expect(payments.applySavedCard(id, setup.id)).rejects.toEqual(refused('card_not_saved', 402));
    });

    it("is never charged to another customer's card", async () => {
      const id = await runningPlan();
      const setup = await payments.startCardSetup(await newCustomer());
      expect(await side.saveCard(setup, good)).toBe(true);
      await expect(payments.applySavedCard(id, setup.id)).rejects.toEqual(refused('card_not_saved', 402));
      await expect(payments.applySavedCard(id, 'seti_0')).rejects.toEqual(refused('card_not_saved', 402));
    });

    it('owes nothing when it ends', async () => {
      const id = await runningPlan();
      await side.spoilCard(id, bad);
      await side.endPeriod(id);
      expect((await payments.cancelSubscription(id)).status).toBe('canceled');
      expect((await payments.listInvoices(id))[0]).toMatchObject({ status: 'void' });
    });
  });

  describe('reviving a cancelled subscription', () => {
    it('charges its first month immediately and once, even in parallel, and is found by both ids', async () => {
      const id = await runningPlan();
      await payments.cancelSubscription(id);
      const since = side.now();
      const revived = await Promise.all([1, 2, 3].map(() => payments.resumeSubscription(id, premium)));
      expect(new Set(revived.map((one) => one.id)).size).toBe(1);
      const [successor] = revived as [(typeof revived)[0]];
      expect(successor).toMatchObject({ status: 'active', ...premium, endsAtPeriodEnd: false });
      expect(successor.currentPeriodEnd.getTime()).toBeGreaterThan(since.getTime() + 27 * dayMs);
      expect(successor.id).not.toBe(id);
      expect(await plan(id)).toEqual(successor);
      expect(await plan(successor.id)).toEqual(successor);
      const first = { amountCents: 15000, status: 'paid', isFirst: true };
      expect(await payments.listInvoices(successor.id)).toMatchObject([first]);
      await side.endPeriod(successor.id);
      const second = { amountCents: 15000, status: 'paid', isFirst: false };
      expect(await payments.listInvoices(successor.id)).toMatchObject([second, first]);

      // Ending the first subscription again, as a caller with an outdated row would, changes nothing.
      expect(await payments.cancelSubscription(id)).toMatchObject({ id, status: 'canceled' });
      expect((await plan(id))?.status).toBe('active');
      expect((await payments.cancelSubscription(successor.id)).id).toBe(successor.id);
      expect((await plan(successor.id))?.status).toBe('canceled');
      // When all subscriptions have ended, the one paid last is returned.
      expect(await plan(id)).toMatchObject({ id: successor.id, status: 'canceled' });
      const again = await payments.resumeSubscription(id, basic);
      expect(again).toMatchObject({ status: 'active', ...basic });
      expect(await plan(successor.id)).toEqual(again);
    });

    it('stays cancelled when the card is declined', async () => {
      const id = await runningPlan();
      await payments.cancelSubscription(id);
      await side.spoilCard(id, bad);
      await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused('card_declined', 402));
      expect(await plan(id)).toMatchObject({ id, status: 'canceled' });
    });

    it('starts once a card is accepted, however often one was declined', async () => {
      const id = await runningPlan();
      const { currentPeriodEnd } = await payments.cancelSubscription(id);
      side.setNow(new Date(currentPeriodEnd.getTime() + dayMs));
      await side.spoilCard(id, bad);
      for (const _ of [1, 2]) {
        await expect(payments.resumeSubscription(id, basic)).rejects.toEqual(refused('card_declined', 402));
        expect((await plan(id))?.status).toBe('canceled');
      }
      await side.spoilCard(id, good);
      const revived = await Promise.all([1, 2].map(() => payments.resumeSubscription(id, basic)));
      expect(new Set(revived.map((one) => one.id)).size).toBe(1);
      const [successor] = revived as [(typeof revived)[0]];
      expect(successor.status).toBe('active');
      expect(await payments.listInvoices(successor.id)).toMatchObject([{ amountCents: 3500, status: 'paid' }]);
    });
  });

  describe('the ledger', () => {
    it('lists every movement of a span once, across pages', async () => {
      const since = side.now();
      const paid: string[] = [];
      for (let count = 0; count < 105; count += 1) paid.push(await paidIntent(3000));
      const [refundedId = '', partlyId = ''] = paid;
      await payments.refundPayment(refundedId, { idempotencyKey: `refund:${refundedId}` });
      await payments.refundPayment(partlyId, { amountCents: 1, idempotencyKey: `refund:${partlyId}` });
      const { id: unpaid } = await openIntent();
      await side.pay(await openIntent(), bad);

      const moves: MoneyMovement[] = [];
      for await (const move of payments.listMovements({ since })) moves.push(move);
      const ours = moves.filter((move) => paid.includes(move.intentId ?? ''));
      expect(new Set(moves.map((move) => move.id)).size).toBe(moves.length);
      expect(ours.filter((move) => move.kind === 'charge')).toHaveLength(105);
      for (const move of ours) expect(move.customerId).toBe(move.kind === 'charge' ? customerId : null);
      expect(
        ours
          .filter((move) => move.kind === 'refund')
          .map((move) => move.amountCents)
          .sort(),
      ).toEqual([-1, -3000]);
      expect(ours.reduce((sum, move) => sum + move.amountCents, 0)).toBe(105 * 3000 - 3001);
      expect(moves.some((move) => move.intentId === unpaid || move.amountCents === 0)).toBe(false);
      for await (const move of payments.listMovements({ since: new Date(0), until: new Date(1000) })) {
        throw new Error(`${move.id} is not of that span`);
      }
    });
  });
});
