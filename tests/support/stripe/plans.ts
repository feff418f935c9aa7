import type Stripe from 'stripe';
import { nextMonth } from '../../../server/external/simulated-months.ts';
import type { SavedCard, StripeBooks } from './books.ts';
import { invalid, missing, StripeFault } from './faults.ts';
import { newIntent, newInvoice, newInvoicePayment, newItem, newSubscription, type Period } from './objects.ts';
import { cancelIntent, liveCustomer } from './pay.ts';
import type { ParamsOf } from './requests.ts';

/** What Stripe does with subscriptions and their invoices. */
export function planHandlers(books: StripeBooks) {
  return {
    'POST /v1/subscriptions': (params: ParamsOf<'POST /v1/subscriptions'>) => create(books, params),
    'GET /v1/subscriptions/:id': (_: unknown, id: string) => aSubscription(books, id),
    'POST /v1/subscriptions/:id': (params: ParamsOf<'POST /v1/subscriptions/:id'>, id: string) => {
      const subscription = aSubscription(books, id);
      if (isEnded(subscription)) {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      }
      change(books, subscription, params);
      books.emit('customer.subscription.updated', subscription);
      return subscription;
    },
    'DELETE /v1/subscriptions/:id': (_: unknown, id: string) => {
      const subscription = aSubscription(books, id);
      if (isEnded(subscription)) throw missing('subscription', id);
      // An open invoice stays payable: whoever cancels has to void it.
      endSubscription(books, subscription, 'canceled');
      return subscription;
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
      payInvoice(books, invoice, books.card(String(card)));
      return invoice;
    },
  };
}

function create(books: StripeBooks, params: ParamsOf<'POST /v1/subscriptions'>): Stripe.Subscription {
  const {
    customer = '',
    items = [],
    default_payment_method,
    payment_settings,
    billing_cycle_anchor,
    metadata,
  } = params;
  liveCustomer(books, customer);
  const [item] = items;
  const price = books.prices.get(item?.price ?? '');
  if (items.length !== 1 || !price) throw missing('price', item?.price ?? '', 'items[0][price]');
  // What the stand-in does of the many things that Stripe can do.
  if (params.payment_behavior !== 'default_incomplete') throw invalid('Only default_incomplete is known here.');
  if (default_payment_method) books.card(default_payment_method, 'default_payment_method');
  const now = books.now();
  if (billing_cycle_anchor !== undefined && billing_cycle_anchor <= now) {
    throw invalid('billing_cycle_anchor cannot be in the past.', { param: 'billing_cycle_anchor' });
  }
  if (billing_cycle_anchor !== undefined && params.proration_behavior !== 'none') {
    throw invalid('Prorations are not known here.', { param: 'proration_behavior' });
  }
  const id = books.newId('sub');
  const period = { start: now, end: billing_cycle_anchor ?? monthAfter(now) };
  const subscription = newSubscription(id, now, {
    customer,
    items: list(`/v1/subscription_items?subscription=${id}`, [newItem(books.newId('si'), id, price, period)]),
    default_payment_method: default_payment_method ?? null,
    billing_cycle_anchor: billing_cycle_anchor ?? now,
    payment_settings: (payment_settings ?? null) as Stripe.Subscription.PaymentSettings | null,
    metadata: (metadata || {}) as Stripe.Metadata,
  });
  books.subscriptions.set(id, subscription);
  const amount = billing_cycle_anchor === undefined ? (price.unit_amount ?? 0) : 0;
  const invoice = bill(books, subscription, { amount, period, price: price.id, isFirst: true });
  if (amount === 0) markPaid(books, invoice);
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
  if (default_payment_method) {
    subscription.default_payment_method = books.card(default_payment_method, 'default_payment_method').id;
  }
}

/** Writes the invoice of a period, with the intent that pays it. */
function bill(
  books: StripeBooks,
  subscription: Stripe.Subscription,
  known: { amount: number; period: Period; price: string; isFirst: boolean },
): Stripe.Invoice {
  const { amount } = known;
  const invoice = newInvoice(books.newId('in'), books.now(), { subscription, ...known });
  books.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  if (amount > 0) {
    const { customer } = subscription;
    const intent = newIntent(books.newId('pi'), books.now(), { amount, customer: customer as string });
    books.intents.set(intent.id, intent);
    const link = { invoice: invoice.id, intent: intent.id, amount };
    books.payments.set(invoice.id, newInvoicePayment(books.newId('inpay'), books.now(), link));
  }
  books.emit('invoice.created', invoice);
  books.emit('invoice.finalized', invoice);
  return invoice;
}

