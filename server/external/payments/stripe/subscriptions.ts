import type Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { PlanPrice, PlanProvider, ProviderSubscription } from '../payment-provider.ts';
import { descriptionOf, type StripeTools } from './catalog.ts';
import { isBegunSuccessor, type StripeChain, stripeChain } from './chain.ts';
import { nothingToPay, refuseCredit } from './credits.ts';
import { collect, everyOne, idOf } from './lists.ts';
import { type StripeOwed, stripeOwed } from './owed.ts';
import {
  expanded,
  intentOf,
  isEnded,
  isEnding,
  isPaused,
  itemOf,
  presentCard,
  presentInvoice,
  presentSubscription,
} from './present.ts';
import { makeOnce, orUndefined, StripeRefused, unlessRefused } from './request.ts';

/** Monthly plans at Stripe. */
export function stripeSubscriptions(tools: StripeTools): PlanProvider {
  const { stripe, ask, catalog } = tools;
  const owed = stripeOwed(tools);
  const chain = stripeChain(tools, owed);

  // No idempotency key on state changes, because a repeated response would show an older state.
  async function update(subscription: Stripe.Subscription, params: Stripe.SubscriptionUpdateParams) {
    return presentSubscription(await ask('subscription', () => stripe.subscriptions.update(subscription.id, params)));
  }

  async function findByKey(customer: string, key: string): Promise<Stripe.Subscription | undefined> {
    const expand = ['data.latest_invoice.payments'];
    const all = everyOne(ask, (page) => stripe.subscriptions.list({ customer, status: 'all', expand, ...page }));
    for await (const one of all) if (one.metadata.key === key) return one;
    return undefined;
  }

  return {
    ...changes({ chain, owed, update }, tools),
    ...cards({ chain, owed, update }, tools),
    async createSubscription({ customerId, idempotencyKey, ...plan }) {
      await refuseCredit(tools, customerId, plan.priceCents);
      const params: Stripe.SubscriptionCreateParams = {
        customer: customerId,
        items: [{ price: await catalog.priceOf(plan) }],
        // Stripe's default billing mode handles trials, price changes and voided months differently.
        billing_mode: { type: 'classic' },
        payment_behavior: 'default_incomplete',
        // Renewals charge the card of the first payment, so the first payment must be by card.
        payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
        expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
        description: descriptionOf(plan),
        metadata: { key: idempotencyKey },
      };
      const made = await makeOnce(
        idempotencyKey,
        (key) => ask('subscription', () => stripe.subscriptions.create(params, { idempotencyKey: key })),
        () => findByKey(customerId, idempotencyKey),
      );
      if (itemOf(made).price.unit_amount !== plan.priceCents) {
        throw new Error(`the idempotency key ${idempotencyKey} was used for another price`);
      }
      const invoice = expanded(made.latest_invoice);
      const firstIntentId = invoice && intentOf(invoice);
      if (!firstIntentId) {
        // The subscription already runs at Stripe and would be charged, although no plan exists here.
        await chain.end(made);
        throw nothingToPay();
      }
      return { ...presentSubscription(await chain.exactly(made.id)), firstIntentId };
    },
    async getSubscription(id) {
      const found = await chain.find(id);
      return found ? presentSubscription(found) : null;
    },
    async listInvoices(id) {
      const { id: subscription } = await chain.exactly(id);
      const all = everyOne(ask, (page) => stripe.invoices.list({ subscription, expand: ['data.payments'], ...page }));
      const invoices = await collect(all);
      return invoices.filter((one) => one.total > 0).map(presentInvoice);
    },
  };
}

interface Parts {
  chain: StripeChain;
  owed: StripeOwed;
  update(before: Stripe.Subscription, params: Stripe.SubscriptionUpdateParams): Promise<ProviderSubscription>;
}

