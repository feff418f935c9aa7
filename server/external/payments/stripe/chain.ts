import type Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { PlanPrice } from '../payment-provider.ts';
import { everyOne, idOf } from './lists.ts';
import type { StripeOwed } from './owed.ts';
import { isEnded } from './present.ts';
import { makeOnce, orUndefined, unlessRefused } from './request.ts';
import type { StripeTools } from './tools.ts';

/**
 * Stripe never revives a subscription that was cancelled: another one takes its place. All of them are a chain, which the
 * first one's id names (`metadata.root`), so that whoever knows any of them finds the one that charges, also when this
 * process died before it could note the new id.
 */
export interface StripeChain {
  /**
   * The subscription of this id or, when that has ended, the one that took its place: the one that runs, else the last that
   * was paid. Undefined when Stripe knows none.
   */
  find(id: string): Promise<Stripe.Subscription | undefined>;
  /** As `find`; a 404 Refusal when there is none. */
  require(id: string): Promise<Stripe.Subscription>;
  /** The very subscription of this id, whatever has taken its place. */
  exactly(id: string): Promise<Stripe.Subscription>;
  /** Ends one, and voids what it waits for, so that nobody can pay it any more. */
  end(subscription: Stripe.Subscription): Promise<void>;
  /** Lets a successor take the place of one that has ended, or finishes doing so. Rejects with a 402 Refusal. */
  revive(ended: Stripe.Subscription, plan: PlanPrice): Promise<Stripe.Subscription>;
  /** Asks the bank whether it would let us charge the saved card. Rejects with a 402 Refusal. */
  checkCard(subscription: Stripe.Subscription): Promise<void>;
}

export function stripeChain({ stripe, ask, catalog, clock }: StripeTools, owed: StripeOwed): StripeChain {
  const read = (id: string) => ask('subscription', () => stripe.subscriptions.retrieve(id));

  async function chainOf(subscription: Stripe.Subscription): Promise<Stripe.Subscription[]> {
    const root = rootOf(subscription);
    const customer = idOf(subscription.customer) ?? '';
    const chain: Stripe.Subscription[] = [];
    const all = everyOne(ask, (page) => stripe.subscriptions.list({ customer, status: 'all', ...page }));
    for await (const one of all) if (rootOf(one) === root) chain.push(one);
    return chain;
  }

  async function find(id: string): Promise<Stripe.Subscription | undefined> {
    const named = await orUndefined(read(id));
    if (!named || !isEnded(named)) return named;
    const newestFirst = await chainOf(named);
    const running = newestFirst.find((one) => !isEnded(one));
    if (running) return running;
    // All have ended: what was charged last tells, whoever ended it before its id could be noted.
    for (const one of newestFirst) if (one.id === id || (await owed.isPaid(one.id))) return one;
    return named;
  }

  async function require(id: string): Promise<Stripe.Subscription> {
    return (await find(id)) ?? notFound();
  }

  async function exactly(id: string): Promise<Stripe.Subscription> {
    return (await orUndefined(read(id))) ?? notFound();
  }

  async function end(subscription: Stripe.Subscription): Promise<void> {
    await owed.forgive(subscription.id);
    // Stripe says of one that has ended already that there is none.
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

  async function checkCard(subscription: Stripe.Subscription): Promise<void> {
    const params: Stripe.SetupIntentCreateParams = {
      customer: idOf(subscription.customer) ?? '',
      payment_method: await savedCard([subscription]),
      usage: 'off_session',
      confirm: true,
      allowed_payment_method_types: ['card'],
      metadata: { subscription: subscription.id },
    };
    const { status } = await orNoCard(ask('setup_intent', () => stripe.setupIntents.create(params)));
    if (status !== 'succeeded') throw bankAsks();
  }

  /** The successor that another call has begun, or a new one. */
  async function successorOf(ended: Stripe.Subscription, plan: PlanPrice): Promise<Stripe.Subscription> {
    const chain = await chainOf(ended);
    const begun = chain.find((one) => !isEnded(one));
    if (begun) return begun;
    const paidTo = await owed.paidUntil(chain);
    const card = await savedCard(chain);
    const isPaid = paidTo > clock();
    if (isPaid) await checkCard({ ...ended, default_payment_method: card });
    const root = rootOf(ended);
    // What was tried and refused before has left an ended one in the chain: two at once make one, a later try another.
    const idempotencyKey = `revive:${root}:${chain.length}`;
    const params: Stripe.SubscriptionCreateParams = {
      customer: idOf(ended.customer) ?? '',
      items: [{ price: await catalog.priceOf(plan) }],
      default_payment_method: card,
      billing_mode: { type: 'classic' },
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      metadata: { root, key: idempotencyKey },
      // Nobody pays twice for the same days. An anchor would not do: a month that was paid may end later than one from now.
      ...(isPaid && { trial_end: Math.ceil(paidTo.getTime() / 1000) }),
    };
    const made = makeOnce(
      idempotencyKey,
      (key) => ask('subscription', () => stripe.subscriptions.create(params, { idempotencyKey: key })),
      async () => (await chainOf(ended)).find((one) => one.metadata.key === idempotencyKey),
    );
    return await exactly((await orNoCard(made)).id);
  }

  async function revive(ended: Stripe.Subscription, plan: PlanPrice): Promise<Stripe.Subscription> {
    const revived = await successorOf(ended, plan);
    // Another call has made it, was refused, and ended it in between.
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

/** A successor that was made and not paid yet. */
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
  const message = 'The bank asks for a confirmation of this card, which only its owner can give.';
  return new Refusal(402, message, { code: 'authentication_required' });
}

function noSavedCard(): Refusal {
  return new Refusal(402, 'There is no saved card.', { code: 'no_saved_card' });
}

/** Whoever was deleted at Stripe has lost the card too. */
async function orNoCard<T>(made: Promise<T>): Promise<T> {
  const answer = await orUndefined(made);
  if (answer === undefined) throw noSavedCard();
  return answer;
}
