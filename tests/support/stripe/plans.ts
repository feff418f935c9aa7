import type Stripe from 'stripe';
import type { StripeBooks } from './books.ts';
import { invalid, missing } from './faults.ts';
import {
  anInvoice,
  aSubscription,
  beginMonthNow,
  beginTrial,
  bill,
  endSubscription,
  finalize,
  isEnded,
  markPaid,
  monthAfter,
  payInvoice,
  subscriptionOf,
  voidInvoice,
} from './months.ts';
import { newItem, newSubscription } from './objects.ts';
import { liveCustomer } from './pay.ts';
import type { ParamsOf } from './requests.ts';

/** Handles requests about subscriptions and their invoices. */
export function planHandlers(books: StripeBooks) {
  return {
    'POST /v1/subscriptions': (params: ParamsOf<'POST /v1/subscriptions'>) => create(books, params),
    'GET /v1/subscriptions/:id': (_: unknown, id: string) => aSubscription(books, id),
    'POST /v1/subscriptions/:id': (params: ParamsOf<'POST /v1/subscriptions/:id'>, id: string) => {
      const subscription = aSubscription(books, id);
      if (isEnded(subscription)) {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      }
      const before = structuredClone(subscription);
      try {
        change(books, subscription, params);
      } catch (error) {
        // A refused update changes nothing.
        Object.assign(subscription, before);
        throw error;
      }
      books.emit('customer.subscription.updated', subscription);
      return subscription;
    },
    'DELETE /v1/subscriptions/:id': (_: unknown, id: string) => {
      const subscription = aSubscription(books, id);
      if (isEnded(subscription)) throw missing('subscription', id);
      // An open invoice stays payable. The canceling client must void it.
      endSubscription(books, subscription, 'canceled');
      return subscription;
    },
    'POST /v1/subscriptions/:id/resume': (_: unknown, id: string) => {
      const subscription = aSubscription(books, id);
      if (subscription.status !== 'paused') throw invalid('Only a paused subscription can be resumed.');
      subscription.status = 'active';
      books.emit('customer.subscription.resumed', subscription);
      return subscription;
    },
    'POST /v1/invoices/:id': ({ auto_advance, metadata }: ParamsOf<'POST /v1/invoices/:id'>, id: string) => {
      const invoice = anInvoice(books, id);
      if (auto_advance !== undefined) {
        if (invoice.status !== 'draft' && invoice.status !== 'open') throw invalid('This invoice is already closed.');
        invoice.auto_advance = auto_advance;
      }
      invoice.metadata = { ...invoice.metadata, ...(metadata || {}) } as Stripe.Metadata;
      books.emit('invoice.updated', invoice);
      return invoice;
    },
    'POST /v1/invoices/:id/void': (_: unknown, id: string) => {
      const invoice = anInvoice(books, id);
      if (invoice.status !== 'open') throw invalid('You can only pass in open invoices. This one is not open.');
      voidInvoice(books, invoice);
      return invoice;
    },
    'POST /v1/invoices/:id/pay': (_: unknown, id: string) => {
      const invoice = anInvoice(books, id);
      if (invoice.status === 'paid') throw invalid('Invoice is already paid');
      if (invoice.status !== 'open') throw invalid('This invoice is not open.');
      const subscription = aSubscription(books, subscriptionOf(invoice));
      const card = subscription.default_payment_method;
      if (!card) throw invalid('There is no default_payment_method set on this Customer or Invoice.');
      payInvoice(books, invoice, books.card(String(card)), 'by hand');
      return invoice;
    },
  };
}