function changes({ chain, owed, update }: Parts, { stripe, ask, catalog }: StripeTools) {
  const reread = async (id: string) => presentSubscription(await chain.exactly(id));

  /** Changes a running subscription. If it has just ended, Stripe refuses, and the ended one is returned. */
  async function setEnding(running: Stripe.Subscription, params: Stripe.SubscriptionUpdateParams) {
    try {
      return await update(running, params);
    } catch (error) {
      const after = error instanceof StripeRefused ? await chain.exactly(running.id) : running;
      if (!isEnded(after)) throw error;
      return presentSubscription(after);
    }
  }

  async function unpause(before: Stripe.Subscription): Promise<ProviderSubscription> {
    if (before.status === 'paused') await resumeThere(before);
    if (before.pause_collection && !isEnded(before)) return await update(before, { pause_collection: '' });
    return await reread(before.id);
  }

  /**
   * Ends a pause with a month that begins now. One request does both, so nothing changes when the card is declined, and
   * its key stands for the unpaid month, so parallel calls charge once.
   */
  async function beginMonth(paused: Stripe.Subscription, plan: PlanPrice): Promise<ProviderSubscription> {
    const before = paused.status === 'paused' ? await resumeThere(paused) : paused;
    const item = itemOf(before);
    const params: Stripe.SubscriptionUpdateParams = {
      items: [{ id: item.id, price: await catalog.priceOf(plan) }],
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
      payment_behavior: 'error_if_incomplete',
      off_session: true,
      pause_collection: '',
    };
    const begun = makeOnce(
      `resume:${before.id}:${item.current_period_start}`,
      (idempotencyKey) => ask('subscription', () => stripe.subscriptions.update(before.id, params, { idempotencyKey })),
      async () => {
        const now = await chain.exactly(before.id);
        return itemOf(now).current_period_start > item.current_period_start ? now : undefined;
      },
    );
    await begun;
    const after = await chain.exactly(before.id);
    if (await owed.isMonthPaid(after)) return presentSubscription(after);
    throw new Refusal(503, "The payment isn't confirmed yet. Please try again in a moment.");
  }

  /** Ends a pause of the kind that only Stripe's dashboard makes, without a charge. */
  async function resumeThere(before: Stripe.Subscription): Promise<Stripe.Subscription> {
    const params = { billing_cycle_anchor: { type: 'unchanged' }, proration_behavior: 'none' } as const;
    return await ask('subscription', () => stripe.subscriptions.resume(before.id, params));
  }

  return {
    async abandonSubscription(id) {
      const before = await chain.exactly(id);
      if (isEnded(before) || (await owed.isPaid(id))) return await reread(id);
      // The invoice is voided first: a void invoice can't be paid, and one that was just paid can't be voided.
      const isForgiven = await owed.forgive(id);
      if (await owed.isPaid(id)) return await reread(id);
      if (!isForgiven) throw new Refusal(503, 'This payment is being processed. Please try again in a moment.');
      // With its invoice void, the subscription is unpaid, whatever its status says.
      await chain.end(before);
      return await reread(id);
    },
    async cancelSubscription(id) {
      const before = await chain.exactly(id);
      await chain.end(before);
      return await reread(id);
    },
    async cancelAtPeriodEnd(id) {
      const running = await chain.require(id);
      if (isEnded(running) || isEnding(running)) return presentSubscription(running);
      return await setEnding(running, { cancel_at_period_end: true });
    },
    async keepRenewing(id) {
      const running = await chain.require(id);
      if (isEnded(running) || !isEnding(running)) return presentSubscription(running);
      // A person may have set a date in Stripe's dashboard instead.
      return await setEnding(
        running,
        running.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
      );
    },
    async pauseSubscription(id) {
      const running = await chain.require(id);
      if (isEnded(running) || isPaused(running)) return presentSubscription(running);
      // Otherwise a month that began within the last hour would still be charged. Older months stay owed.
      await owed.forgiveDraft(running.id);
      return await update(running, { pause_collection: { behavior: 'void' } });
    },
    async resumeSubscription(id, plan, { keepsMonth = false } = {}) {
      const before = await chain.require(id);
      if (isEnded(before) || isBegunSuccessor(before)) return presentSubscription(await chain.revive(before, plan));
      const hasPaid = before.status !== 'incomplete' && (await owed.pay(before.id));
      // A card that has just paid needn't be checked.
      if (!isPaused(before) || hasPaid) return await unpause(before);
      if (!keepsMonth && !(await owed.isMonthPaid(before))) return await beginMonth(before, plan);
      await chain.checkCard(before);
      return await unpause(before);
    },
    async moveRenewal(id, at) {
      const before = await chain.require(id);
      const seconds = Math.floor(at.getTime() / 1000);
      if (isEnded(before) || itemOf(before).current_period_end === seconds) return presentSubscription(before);
      // Only a trial moves the end of a month that is paid.
      return await setEnding(before, { trial_end: seconds, proration_behavior: 'none' });
    },
    async unpauseSubscription(id) {
      return await unpause(await chain.require(id));
    },
    async changePlan(id, plan) {
      const before = await chain.require(id);
      const item = itemOf(before);
      const price = await catalog.priceOf(plan);
      if (isEnded(before) || item.price.id === price) return presentSubscription(before);
      return await update(before, { items: [{ id: item.id, price }], proration_behavior: 'none' });
    },
  } satisfies Partial<PlanProvider>;
}

function cards({ chain, owed, update }: Parts, { stripe, ask }: StripeTools) {
  return {
    async startCardSetup(customerId) {
      const params: Stripe.SetupIntentCreateParams = {
        customer: customerId,
        usage: 'off_session',
        // A plan is charged only to a card.
        allowed_payment_method_types: ['card'],
      };
      const { id, client_secret } = await ask('setup_intent', () => stripe.setupIntents.create(params));
      return { id, clientSecret: client_secret ?? '' };
    },
    async closeCardSetup(setupId) {
      // Stripe refuses when the setup has saved a card or is canceled.
      await orUndefined(unlessRefused(ask('setup_intent', () => stripe.setupIntents.cancel(setupId))));
    },
    async cardOf(id) {
      const cardId = idOf((await chain.require(id)).default_payment_method);
      const method = cardId && (await orUndefined(ask('payment_method', () => stripe.paymentMethods.retrieve(cardId))));
      return method ? presentCard(method) : null;
    },
    async applySavedCard(id, setupId) {
      const subscription = await chain.require(id);
      if (isEnded(subscription)) return presentSubscription(subscription);
      const setup = await orUndefined(ask('setup_intent', () => stripe.setupIntents.retrieve(setupId)));
      // Another customer's card counts as none.
      const card = idOf(setup?.customer) === idOf(subscription.customer) ? idOf(setup?.payment_method) : null;
      if (setup?.status !== 'succeeded' || !card) {
        throw new Refusal(402, "The card wasn't saved. Please try again.", { code: 'card_not_saved' });
      }
      const changed = await update(subscription, { default_payment_method: card });
      if (changed.status === 'incomplete') return changed;
      await owed.pay(subscription.id);
      return presentSubscription(await chain.exactly(subscription.id));
    },
  } satisfies Partial<PlanProvider>;
}
