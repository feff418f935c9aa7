import type Stripe from 'stripe';
import { Refusal } from '../refusal.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { orUndefined } from './stripe-ask.ts';
import { isBegunSuccessor, type StripeChain, stripeChain } from './stripe-chain.ts';
import { collect, everyOne, idOf } from './stripe-lists.ts';
import { expanded, intentOf, isEnded, itemOf, presentInvoice, presentSubscription } from './stripe-present.ts';
import type { StripeTools } from './stripe-tools.ts';

type SubscriptionSide = Pick<
  PaymentProvider,
  | 'createSubscription'
  | 'getSubscription'
  | 'abandonSubscription'
  | 'cancelSubscription'
  | 'pauseSubscription'
  | 'resumeSubscription'
  | 'changePlan'
  | 'listInvoices'
  | 'startCardSetup'
  | 'applySavedCard'
>;

/** Monthly plans at Stripe. */
export function stripeSubscriptions(tools: StripeTools): SubscriptionSide {
  const { stripe, ask, catalog } = tools;
  const chain = stripeChain(tools);

  // No key of ours on what only changes a state: an answer that is repeated would be that of another state.
  async function update(subscription: Stripe.Subscription, params: Stripe.SubscriptionUpdateParams) {
    return presentSubscription(await ask('subscription', () => stripe.subscriptions.update(subscription.id, params)));
  }

  return {
    ...changes(chain, update, tools),
    ...cards(chain, update, tools),
    async createSubscription({ customerId, idempotencyKey, ...plan }) {
      const params: Stripe.SubscriptionCreateParams = {
        customer: customerId,
        items: [{ price: await catalog.priceOf(plan) }],
        payment_behavior: 'default_incomplete',
        // Renewals charge the card of the first payment, so the first payment has to be one by card.
        payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
        expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
        metadata: { key: idempotencyKey },
      };
      const made = await ask('subscription', () => stripe.subscriptions.create(params, { idempotencyKey }));
      const invoice = expanded(made.latest_invoice);
      const firstIntentId = invoice && intentOf(invoice);
      if (!firstIntentId) throw new Error(`the first invoice of ${made.id} has no intent`);
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
      return invoices.filter((one) => one.amount_due > 0 && one.status !== 'draft').map(presentInvoice);
    },
  };
}

type Update = (
  subscription: Stripe.Subscription,
  params: Stripe.SubscriptionUpdateParams,
) => Promise<ReturnType<typeof presentSubscription>>;

function changes(
  chain: StripeChain,
  update: Update,
  { catalog }: StripeTools,
): Pick<
  SubscriptionSide,
  'abandonSubscription' | 'cancelSubscription' | 'pauseSubscription' | 'resumeSubscription' | 'changePlan'
> {
  return {
    async abandonSubscription(id) {
      const waiting = await chain.exactly(id);
      if (waiting.status !== 'incomplete') return presentSubscription(waiting);
      // The invoice first: once it is void nobody can pay it, and what was paid a moment ago cannot be voided.
      const isVoid = await chain.voidOpen(waiting);
      const after = await chain.exactly(id);
      if (after.status !== 'incomplete') return presentSubscription(after);
      if (!isVoid) throw new Refusal(503, 'This payment is being processed. Please try again in a moment.');
      await chain.end(after);
      return presentSubscription(await chain.exactly(id));
    },
    async cancelSubscription(id) {
      const running = await chain.require(id);
      if (!isEnded(running)) await chain.end(running);
      return presentSubscription(await chain.exactly(running.id));
    },
    async pauseSubscription(id) {
      const running = await chain.require(id);
      if (isEnded(running) || running.pause_collection) return presentSubscription(running);
      return await update(running, { pause_collection: { behavior: 'void' } });
    },
    async resumeSubscription(id, plan) {
      const before = await chain.require(id);
      if (isEnded(before) || isBegunSuccessor(before)) return presentSubscription(await chain.revive(before, plan));
      if (before.status === 'past_due' || before.status === 'unpaid') await chain.payLatest(before);
      else if (before.pause_collection) await chain.checkCard(before);
      if (before.pause_collection) return await update(before, { pause_collection: '' });
      return presentSubscription(await chain.exactly(before.id));
    },
    async changePlan(id, plan) {
      const before = await chain.require(id);
      const item = itemOf(before);
      const price = await catalog.priceOf(plan);
      if (isEnded(before) || item.price.id === price) return presentSubscription(before);
      return await update(before, { items: [{ id: item.id, price }], proration_behavior: 'none' });
    },
  };
}

function cards(
  chain: StripeChain,
  update: Update,
  { stripe, ask }: StripeTools,
): Pick<SubscriptionSide, 'startCardSetup' | 'applySavedCard'> {
  return {
    async startCardSetup(customerId) {
      const params: Stripe.SetupIntentCreateParams = {
        customer: customerId,
        usage: 'off_session',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      };
      const { id, client_secret } = await ask('setup_intent', () => stripe.setupIntents.create(params));
      return { id, clientSecret: client_secret ?? '' };
    },
    async applySavedCard(id, setupId) {
      const subscription = await chain.require(id);
      const setup = await orUndefined(ask('setup_intent', () => stripe.setupIntents.retrieve(setupId)));
      // Somebody else's card is as good as none.
      const card = idOf(setup?.customer) === idOf(subscription.customer) ? idOf(setup?.payment_method) : null;
      if (setup?.status !== 'succeeded' || !card) {
        throw new Refusal(402, 'The card was not saved. Please try again.', { code: 'card_not_saved' });
      }
      const changed = await update(subscription, { default_payment_method: card });
      if (changed.status !== 'past_due') return changed;
      await chain.payLatest(subscription);
      return presentSubscription(await chain.exactly(subscription.id));
    },
  };
}
