import type Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { PlanPrice } from '../payment-provider.ts';
import { descriptionOf, type StripeTools } from './catalog.ts';
import { everyOne, idOf } from './lists.ts';
import type { StripeOwed } from './owed.ts';
import { isEnded } from './present.ts';
import { makeOnce, orUndefined, unlessRefused } from './request.ts';

/**
 * Stripe can't revive a cancelled subscription, so a new one replaces it. Together they form a chain, identified by the
 * id of its first subscription (`metadata.root`). Any id of the chain leads to the subscription that charges, even if
 * this process died before it saved the new id.
 */
export type StripeChain = ReturnType<typeof stripeChain>;

export function stripeChain({ stripe, ask, catalog, returnUrl }: StripeTools, owed: StripeOwed) {
  const read = (id: string) => ask('subscription', () => stripe.subscriptions.retrieve(id));

  async function chainOf(subscription: Stripe.Subscription): Promise<Stripe.Subscription[]> {
    const root = rootOf(subscription);
    const customer = idOf(subscription.customer) ?? '';
    const chain: Stripe.Subscription[] = [];
    const all = everyOne(ask, (page) => stripe.subscriptions.list({ customer, status: 'all', ...page }));
    for await (const one of all) if (rootOf(one) === root) chain.push(one);
    return chain;
  }

  /**
   * Returns the subscription with this id. If it has ended, returns the running subscription of its chain, else the one
   * that was paid last. Returns undefined when Stripe doesn't know the id.
   */
  async function find(id: string): Promise<Stripe.Subscription | undefined> {
    const named = await orUndefined(read(id));
    if (!named || !isEnded(named)) return named;
    const newestFirst = await chainOf(named);
    const running = newestFirst.find((one) => !isEnded(one));
    if (running) return running;
    // All have ended: return the one that was paid last, even if it ended before its id was saved.
    for (const one of newestFirst) if (one.id === id || (await owed.isPaid(one.id))) return one;
    return named;
  }

  /** Like `find`, but rejects with a 404 Refusal when there is none. */
  async function require(id: string): Promise<Stripe.Subscription> {
    return (await find(id)) ?? notFound();
  }

  /** Returns exactly this subscription, not its replacement. Rejects with a 404 Refusal when there is none. */
  async function exactly(id: string): Promise<Stripe.Subscription> {
    return (await orUndefined(read(id))) ?? notFound();
  }

  /** Ends a subscription if it hasn't ended yet, and voids its open invoices, so that they can no longer be paid. */
  async function end(subscription: Stripe.Subscription): Promise<void> {
    await owed.forgive(subscription.id);
    // Stripe responds "not found" for a subscription that has already ended.
    const ended = unlessRefused(ask('subscription', () => stripe.subscriptions.cancel(subscription.id)));
    await orUndefined(ended);
  }

  async function savedCard(chain: Stripe.Subscription[]): Promise<string> {
    for (const one of chain) {
      const card = idOf(one.default_payment_method);
      if (card) return card;
    }
    throw noSavedCard();
  }

  /** Checks with the bank that the saved card can be charged. Rejects with a 402 Refusal when it can't. */
  async function checkCard(subscription: Stripe.Subscription): Promise<void> {
    const params: Stripe.SetupIntentCreateParams = {
      customer: idOf(subscription.customer) ?? '',
      payment_method: await savedCard([subscription]),
      usage: 'off_session',
      confirm: true,
      // The bank may ask for confirmation on its own page, so Stripe needs a return URL whenever a setup is confirmed.
      return_url: returnUrl,
      allowed_payment_method_types: ['card'],
      metadata: { subscription: subscription.id },
    };
    const { status } = await orNoCard(ask('setup_intent', () => stripe.setupIntents.create(params)));
    if (status !== 'succeeded') throw bankAsks();
  }

  /** Returns the successor that another call has started, or creates one. */
  async function successorOf(ended: Stripe.Subscription, plan: PlanPrice): Promise<Stripe.Subscription> {
    const chain = await chainOf(ended);
    const begun = chain.find((one) => !isEnded(one));
    if (begun) return begun;
    const card = await savedCard(chain);
    const root = rootOf(ended);
    // A declined attempt leaves an ended subscription in the chain. So parallel calls share this key, and a later
    // attempt gets another one.
    const idempotencyKey = `revive:${root}:${chain.length}`;
    const params: Stripe.SubscriptionCreateParams = {
      customer: idOf(ended.customer) ?? '',
      items: [{ price: await catalog.priceOf(plan) }],
      default_payment_method: card,
      billing_mode: { type: 'classic' },
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      description: descriptionOf(plan),
      metadata: { root, key: idempotencyKey },
    };
    const made = makeOnce(
      idempotencyKey,
      (key) => ask('subscription', () => stripe.subscriptions.create(params, { idempotencyKey: key })),
      async () => (await chainOf(ended)).find((one) => one.metadata.key === idempotencyKey),
    );
    return await exactly((await orNoCard(made)).id);
  }

  /**
   * Creates and charges the successor of an ended subscription, or continues what another call has started. Rejects
   * with a 402 Refusal when the card can't be charged.
   */
  async function revive(ended: Stripe.Subscription, plan: PlanPrice): Promise<Stripe.Subscription> {
    const revived = await successorOf(ended, plan);
    // Meanwhile another call created the successor, was declined, and ended it.
    if (isEnded(revived)) throw new Refusal(402, 'Your card was declined.', { code: 'card_declined' });
    if (revived.status !== 'incomplete') return revived;
    try {
      await owed.pay(revived.id);
      const paid = await exactly(revived.id);
      if (paid.status === 'incomplete') throw bankAsks();
      return paid;
    } catch (error) {
      if (error instanceof Refusal && error.status === 402) await end(revived);
      throw error;
    }
  }

  return { find, require, exactly, end, revive, checkCard };
}

/** Returns true for a successor that was created but isn't paid yet. */
export function isBegunSuccessor({ status, metadata }: Stripe.Subscription): boolean {
  return status === 'incomplete' && metadata.root !== undefined;
}

function rootOf({ id, metadata }: Stripe.Subscription): string {
  return metadata.root ?? id;
}

function notFound(): never {
  throw new Refusal(404, 'Subscription not found');
}

function bankAsks(): Refusal {
  const message = 'The bank requires a confirmation of this card that only its owner can give.';
  return new Refusal(402, message, { code: 'authentication_required' });
}

function noSavedCard(): Refusal {
  return new Refusal(402, 'There is no saved card.', { code: 'no_saved_card' });
}

/** Rejects with a 402 Refusal for a customer who was deleted at Stripe, because no saved card is left there. */
async function orNoCard<T>(made: Promise<T>): Promise<T> {
  const response = await orUndefined(made);
  if (response === undefined) throw noSavedCard();
  return response;
}
