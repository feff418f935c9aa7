import type Stripe from 'stripe';
import type { StripeBooks } from './books.ts';
import { invalid, missing } from './faults.ts';
import { liveCustomer, paymentMethodOf } from './pay.ts';
import { list } from './plans.ts';
import type { ParamsOf } from './requests.ts';

/** Handles requests for lists: newest first, page by page. */
export function listHandlers(books: StripeBooks) {
  return {
    'GET /v1/customers': (page: ParamsOf<'GET /v1/customers'>) =>
      paged(books.customers, page, (customer) => !customer.deleted, '/v1/customers'),
    'GET /v1/customers/:id/balance_transactions': (
      page: ParamsOf<'GET /v1/customers/:id/balance_transactions'>,
      id: string,
    ) => {
      const url = `/v1/customers/${liveCustomer(books, id).id}/balance_transactions`;
      return paged(books.balanceTransactions, page, ({ customer }) => customer === id, url);
    },
    'GET /v1/payment_methods': (page: ParamsOf<'GET /v1/payment_methods'>) =>
      paged(
        new Map([...books.cards].map(([id, card]) => [id, paymentMethodOf(card)])),
        page,
        () => true,
        '/v1/payment_methods',
      ),
    'GET /v1/products': (page: ParamsOf<'GET /v1/products'>) => paged(books.products, page, () => true, '/v1/products'),
    'GET /v1/setup_intents': (page: ParamsOf<'GET /v1/setup_intents'>) =>
      paged(books.setupIntents, page, () => true, '/v1/setup_intents'),
    'GET /v1/prices': ({ lookup_keys, active, ...page }: ParamsOf<'GET /v1/prices'>) => {
      if (lookup_keys && lookup_keys.length > 10) throw invalid('At most 10 keys.', { param: 'lookup_keys' });
      const isWanted = (price: Stripe.Price) =>
        (!lookup_keys || lookup_keys.includes(price.lookup_key ?? '')) && (active ?? price.active) === price.active;
      return paged(books.prices, page, isWanted, '/v1/prices');
    },
    'GET /v1/payment_intents': ({ customer, ...page }: ParamsOf<'GET /v1/payment_intents'>) =>
      paged(books.intents, page, (intent) => !customer || intent.customer === customer, '/v1/payment_intents'),
    'GET /v1/refunds': ({ payment_intent, created, ...page }: ParamsOf<'GET /v1/refunds'>) => {
      const isWanted = (refund: Stripe.Refund) =>
        (!payment_intent || refund.payment_intent === payment_intent) && isWithin(refund, created);
      return paged(books.refunds, page, isWanted, '/v1/refunds');
    },
    'GET /v1/charges': ({ created, ...page }: ParamsOf<'GET /v1/charges'>) =>
      paged(books.charges, page, (charge) => isWithin(charge, created), '/v1/charges'),
    'GET /v1/disputes': ({ payment_intent, created, ...page }: ParamsOf<'GET /v1/disputes'>) => {
      const isWanted = (dispute: Stripe.Dispute) =>
        (!payment_intent || dispute.payment_intent === payment_intent) && isWithin(dispute, created);
      return paged(books.disputes, page, isWanted, '/v1/disputes');
    },
    'GET /v1/subscriptions': ({ customer, status, expand: _, ...page }: ParamsOf<'GET /v1/subscriptions'>) => {
      const isWanted = (one: Stripe.Subscription) =>
        (!customer || one.customer === customer) && (status === 'all' || one.status !== 'canceled');
      return paged(books.subscriptions, page, isWanted, '/v1/subscriptions');
    },
    'GET /v1/invoices': ({ subscription, status, expand: _, ...page }: ParamsOf<'GET /v1/invoices'>) => {
      const isWanted = (invoice: Stripe.Invoice) =>
        (!subscription || invoice.parent?.subscription_details?.subscription === subscription) &&
        (!status || invoice.status === status);
      return paged(books.invoices, page, isWanted, '/v1/invoices');
    },
  };
}

