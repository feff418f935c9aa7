import type Stripe from 'stripe';
import { checkRefundable, endInquiry, setRefunded, stateOfRefund } from './bank.ts';
import type { SavedCard, StripeBooks } from './books.ts';
import { invalid, missing, StripeFault } from './faults.ts';
import { monthly, newCustomer, newIntent, newPrice, newProduct, newRefund, newSetupIntent, visa } from './objects.ts';
import type { ParamsOf } from './requests.ts';

/** Handles requests about customers, products, prices, one-time payments, refunds and saved cards. */
export function payHandlers(books: StripeBooks) {
  return {
    'POST /v1/customers': (params: ParamsOf<'POST /v1/customers'>) => {
      checkEmail(params.email);
      const customer = newCustomer(books.newId('cus'), books.now(), params as Partial<Stripe.Customer>);
      books.customers.set(customer.id, customer);
      books.emit('customer.created', customer);
      return customer;
    },
    'POST /v1/customers/:id': ({ email, name }: ParamsOf<'POST /v1/customers/:id'>, id: string) => {
      const customer = books.customers.get(id);
      if (!customer || customer.deleted) throw missing('customer', id);
      checkEmail(email);
      Object.assign(customer, { ...(email !== undefined && { email: email || null }), ...(name && { name }) });
      books.emit('customer.updated', customer);
      return customer;
    },
    'GET /v1/customers/:id': (_: unknown, id: string) => books.customers.get(id) ?? books.fail(missing('customer', id)),
    'GET /v1/payment_methods/:id': (_: unknown, id: string) => paymentMethodOf(books.card(id)),
    'POST /v1/products': ({ id = books.newId('prod'), name }: ParamsOf<'POST /v1/products'>) => {
      if (books.products.has(id)) {
        throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
      }
      const product = newProduct(id, books.now(), name);
      books.products.set(id, product);
      return product;
    },
    'POST /v1/prices': (params: ParamsOf<'POST /v1/prices'>) => {
      const { product = '', unit_amount = null, lookup_key = null, currency, recurring, transfer_lookup_key } = params;
      if (!books.products.has(product)) throw missing('product', product, 'product');
      if (recurring?.interval !== 'month' || currency !== 'usd' || unit_amount === null || unit_amount < 0) {
        throw invalid('This stand-in sells by the month, in US dollars.');
      }
      const taken = [...books.prices.values()].find((price) => price.lookup_key && price.lookup_key === lookup_key);
      if (taken && !transfer_lookup_key) {
        throw invalid(`A price (\`${taken.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
      }
      if (taken) taken.lookup_key = null;
      const known = { product, unit_amount, lookup_key, recurring: monthly() };
      const price = newPrice(books.newId('price'), books.now(), known);
      books.prices.set(price.id, price);
      return price;
    },
    'POST /v1/payment_intents': (params: ParamsOf<'POST /v1/payment_intents'>) => {
      const { amount, currency, customer = null, allowed_payment_method_types = null, metadata = {} } = params;
      const { description = null } = params;
      if (amount < 50)
        throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
      if (currency !== 'usd') throw invalid('This stand-in takes US dollars.', { param: 'currency' });
      if (customer) liveCustomer(books, customer);
      const cards = { allowed_payment_method_types };
      const known = { amount, customer, ...cards, description, metadata: metadata as Stripe.Metadata };
      const intent = newIntent(books.newId('pi'), books.now(), known);
      books.intents.set(intent.id, intent);
      books.emit('payment_intent.created', intent);
      return intent;
    },
    'POST /v1/payment_intents/:id': ({ metadata }: ParamsOf<'POST /v1/payment_intents/:id'>, id: string) => {
      const intent = anIntent(books, id);
      Object.assign(intent.metadata, metadata);
      return intent;
    },
    'GET /v1/payment_intents/:id': (_: unknown, id: string) => anIntent(books, id),
    'POST /v1/payment_intents/:id/cancel': (_: unknown, id: string) => {
      const intent = anIntent(books, id);
      const ofInvoice = [...books.payments.values()].some((one) => one.payment.payment_intent === id);
      if (ofInvoice) throw invalid('A PaymentIntent of an invoice cannot be canceled: void the invoice.');
      if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'cancel');
      cancelIntent(books, intent);
      return intent;
    },
    'POST /v1/refunds': ({ payment_intent, amount, metadata }: ParamsOf<'POST /v1/refunds'>) => {
      const intent = books.intents.get(payment_intent ?? '');
      if (!intent) throw missing('payment_intent', payment_intent ?? '', 'payment_intent');
      const charge = books.charges.get(String(intent.latest_charge));
      if (intent.status !== 'succeeded' || !charge) throw invalid('This PaymentIntent has no successful charge.');
      checkRefundable(books, charge);
      const left = charge.amount - charge.amount_refunded;
      if (amount !== undefined && (amount < 1 || amount > left)) {
        throw invalid(`Refund amount is greater than unrefunded amount on charge`, { param: 'amount' });
      }
      const state = stateOfRefund(books, charge);
      const given = { amount: amount ?? left, charge: charge.id, payment_intent: intent.id, ...state };
      const known = { ...given, metadata: (metadata || {}) as Stripe.Metadata };
      const refund = newRefund(books.newId('re'), books.now(), known);
      books.refunds.set(refund.id, refund);
      setRefunded(charge, charge.amount_refunded + refund.amount);
      books.emit('charge.refunded', charge);
      books.emit('refund.created', refund);
      endInquiry(books, charge);
      return refund;
    },
    'POST /v1/setup_intents': (params: ParamsOf<'POST /v1/setup_intents'>) => {
      const { customer, payment_method, confirm, usage = 'off_session', metadata = {} } = params;
      const { allowed_payment_method_types = null } = params;
      const known = {
        customer: customer ? liveCustomer(books, customer).id : null,
        usage,
        allowed_payment_method_types,
      };
      const setup = newSetupIntent(books.newId('seti'), books.now(), {
        ...known,
        metadata: metadata as Stripe.Metadata,
      });
      const card = payment_method === undefined ? undefined : books.card(payment_method);
      if (confirm && !card) throw invalid('A payment method is needed to confirm.', { param: 'payment_method' });
      if (Boolean(confirm) !== Boolean(params.return_url)) {
        throw invalid('A return_url is needed to confirm, and not allowed otherwise.', { param: 'return_url' });
      }
      books.setupIntents.set(setup.id, setup);
      if (confirm && card) saveCard(setup, card);
      return setup;
    },
    'POST /v1/setup_intents/:id/cancel': (_: unknown, id: string) => {
      const setup = books.setupIntents.get(id) ?? books.fail(missing('setupintent', id));
      if (setup.status === 'succeeded' || setup.status === 'canceled' || setup.status === 'processing') {
        throw invalid(`You cannot cancel this SetupIntent because it has a status of ${setup.status}.`, {
          code: 'setup_intent_unexpected_state',
        });
      }
      return Object.assign(setup, { status: 'canceled', cancellation_reason: null } as const);
    },
    'GET /v1/setup_intents/:id': (_: unknown, id: string) =>
      books.setupIntents.get(id) ?? books.fail(missing('setupintent', id)),
  };
}

function checkEmail(email: string | undefined): void {
  if (!email || /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(email)) return;
  throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

export function paymentMethodOf({ id, last4 }: SavedCard): Stripe.PaymentMethod {
  return { id, object: 'payment_method', type: 'card', card: visa(last4).card } as unknown as Stripe.PaymentMethod;
}

export function liveCustomer(books: StripeBooks, id: string): Stripe.Customer {
  const customer = books.customers.get(id);
  return customer && !customer.deleted ? customer : books.fail(missing('customer', id, 'customer'));
}

export function anIntent(books: StripeBooks, id: string): Stripe.PaymentIntent {
  return books.intents.get(id) ?? books.fail(missing('payment_intent', id));
}

export function cancelIntent(books: StripeBooks, intent: Stripe.PaymentIntent): void {
  Object.assign(intent, { status: 'canceled', canceled_at: books.now(), next_action: null });
  books.emit('payment_intent.canceled', intent);
}

export function unexpected({ status }: Stripe.PaymentIntent, what: string): StripeFault {
  return new StripeFault(400, {
    ...{ type: 'invalid_request_error', code: 'payment_intent_unexpected_state', param: 'intent' },
    message: `You cannot ${what} this PaymentIntent because it has a status of ${status}.`,
  });
}

/** Asks the bank for permission to charge a card later. */
export function saveCard(setup: Stripe.SetupIntent, card: SavedCard): void {
  if (setup.status === 'canceled') throw new Error(`the form of ${setup.id} is closed`);
  if (card.behavior === 'authentication') {
    Object.assign(setup, { status: 'requires_action', payment_method: card.id });
  } else if (card.behavior === 'pays') {
    Object.assign(setup, { status: 'succeeded', payment_method: card.id, last_setup_error: null });
  } else {
    const error = { type: 'card_error', ...card.behavior };
    Object.assign(setup, { last_setup_error: error });
    throw new StripeFault(402, error);
  }
}
