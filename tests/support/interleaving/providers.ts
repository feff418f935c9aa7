import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { plans } from '../../../contract/values/prices.ts';
import type { PaymentProvider } from '../../../server/external/payments/payment-provider.ts';
import { simulatedPayments } from '../../../server/external/payments/simulated/simulated-payments.ts';
import { stripePayments } from '../../../server/external/payments/stripe/stripe-payments.ts';
import { Refusal } from '../../../server/refusal.ts';
import { openFreshDatabase } from '../database/fresh-database.ts';
import { runBank } from '../stripe/bank.ts';
import { startStripeStandIn } from '../stripe/stand-in.ts';

/** A provider under test, and its events outside the app: card forms, the calendar, the bank. */
export interface TestProvider {
  payments: PaymentProvider;
  /** Returns a client as in another process, on the same books. */
  another(): PaymentProvider;
  /** Submits a card in the form. Returns whether it paid. */
  pay(intent: { id: string; clientSecret: string }, card: string): Promise<boolean>;
  saveCard(setup: { id: string; clientSecret: string }, card: string): Promise<boolean>;
  /** Ends the current month of a subscription. */
  endPeriod(subscriptionId: string): Promise<void>;
  /** Makes the subscription's saved card behave like this test card from now on. */
  spoilCard(subscriptionId: string, card: string): Promise<void>;
  /**
   * Replaces an ended subscription as earlier versions did: the successor is charged once the paid time is over.
   * Returns its id.
   */
  replaceOnTrial(endedId: string): Promise<string>;
  expectPlansOnce(): void;
  /** Lets time pass, and the banks of test cards do what is due. */
  passBankTime(ms: number): void;
  now(): Date;
  setNow(now: Date): void;
  close(): Promise<void>;
}

export async function simulatedProvider(): Promise<TestProvider> {
  const { db, close } = await openFreshDatabase();
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const setNow = (to: Date) => {
    aheadMs = to.getTime() - Date.now();
  };
  const payments = simulatedPayments(db, now);
  const wasTaken = async (act: Promise<unknown>) =>
    await act.then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.status === 402) return false;
        throw error;
      },
    );
  return {
    ...{ payments, now, setNow, close },
    another: () => simulatedPayments(db, now),
    async pay({ id }, card) {
      const before = await payments.getPayment(id);
      const after = await payments.confirmTest?.(id, card);
      return before?.status === 'open' && after?.status === 'succeeded';
    },
    async saveCard({ id: setupId }, card) {
      const setups = db.selectFrom('simulated_card_setups').select('customerId').where('id', '=', setupId);
      const { customerId } = await setups.executeTakeFirstOrThrow();
      return await wasTaken(payments.saveTestCard?.({ setupId, customerId }, card) ?? Promise.reject());
    },
    async endPeriod(id) {
      const subscription = await payments.getSubscription(id);
      if (subscription && subscription.status !== 'canceled') setNow(subscription.currentPeriodEnd);
      await payments.renewTest?.(id);
    },
    async spoilCard(id, card) {
      await db.updateTable('simulated_subscriptions').set({ paymentMethodId: card }).where('id', '=', id).execute();
    },
    async replaceOnTrial(endedId) {
      const plans = db.selectFrom('simulated_subscriptions').selectAll().where('id', '=', endedId);
      const { createdAt: _, ...ended } = await plans.executeTakeFirstOrThrow();
      const paid = db.selectFrom('simulated_payment_intents').select('paymentMethodId');
      const card = await paid.where('id', '=', ended.firstIntentId).executeTakeFirst();
      const paymentMethodId = ended.paymentMethodId ?? card?.paymentMethodId ?? null;
      const id = `sub_trial${endedId.slice(4)}`;
      const idempotencyKey = `revive:${ended.root}:1`;
      const successor = {
        ...ended,
        id,
        idempotencyKey,
        paymentMethodId,
        status: 'active',
        firstIntentId: null,
      } as const;
      await db.insertInto('simulated_subscriptions').values(successor).execute();
      return id;
    },
    expectPlansOnce: () => {},
    passBankTime(ms) {
      aheadMs += ms;
    },
  };
}

export async function stripeProvider(): Promise<TestProvider> {
  const standIn = await startStripeStandIn();
  const { books, browser, secretKey, webhookSecret, url } = standIn;
  const now = () => new Date(books.now() * 1000);
  const log = { warn: () => {}, error: (...details: unknown[]) => console.error(...details) };
  const settings = { secretKey, webhookSecret, apiUrl: new URL(url) };
  const open = () => stripePayments({ settings, appUrl: 'http://stoop.example', clock: now, log });
  const payments = open();
  return {
    ...{ payments, now },
    another: open,
    async pay({ clientSecret }, card) {
      // A browser's request takes about as long as one of ours.
      await sleep(Math.random() * 3);
      return browser.confirmPayment(clientSecret, card).paymentIntent?.status === 'succeeded';
    },
    saveCard: async ({ clientSecret }, card) =>
      browser.confirmSetup(clientSecret, card).setupIntent?.status === 'succeeded',
    endPeriod: async (id) => browser.endPeriod(id),
    spoilCard: async (id, card) => browser.spoilCard(id, card),
    replaceOnTrial: async (endedId) => browser.replaceOnTrial(endedId),
    expectPlansOnce() {
      expect([...books.products.keys()].sort()).toEqual(plans.map((plan) => `plan_${plan.id}`).sort());
      const keys = [...books.prices.values()].map((price) => price.lookup_key).sort();
      expect(keys).toEqual(plans.map((plan) => `${plan.id}_monthly_${plan.priceCents}_usd`).sort());
    },
    passBankTime(ms) {
      books.aheadSeconds += ms / 1000;
      runBank(books);
    },
    setNow(to) {
      books.aheadSeconds = Math.round((to.getTime() - Date.now()) / 1000);
    },
    close: standIn.close,
  };
}
