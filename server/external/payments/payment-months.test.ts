import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { simulatedProvider, stripeProvider, type TestProvider } from '../../../tests/support/interleaving/providers.ts';
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts';

/** The contract for the months of a plan: owed, paid, refunded. Both providers pass it. */

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
  /** Creates a plan whose second month could not be charged. */
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

  describe('around a pause', () => {
    /** Returns the total of each month that was paid, newest first. */
    const paid = async (id: string) => {
      const months = await payments.listInvoices(id);
      return months.filter((one) => one.status === 'paid').map(({ amountCents }) => amountCents);
    };
    const ends = async (id: string) => (await payments.getSubscription(id))?.currentPeriodEnd.getTime() ?? 0;

    it('are charged once when the pause ends after a renewal, also by parallel calls', async () => {
      const id = await runningPlan();
      await payments.pauseSubscription(id);
      await side.endPeriod(id);
      const before = await ends(id);
      side.setNow(new Date(side.now().getTime() + 86_400_000));
      const calls = [payments, side.another(), payments].map((one) => one.resumeSubscription(id, basic));
      for (const one of await Promise.all(calls)) expect(one).toMatchObject({ id, status: 'active' });
      expect(await paid(id)).toEqual([3500, 3500]);
      expect(await ends(id)).toBeGreaterThan(before + 80_000_000);
      // The next month follows the one that has just begun.
      await side.endPeriod(id);
      expect(await paid(id)).toEqual([3500, 3500, 3500]);
    });

    it('cost the price that is given, and nothing when the card is declined', async () => {
      const id = await runningPlan();
      await payments.pauseSubscription(id);
      await side.endPeriod(id);
      await side.spoilCard(id, bad);
      const before = await payments.getSubscription(id);
      const premium = { packageType: 'premium', priceCents: 15_000 } as const;
      for (const plan of [basic, premium, premium]) {
        await expect(payments.resumeSubscription(id, plan)).rejects.toEqual(refused);
        expect(await payments.getSubscription(id)).toEqual(before);
      }
      expect(await paid(id)).toEqual([3500]);
      await side.spoilCard(id, good);
      expect(await payments.resumeSubscription(id, premium)).toMatchObject({ status: 'active', ...premium });
      expect(await paid(id)).toEqual([15_000, 3500]);
    });

    it('are not charged within a paid month, and not when the month is kept', async () => {
      const id = await runningPlan();
      const before = await ends(id);
      await payments.pauseSubscription(id);
      expect((await payments.resumeSubscription(id, basic)).status).toBe('active');
      expect([await paid(id), await ends(id)]).toEqual([[3500], before]);
      await payments.pauseSubscription(id);
      await side.endPeriod(id);
      expect((await payments.resumeSubscription(id, basic, { keepsMonth: true })).status).toBe('active');
      expect(await paid(id)).toEqual([3500]);
    });

    it.each([10, -10])('renew at the end that was moved by %i days', async (days) => {
      const id = await runningPlan();
      const at = new Date((await ends(id)) + days * 86_400_000);
      expect(await payments.moveRenewal(id, at)).toMatchObject({ status: 'active', currentPeriodEnd: at });
      expect(await payments.moveRenewal(id, at)).toMatchObject({ currentPeriodEnd: at });
      expect(await paid(id)).toEqual([3500]);
      // Within the moved month nothing is charged, whatever happens to the plan.
      await payments.pauseSubscription(id);
      expect(await payments.resumeSubscription(id, basic)).toMatchObject({ status: 'active', currentPeriodEnd: at });
      expect(await paid(id)).toEqual([3500]);
      await side.endPeriod(id);
      expect(await paid(id)).toEqual([3500, 3500]);
      expect(new Date(await ends(id)).getUTCDate()).toBeLessThanOrEqual(at.getUTCDate());
      expect((await payments.listInvoices(id))[0]?.periodStart).toEqual(at);
    });

    it('move their end during a pause, and not once the plan has ended', async () => {
      const id = await runningPlan();
      const at = new Date((await ends(id)) + 5 * 86_400_000);
      await payments.pauseSubscription(id);
      expect(await payments.moveRenewal(id, at)).toMatchObject({ status: 'paused', currentPeriodEnd: at });
      expect((await payments.unpauseSubscription(id)).currentPeriodEnd).toEqual(at);
      await payments.cancelSubscription(id);
      const later = new Date(at.getTime() + 86_400_000);
      expect(await payments.moveRenewal(id, later)).toMatchObject({ status: 'canceled', currentPeriodEnd: at });
    });
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

  it('are charged to the card that was saved last', async () => {
    const id = await runningPlan();
    await side.spoilCard(id, bad);
    await newCard(id);
    expect(await payments.cardOf(id)).toMatchObject({ brand: 'visa', last4: '4242' });
    await side.endPeriod(id);
    expect(await months(id)).toEqual(['paid', 'paid']);
    await payments.cancelSubscription(id);
    expect(await payments.cardOf(id)).toMatchObject({ last4: '4242' });
    const { id: successor } = await payments.resumeSubscription(id, basic);
    expect(await payments.cardOf(id)).toEqual(await payments.cardOf(successor));
    expect(await payments.cardOf(successor)).toMatchObject({ last4: '4242' });
  });

  describe('of a plan that ends with its period', () => {
    it('end with the one that is paid; a successor charges the next immediately', async () => {
      const id = await runningPlan();
      const before = await payments.getSubscription(id);
      expect(before?.endsAtPeriodEnd).toBe(false);
      const ending = await Promise.all([1, 2].map(() => payments.cancelAtPeriodEnd(id)));
      for (const one of ending) expect(one).toEqual({ ...before, endsAtPeriodEnd: true });
      expect(await payments.getSubscription(id)).toEqual(ending[0]);
      await side.endPeriod(id);
      const ended = await payments.getSubscription(id);
      expect(ended).toEqual({ ...before, status: 'canceled' });
      expect(await months(id)).toEqual(['paid']);
      for (const change of ['keepRenewing', 'cancelAtPeriodEnd'] as const) {
        expect(await payments[change](id)).toEqual(ended);
      }
      await side.endPeriod(id);
      expect(await months(id)).toEqual(['paid']);
      const revived = await Promise.all([1, 2].map(() => payments.resumeSubscription(id, basic)));
      expect(new Set(revived.map((one) => one.id)).size).toBe(1);
      const { id: successor } = revived[0] as (typeof revived)[0];
      expect(successor).not.toBe(id);
      expect(await payments.getSubscription(id)).toMatchObject({ id: successor, endsAtPeriodEnd: false });
      expect(await months(successor)).toEqual(['paid']);
    });

    it('continue when the plan renews after all', async () => {
      const id = await runningPlan();
      await payments.cancelAtPeriodEnd(id);
      const kept = await Promise.all([1, 2].map(() => payments.keepRenewing(id)));
      for (const one of kept) expect(one).toMatchObject({ status: 'active', endsAtPeriodEnd: false });
      await side.endPeriod(id);
      expect(await months(id)).toEqual(['paid', 'paid']);
    });

    it('still end after another price, another card or a pause', async () => {
      const id = await runningPlan();
      await payments.cancelAtPeriodEnd(id);
      const changed = await payments.changePlan(id, { packageType: 'premium', priceCents: 15_000 });
      expect(changed).toMatchObject({ endsAtPeriodEnd: true, priceCents: 15_000 });
      expect(await newCard(id)).toMatchObject({ status: 'active', endsAtPeriodEnd: true });
      expect(await payments.pauseSubscription(id)).toMatchObject({ status: 'paused', endsAtPeriodEnd: true });
      await side.endPeriod(id);
      expect(await status(id)).toBe('canceled');
      expect(await months(id)).toEqual(['paid']);
    });

    it('can still be ended immediately', async () => {
      const id = await runningPlan();
      await payments.cancelAtPeriodEnd(id);
      expect(await payments.cancelSubscription(id)).toMatchObject({ status: 'canceled', endsAtPeriodEnd: false });
      const charged = await payments.resumeSubscription(id, basic);
      expect(charged).toMatchObject({ status: 'active', endsAtPeriodEnd: false });
      expect(await months(charged.id)).toEqual(['paid']);
    });

    it('stay owed if they were, until the plan is ended immediately', async () => {
      const id = await owingPlan();
      await payments.cancelAtPeriodEnd(id);
      await side.endPeriod(id);
      expect(await status(id)).toBe('canceled');
      expect(await months(id)).toEqual(['open', 'paid']);
      expect(await payments.cancelSubscription(id)).toMatchObject({ id, status: 'canceled' });
      expect(await months(id)).toEqual(['void', 'paid']);
    });
  });

  describe('of a successor on trial, as earlier versions made it', () => {
    const onTrial = async () => {
      const id = await runningPlan();
      const { currentPeriodEnd } = await payments.cancelSubscription(id);
      const trial = await side.replaceOnTrial(id);
      const running = { id: trial, status: 'active', currentPeriodEnd };
      expect(await payments.getSubscription(id)).toMatchObject(running);
      expect(await payments.getSubscription(trial)).toMatchObject(running);
      expect(await months(trial)).toEqual([]);
      return { id, trial, currentPeriodEnd };
    };

    it('begin when the trial ends', async () => {
      const { id, trial, currentPeriodEnd } = await onTrial();
      expect((await payments.resumeSubscription(id, basic)).id).toBe(trial);
      expect(await payments.cardOf(id)).toMatchObject({ last4: '4242' });
      await side.endPeriod(trial);
      expect(await payments.listInvoices(trial)).toMatchObject([
        { status: 'paid', amountCents: 3500, totalCents: 3500, periodStart: currentPeriodEnd },
      ]);
      await side.endPeriod(trial);
      expect(await months(trial)).toEqual(['paid', 'paid']);
    });

    it('never begin when it is cancelled before', async () => {
      const { trial } = await onTrial();
      expect(await payments.cancelSubscription(trial)).toMatchObject({ id: trial, status: 'canceled' });
      await side.endPeriod(trial);
      expect(await months(trial)).toEqual([]);
      const later = await onTrial();
      expect(await payments.cancelAtPeriodEnd(later.id)).toMatchObject({ id: later.trial, endsAtPeriodEnd: true });
      await side.endPeriod(later.trial);
      expect(await status(later.trial)).toBe('canceled');
      expect(await months(later.trial)).toEqual([]);
    });
  });
});