interface Page {
  limit?: number;
  starting_after?: string;
}

function paged<T extends { id: string }>(
  all: ReadonlyMap<string, T>,
  { limit = 10, starting_after }: Page,
  isWanted: (one: T) => boolean,
  url: string,
): Stripe.ApiList<T> {
  if (limit < 1 || limit > 100) throw invalid('Limit must be from 1 to 100.', { param: 'limit' });
  const newestFirst = [...all.values()].reverse();
  const after = starting_after === undefined ? -1 : newestFirst.findIndex(({ id }) => id === starting_after);
  if (starting_after !== undefined && after < 0) throw missing('object', starting_after, 'starting_after');
  const wanted = newestFirst.slice(after + 1).filter(isWanted);
  return { ...list(url, wanted.slice(0, limit)), has_more: wanted.length > limit };
}

function isWithin({ created }: { created: number }, range: Stripe.RangeQueryParam | number | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  const { gte = -Infinity, gt = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created >= gte && created > gt && created < lt && created <= lte;
}

/** Replaces ids in an object with the objects themselves, as `expand` requests. */
export function expandObject(books: StripeBooks, answer: object, wanted: readonly string[]): object {
  const copy = structuredClone(answer) as Record<string, unknown>;
  for (const path of wanted) {
    const expand = expansions[path];
    if (!expand?.(books, copy)) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  return copy;
}

type Expansion = (books: StripeBooks, answer: Record<string, unknown>) => boolean;

const expansions: Record<string, Expansion> = {
  latest_charge: (books, intent) => {
    intent.latest_charge = books.charges.get(String(intent.latest_charge)) ?? null;
    return intent.object === 'payment_intent';
  },
  'latest_charge.refunds': (books, intent) => {
    const charge = books.charges.get(String(intent.latest_charge));
    if (charge) {
      const refunds = [...books.refunds.values()].reverse().filter((refund) => refund.charge === charge.id);
      const first = {
        ...list(`/v1/charges/${charge.id}/refunds`, refunds.slice(0, 10)),
        has_more: refunds.length > 10,
      };
      intent.latest_charge = { ...charge, refunds: first };
    }
    return intent.object === 'payment_intent';
  },
  'latest_invoice.confirmation_secret': (books, subscription) => {
    const invoice = wholeInvoice(books, subscription);
    const intent = books.intents.get(String(books.payments.get(invoice.id)?.payment.payment_intent));
    const secret = intent && { client_secret: intent.client_secret ?? '', type: 'payment_intent' };
    invoice.confirmation_secret = secret ?? null;
    return subscription.object === 'subscription';
  },
  'data.latest_invoice.payments': (books, page) => {
    const data = page.data as Stripe.Subscription[];
    for (const one of data) {
      const invoice = wholeInvoice(books, one as unknown as Record<string, unknown>);
      invoice.payments = paymentsOf(books, invoice);
    }
    return data.every((one) => one.object === 'subscription');
  },
  'latest_invoice.payments': (books, subscription) => {
    const invoice = wholeInvoice(books, subscription);
    invoice.payments = paymentsOf(books, invoice);
    return subscription.object === 'subscription';
  },
  'data.payments': (books, page) => {
    const data = page.data as Stripe.Invoice[];
    for (const invoice of data) invoice.payments = paymentsOf(books, invoice);
    return data.every((one) => one.object === 'invoice');
  },
};

function wholeInvoice(books: StripeBooks, subscription: Record<string, unknown>): Stripe.Invoice {
  if (typeof subscription.latest_invoice === 'string') {
    subscription.latest_invoice = structuredClone(books.invoices.get(subscription.latest_invoice));
  }
  return subscription.latest_invoice as Stripe.Invoice;
}

function paymentsOf(books: StripeBooks, { id }: Stripe.Invoice): Stripe.ApiList<Stripe.InvoicePayment> {
  const payment = books.payments.get(id);
  return list(`/v1/invoice_payments?invoice=${id}`, payment ? [payment] : []);
}