function create(books: StripeBooks, params: ParamsOf<'POST /v1/subscriptions'>): Stripe.Subscription {
  const { customer = '', items = [], default_payment_method, payment_settings, trial_end, metadata } = params;
  const payer = liveCustomer(books, customer);
  const [item] = items;
  const price = books.prices.get(item?.price ?? '');
  if (items.length !== 1 || !price) throw missing('price', item?.price ?? '', 'items[0][price]');
  // The stand-in supports only what our server uses.
  if (params.payment_behavior !== 'default_incomplete') throw invalid('Only default_incomplete is known here.');
  // The default is flexible, which bills trials and changes differently.
  if (params.billing_mode?.type !== 'classic') throw invalid('Only the classic billing mode is known here.');
  if (default_payment_method) books.card(default_payment_method, 'default_payment_method');
  if (!price.active) throw invalid(`The price specified is inactive.`, { param: 'items[0][price]' });
  const now = books.now();
  const trialEnd = typeof trial_end === 'number' ? trial_end : null;
  if (trialEnd !== null && trialEnd <= now) throw invalid('trial_end must be in the future.', { param: 'trial_end' });
  const id = books.newId('sub');
  const period = { start: now, end: trialEnd ?? monthAfter(now) };
  const subscription = newSubscription(id, now, {
    customer,
    items: list(`/v1/subscription_items?subscription=${id}`, [newItem(books.newId('si'), id, price, period)]),
    default_payment_method: default_payment_method ?? null,
    billing_cycle_anchor: trialEnd ?? now,
    ...(trialEnd !== null && { status: 'trialing', trial_start: now, trial_end: trialEnd }),
    payment_settings: (payment_settings ?? null) as Stripe.Subscription.PaymentSettings | null,
    description: params.description ?? null,
    metadata: (metadata || {}) as Stripe.Metadata,
  });
  books.subscriptions.set(id, subscription);
  // Coupons here are always 100%.
  const amount = trialEnd === null && !payer.discount ? (price.unit_amount ?? 0) : 0;
  const invoice = bill(books, subscription, { amount, period, price, reason: 'subscription_create' });
  finalize(books, invoice);
  if (invoice.amount_due === 0) markPaid(books, invoice);
  books.emit('customer.subscription.created', subscription);
  return subscription;
}

function change(
  books: StripeBooks,
  subscription: Stripe.Subscription,
  params: ParamsOf<'POST /v1/subscriptions/:id'>,
): void {
  const { items, pause_collection, default_payment_method } = params;
  for (const { id, price: priceId } of items ?? []) {
    const item = subscription.items.data.find((one) => one.id === id);
    const price = books.prices.get(priceId ?? '');
    if (!item) throw missing('subscription_item', id ?? '', 'items[0][id]');
    if (!price) throw missing('price', priceId ?? '', 'items[0][price]');
    if (params.proration_behavior !== 'none') throw invalid('Prorations are not known here.');
    item.price = price;
  }
  if (pause_collection === '') subscription.pause_collection = null;
  else if (pause_collection) subscription.pause_collection = { resumes_at: null, ...pause_collection };
  changeEnding(books, subscription, params);
  if (default_payment_method) {
    subscription.default_payment_method = books.card(default_payment_method, 'default_payment_method').id;
  }
  changeCycle(books, subscription, params);
}

function changeCycle(
  books: StripeBooks,
  subscription: Stripe.Subscription,
  { billing_cycle_anchor: anchor, trial_end: trialEnd, ...params }: ParamsOf<'POST /v1/subscriptions/:id'>,
): void {
  if (anchor === undefined && trialEnd === undefined) return;
  if (params.proration_behavior !== 'none') throw invalid('Prorations are not known here.');
  if (anchor !== undefined && trialEnd !== undefined) throw invalid('Only one of both is known here.');
  if (typeof trialEnd === 'number') {
    beginTrial(books, subscription, trialEnd);
    return;
  }
  if (params.payment_behavior !== 'error_if_incomplete') throw invalid('Only error_if_incomplete is known here.');
  beginMonthNow(books, subscription);
}

function changeEnding(
  books: StripeBooks,
  subscription: Stripe.Subscription,
  { cancel_at_period_end: atPeriodEnd, cancel_at: at }: ParamsOf<'POST /v1/subscriptions/:id'>,
): void {
  if (atPeriodEnd === undefined && at === undefined) return;
  if (atPeriodEnd !== undefined && at !== undefined) {
    throw invalid('You may only pass one of cancel_at and cancel_at_period_end.', { param: 'cancel_at' });
  }
  const [item] = subscription.items.data;
  if (typeof at === 'number' && at <= books.now()) throw invalid('cancel_at is in the past.', { param: 'cancel_at' });
  const cancelAt = atPeriodEnd ? (item?.current_period_end ?? null) : typeof at === 'number' ? at : null;
  const canceled_at = cancelAt === null ? null : books.now();
  Object.assign(subscription, { cancel_at_period_end: atPeriodEnd ?? false, cancel_at: cancelAt, canceled_at });
}

/** Replaces an ended subscription as earlier versions of the app did: with one on trial until the paid time is over. */
export function replaceOnTrial(books: StripeBooks, ended: Stripe.Subscription): Stripe.Subscription {
  const [item] = ended.items.data;
  const root = ended.metadata.root ?? ended.id;
  const params: Stripe.SubscriptionCreateParams = {
    customer: String(ended.customer),
    items: [{ price: String(item?.price.id) }],
    default_payment_method: String(ended.default_payment_method),
    billing_mode: { type: 'classic' },
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    metadata: { root, key: `revive:${root}:1` },
    ...(item && { trial_end: item.current_period_end }),
  };
  return create(books, params);
}

export function list<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}
