import type Stripe from 'stripe';

/** New Stripe objects with all fields that the SDK's types require. */

const none = { livemode: false, metadata: {} } as const;

export function newCustomer(id: string, created: number, known: Partial<Stripe.Customer>): Stripe.Customer {
  return {
    ...{ ...none, id, object: 'customer', created, balance: 0, default_source: null, description: null, email: null },
    discount: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    shipping: null,
    ...known,
  };
}

export function newProduct(id: string, created: number, name: string): Stripe.Product {
  return {
    ...{ ...none, id, object: 'product', active: true, created, updated: created, name, description: null, images: [] },
    ...{
      marketing_features: [],
      package_dimensions: null,
      shippable: null,
      tax_details: null,
      type: 'service',
      url: null,
    },
  };
}

export function newPrice(id: string, created: number, known: Partial<Stripe.Price>): Stripe.Price {
  return {
    ...{ ...none, id, object: 'price', active: true, billing_scheme: 'per_unit', created, currency: 'usd' },
    ...{ custom_unit_amount: null, lookup_key: null, nickname: null, product: '', recurring: null, tax_behavior: null },
    ...{ tiers_mode: null, transform_quantity: null, type: 'recurring', unit_amount: null, unit_amount_decimal: null },
    ...known,
  };
}

export function monthly(): Stripe.Price.Recurring {
  return { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' };
}

export function newIntent(
  id: string,
  created: number,
  known: Partial<Stripe.PaymentIntent> & { amount: number },
): Stripe.PaymentIntent {
  return {
    ...{
      ...none,
      id,
      object: 'payment_intent',
      created,
      currency: 'usd',
      client_secret: `${id}_secret_${id.slice(-8)}`,
    },
    ...{ allowed_payment_method_types: null, amount_capturable: 0, amount_received: 0, application: null },
    ...{ application_fee_amount: null, automatic_payment_methods: null, canceled_at: null, cancellation_reason: null },
    ...{ capture_method: 'automatic_async', confirmation_method: 'automatic', customer: null, customer_account: null },
    ...{ description: null, excluded_payment_method_types: null, last_payment_error: null, latest_charge: null },
    ...{ managed_payments: null, next_action: null, on_behalf_of: null, payment_method: null, payment_record: null },
    ...{ payment_method_configuration_details: null, payment_method_options: {}, payment_method_types: ['card'] },
    ...{ processing: null, receipt_email: null, review: null, setup_future_usage: null, shipping: null, source: null },
    ...{ statement_descriptor: null, statement_descriptor_suffix: null, status: 'requires_payment_method' },
    ...{ transfer_data: null, transfer_group: null },
    ...known,
  };
}

export function newCharge(id: string, created: number, known: Partial<Stripe.Charge>): Stripe.Charge {
  return {
    ...{ ...none, id, object: 'charge', created, amount: 0, amount_captured: 0, amount_refunded: 0, application: null },
    ...{ application_fee: null, application_fee_amount: null, balance_transaction: null, captured: true },
    ...{ calculated_statement_descriptor: null, currency: 'usd', customer: null, description: null, disputed: false },
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    ...{ failure_balance_transaction: null, failure_code: null, failure_message: null, fraud_details: {} },
    ...{ on_behalf_of: null, outcome: null, paid: true, payment_intent: null, payment_method: null },
    ...{ payment_method_details: null, receipt_email: null, receipt_number: null, receipt_url: null, refunded: false },
    ...{ review: null, shipping: null, source: null, source_transfer: null, statement_descriptor: null },
    ...{ statement_descriptor_suffix: null, status: 'succeeded', transfer_data: null, transfer_group: null },
    ...known,
  } as Stripe.Charge;
}

export function visa(last4: string): Stripe.Charge.PaymentMethodDetails {
  const card = {
    brand: 'visa',
    last4,
    country: 'US',
    exp_month: 12,
    exp_year: 2040,
    funding: 'credit',
    network: 'visa',
  };
  return { type: 'card', card } as Stripe.Charge.PaymentMethodDetails;
}

export function newRefund(id: string, created: number, known: Partial<Stripe.Refund>): Stripe.Refund {
  return {
    ...{ id, object: 'refund', created, amount: 0, balance_transaction: null, charge: null, currency: 'usd' },
    ...{
      customer: null,
      customer_account: null,
      metadata: {},
      payment_intent: null,
      payment_method: null,
      reason: null,
    },
    ...{ receipt_number: null, source_transfer_reversal: null, status: 'succeeded', transfer_reversal: null },
    ...known,
  };
}

export function newDispute(id: string, created: number, known: Partial<Stripe.Dispute>): Stripe.Dispute {
  const object = {
    ...none,
    id,
    object: 'dispute',
    created,
    balance_transactions: [],
    currency: 'usd',
    reason: 'fraudulent',
  };
  return { ...object, is_charge_refundable: false, status: 'needs_response', ...known } as Stripe.Dispute;
}

export function newSetupIntent(id: string, created: number, known: Partial<Stripe.SetupIntent>): Stripe.SetupIntent {
  return {
    ...{ ...none, id, object: 'setup_intent', created, client_secret: `${id}_secret_${id.slice(-8)}`, customer: null },
    ...{ allowed_payment_method_types: null, application: null, automatic_payment_methods: null, description: null },
    ...{ cancellation_reason: null, excluded_payment_method_types: null, last_setup_error: null, latest_attempt: null },
    ...{ mandate: null, next_action: null, on_behalf_of: null, payment_method: null, payment_method_options: {} },
    ...{ payment_method_configuration_details: null, payment_method_types: ['card'], single_use_mandate: null },
    ...{ status: 'requires_payment_method', usage: 'off_session' },
    ...known,
  };
}

export function newItem(
  id: string,
  subscription: string,
  price: Stripe.Price,
  period: Period,
): Stripe.SubscriptionItem {
  const { start: current_period_start, end: current_period_end } = period;
  const item = {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_trial: null,
  };
  const dates = { current_period_start, current_period_end };
  return { ...item, ...dates, discounts: [], metadata: {}, price, quantity: 1, subscription, tax_rates: [] } as never;
}

export interface Period {
  start: number;
  end: number;
}

export function newSubscription(
  id: string,
  created: number,
  known: Pick<Stripe.Subscription, 'items' | 'customer'> & Partial<Stripe.Subscription>,
): Stripe.Subscription {
  return {
    ...{ ...none, id, object: 'subscription', created, start_date: created, billing_cycle_anchor: created },
    ...{ application: null, application_fee_percent: null, billing_cycle_anchor_config: null, billing_schedules: [] },
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_mode: { flexible: null, type: 'classic' },
    ...{ billing_thresholds: null, cancel_at: null, cancel_at_period_end: false, canceled_at: null },
    ...{ cancellation_details: null, collection_method: 'charge_automatically', currency: 'usd' },
    ...{ customer_account: null, days_until_due: null, default_payment_method: null, default_source: null },
    ...{ description: null, discounts: [], ended_at: null, latest_invoice: null, managed_payments: null },
    invoice_settings: {
      ...{ account_tax_ids: null, custom_fields: null, description: null, footer: null },
      issuer: { type: 'self' },
    },
    ...{ next_pending_invoice_item_invoice: null, on_behalf_of: null, pause_collection: null, payment_settings: null },
    ...{ pending_invoice_item_interval: null, pending_setup_intent: null, pending_update: null, schedule: null },
    ...{ status: 'incomplete', test_clock: null, transfer_data: null },
    ...{ trial_end: null, trial_settings: null, trial_start: null },
    ...known,
  };
}

/** A line that a person adds to a subscription's next invoice. */
export interface ExtraLine {
  readonly amount: number;
  readonly description: string;
}

export interface NewInvoice {
  readonly subscription: Stripe.Subscription;
  readonly amount: number;
  readonly period: Period;
  readonly price: Stripe.Price;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly extra?: readonly ExtraLine[];
}

export function newInvoice(id: string, created: number, known: NewInvoice): Stripe.Invoice {
  const { subscription, amount, period, reason, extra = [] } = known;
  const details = { metadata: subscription.metadata, subscription: subscription.id };
  const line = {
    ...{ id: `il_${id.slice(3)}`, object: 'line_item', amount, subtotal: amount, currency: 'usd', invoice: id, period },
    ...{ discountable: true, discounts: [], livemode: false, metadata: {}, quantity: 1, subscription: subscription.id },
    ...{ discount_amounts: [], description: null, taxes: [] },
    parent: {
      ...{ type: 'subscription_item_details', invoice_item_details: null },
      subscription_item_details: {
        ...{ invoice_item: null, proration: false, proration_details: null, subscription: subscription.id },
        subscription_item: subscription.items.data[0]?.id ?? '',
      },
    },
    pricing: {
      price_details: { price: known.price.id, product: String(known.price.product) },
      ...{ type: 'price_details', unit_amount_decimal: null },
    },
  };
  const extraLines = extra.map((item, index) => ({
    ...{ ...line, id: `${line.id}_${index}`, amount: item.amount, subtotal: item.amount, pricing: null },
    ...{ description: item.description, period: { start: created, end: created } },
    parent: {
      ...{ type: 'invoice_item_details', subscription_item_details: null },
      invoice_item_details: {
        ...{ invoice_item: `ii_${id.slice(3)}_${index}`, proration: false, proration_details: null },
        subscription: subscription.id,
      },
    },
  }));
  const total = extra.reduce((sum, item) => sum + item.amount, amount);
  const parent = { quote_details: null, subscription_details: details, type: 'subscription_details' };
  return {
    ...{ ...none, id, object: 'invoice', created, customer: subscription.customer, currency: 'usd', parent },
    ...{ amount_due: total, amount_paid: 0, amount_remaining: total, subtotal: total, total },
    ...{ starting_balance: 0, ending_balance: null },
    ...{ attempt_count: 0, attempted: false, auto_advance: true, next_payment_attempt: null, number: null },
    ...{ hosted_invoice_url: null, last_finalization_error: null },
    ...{ billing_reason: reason, status: 'draft' },
    // As at Stripe, the invoice's own period is in the past. The period of its line is the one that is paid for.
    ...{ collection_method: 'charge_automatically', period_start: created, period_end: created },
    lines: { object: 'list', data: [...extraLines, line], has_more: false, url: `/v1/invoices/${id}/lines` },
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  } as unknown as Stripe.Invoice;
}

export function newInvoicePayment(
  id: string,
  created: number,
  known: { invoice: string; intent: string; amount: number },
): Stripe.InvoicePayment {
  const { invoice, intent, amount } = known;
  return {
    ...{ id, object: 'invoice_payment', created, currency: 'usd', invoice, is_default: true, livemode: false },
    ...{ amount_paid: null, amount_requested: amount, status: 'open' },
    payment: { payment_intent: intent, type: 'payment_intent' },
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