/** Charges an open invoice. Throws a 402 when the card is refused. */
export function payInvoice(books: StripeBooks, invoice: Stripe.Invoice, card: SavedCard): void {
  const intent = books.intents.get(String(books.payments.get(invoice.id)?.payment.payment_intent));
  if (!intent) throw invalid('This invoice has no intent.');
  invoice.attempted = true;
  invoice.attempt_count += 1;
  try {
    books.charge(intent, card);
  } catch (error) {
    if (error instanceof StripeFault) books.emit('invoice.payment_failed', invoice);
    throw error;
  }
  markPaid(books, invoice);
  const subscription = aSubscription(books, subscriptionOf(invoice));
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = card.id;
  }
}

function markPaid(books: StripeBooks, invoice: Stripe.Invoice): void {
  const now = books.now();
  const paid = { status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0, next_payment_attempt: null };
  Object.assign(invoice, paid);
  invoice.status_transitions.paid_at = now;
  const payment = books.payments.get(invoice.id);
  if (payment) Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
  books.emit('invoice.paid', invoice);
  const subscription = aSubscription(books, subscriptionOf(invoice));
  if (subscription.status === 'incomplete' || subscription.status === 'past_due') {
    subscription.status = 'active';
    books.emit('customer.subscription.updated', subscription);
  }
}

function voidInvoice(books: StripeBooks, invoice: Stripe.Invoice): void {
  Object.assign(invoice, { status: 'void', next_payment_attempt: null });
  invoice.status_transitions.voided_at = books.now();
  const intent = books.intents.get(String(books.payments.get(invoice.id)?.payment.payment_intent));
  if (intent && intent.status !== 'canceled') cancelIntent(books, intent);
  books.emit('invoice.voided', invoice);
  const subscription = aSubscription(books, subscriptionOf(invoice));
  if (subscription.status === 'incomplete') endSubscription(books, subscription, 'incomplete_expired');
}

function endSubscription(
  books: StripeBooks,
  subscription: Stripe.Subscription,
  status: 'canceled' | 'incomplete_expired',
) {
  const now = books.now();
  Object.assign(subscription, { status, canceled_at: now, ended_at: now });
  books.emit('customer.subscription.deleted', subscription);
}

/** The calendar: the period is over, and the next one is billed to the saved card. */
export function renew(books: StripeBooks, subscription: Stripe.Subscription): void {
  const [item] = subscription.items.data;
  if (!item || isEnded(subscription) || subscription.status === 'incomplete') return;
  books.aheadSeconds += Math.max(0, item.current_period_end - books.now());
  const period = {
    start: item.current_period_end,
    end: monthAfter(item.current_period_end, subscription.billing_cycle_anchor),
  };
  Object.assign(item, { current_period_start: period.start, current_period_end: period.end });
  const amount = item.price.unit_amount ?? 0;
  const invoice = bill(books, subscription, { amount, period, price: item.price.id, isFirst: false });
  if (subscription.pause_collection) {
    voidInvoice(books, invoice);
    return;
  }
  retry(books, invoice);
}

/** Tries the saved card on an open invoice by itself, as Stripe does after some days. */
export function retry(books: StripeBooks, invoice: Stripe.Invoice): void {
  const subscription = aSubscription(books, subscriptionOf(invoice));
  try {
    payInvoice(books, invoice, books.card(String(subscription.default_payment_method)));
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    invoice.next_payment_attempt = books.now() + 3 * 24 * 60 * 60;
    subscription.status = 'past_due';
    books.emit('customer.subscription.updated', subscription);
  }
}

export function aSubscription(books: StripeBooks, id: string): Stripe.Subscription {
  return books.subscriptions.get(id) ?? books.fail(missing('subscription', id));
}

function anInvoice(books: StripeBooks, id: string): Stripe.Invoice {
  return books.invoices.get(id) ?? books.fail(missing('invoice', id));
}

function subscriptionOf(invoice: Stripe.Invoice): string {
  return String(invoice.parent?.subscription_details?.subscription);
}

function isEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

export function list<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}

/** The month after, on the day of the month that the plan's billing is anchored to. */
function monthAfter(seconds: number, anchor = seconds): number {
  return nextMonth(new Date(seconds * 1000), new Date(anchor * 1000).getUTCDate()).getTime() / 1000;
}
