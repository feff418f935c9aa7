import type Stripe from 'stripe';
import { type ChargeLine, completeLines } from '../../../../contract/values/charge-lines.ts';
import type {
  PlanCard,
  ProviderInvoice,
  ProviderPayment,
  ProviderRefund,
  ProviderSubscription,
} from '../payment-provider.ts';
import { packageOf } from './catalog.ts';
import { idOf, timeOf } from './lists.ts';

/** Converts Stripe's objects to the types of payment-provider.ts. */

export function presentIntent(intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): ProviderPayment {
  const charge = expanded(intent.latest_charge);
  const paid = intent.status === 'succeeded' ? charge : null;
  const card = paid?.payment_method_details?.card;
  // Stripe lists the newest first, and counts whole seconds.
  const given = refunds.toReversed().map(presentRefund);
  given.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    amountCents: intent.amount,
    status: intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'canceled' : 'open',
    waitsFor: waitsFor(intent.status),
    refundedCents: given.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amountCents), 0),
    refunds: given,
    paymentMethod: idOf(intent.payment_method),
    card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
    paidAt: paid ? timeOf(paid.created) : null,
    lastError: presentError(intent.last_payment_error),
  };
}

function waitsFor(status: Stripe.PaymentIntent.Status): ProviderPayment['waitsFor'] {
  if (status === 'succeeded' || status === 'canceled') return null;
  if (status === 'requires_action') return 'customer';
  return status === 'requires_payment_method' || status === 'requires_confirmation' ? 'card' : 'bank';
}

function presentError(error: Stripe.PaymentIntent.LastPaymentError | null): ProviderPayment['lastError'] {
  if (!error) return null;
  const code = error.code ?? 'card_declined';
  return { code, declineCode: error.decline_code ?? code, message: error.message ?? 'Your card was declined.' };
}

function presentRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, amount, status, metadata, created, failure_reason: reason } = refund;
  const isFailed = status === 'failed' || status === 'canceled';
  return {
    id,
    amountCents: amount,
    status: isFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    failure: isFailed && reason ? reason.replaceAll('_', ' ') : null,
    idempotencyKey: metadata?.key ?? null,
    createdAt: timeOf(created),
  };
}

export function presentSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = itemOf(subscription);
  return {
    id: subscription.id,
    status: statusOf(subscription),
    packageType: packageOf(item.price),
    priceCents: item.price.unit_amount ?? 0,
    currentPeriodEnd: timeOf(item.current_period_end),
    endsAtPeriodEnd: !isEnded(subscription) && isEnding(subscription),
  };
}

/** Returns the only item of a plan's subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`);
  return item;
}

/** Returns true if the subscription has ended and can't be resumed. */
export function isEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Returns true if the subscription ends with its current period, set by us or by a person in Stripe's dashboard. */
export function isEnding(subscription: Stripe.Subscription): boolean {
  const { cancel_at_period_end, cancel_at } = subscription;
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= itemOf(subscription).current_period_end);
}

/** Returns true if the subscription is paused, by us or in the newer way that Stripe's dashboard uses. */
export function isPaused({ pause_collection, status }: Stripe.Subscription): boolean {
  return pause_collection !== null || status === 'paused';
}

function statusOf(subscription: Stripe.Subscription): ProviderSubscription['status'] {
  if (isEnded(subscription)) return 'canceled';
  if (subscription.status === 'incomplete') return 'incomplete';
  if (isPaused(subscription)) return 'paused';
  return subscription.status === 'past_due' || subscription.status === 'unpaid' ? 'past_due' : 'active';
}

export function presentInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const period = periodOf(invoice);
  const { status_transitions: times } = invoice;
  return {
    id: invoice.id,
    intentId: intentOf(invoice),
    packageType: packageOf(ownLineOf(invoice)?.pricing?.price_details),
    amountCents: invoice.amount_due,
    totalCents: invoice.total,
    planCents: planCentsOf(invoice),
    lines: linesOf(invoice),
    // A draft has used none of the balance yet. A written-off invoice keeps what it used until it is void.
    creditCents: invoice.status === 'void' || invoice.status === 'draft' ? 0 : invoice.total - invoice.amount_due,
    status: invoiceStatusOf(invoice),
    draftError: invoiceStatusOf(invoice) === 'draft' ? draftErrorOf(invoice) : null,
    payUrl: invoice.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null,
    isFirst: invoice.billing_reason === 'subscription_create',
    periodStart: timeOf(period.start),
    periodEnd: timeOf(period.end),
    paidAt: times.paid_at === null ? null : timeOf(times.paid_at),
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt === null ? null : timeOf(invoice.next_payment_attempt),
    createdAt: timeOf(invoice.created),
  };
}

/** Returns null for a payment method that isn't a card. */
export function presentCard({ card }: Stripe.PaymentMethod): PlanCard | null {
  return card ? { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } : null;
}

/** The metadata key of a draft that must never be finalized (owed.ts). */
export const forgivenMark = 'forgiven';

function invoiceStatusOf({ status, metadata }: Stripe.Invoice): ProviderInvoice['status'] {
  if (status === 'draft' && metadata?.[forgivenMark] !== undefined) return 'void';
  const known = { draft: 'draft', open: 'open', paid: 'paid' } as const;
  return known[status as keyof typeof known] ?? 'void';
}

function draftErrorOf({ last_finalization_error: error }: Stripe.Invoice): string | null {
  return error ? (error.message ?? error.code ?? error.type) : null;
}

/** Returns the period that an invoice charges for, in Unix seconds. */
export function periodOf(invoice: Stripe.Invoice): { start: number; end: number } {
  return ownLineOf(invoice)?.period ?? { start: invoice.period_start, end: invoice.period_end };
}

/**
 * Returns the line of the charged month: the latest of the lines that the subscription's item made. A person may have
 * added other lines by hand, which can name the subscription too.
 */
function ownLineOf(invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  const own = invoice.lines.data.filter(({ parent, subscription }) => {
    const item = parent?.subscription_item_details;
    return subscription !== null && (!parent || (item && !item.proration));
  });
  return own.toSorted((one, other) => other.period.end - one.period.end)[0];
}

/** Returns what the month costs after its discounts, without lines for anything else. */
function planCentsOf(invoice: Stripe.Invoice): number {
  const line = ownLineOf(invoice);
  return line ? costOf(line) : invoice.total;
}

function costOf({ amount, discount_amounts }: Stripe.InvoiceLineItem): number {
  return amount - sumOf(discount_amounts);
}

/** Returns the parts of the invoice's total, the month first. Lines that a person added, and prorations, are `other`. */
function linesOf(invoice: Stripe.Invoice): readonly ChargeLine[] {
  const own = ownLineOf(invoice);
  const others = invoice.lines.data.filter((line) => line !== own);
  const lines = [...(own ? [own] : []), ...others].map((line): ChargeLine => {
    const inclusive = sumOf(line.taxes?.filter(({ tax_behavior }) => tax_behavior === 'inclusive'));
    return {
      kind: line === own ? 'plan-month' : 'other',
      // A line of 0 pieces charges nothing.
      quantity: line.quantity || 1,
      cents: costOf(line) - inclusive,
      taxCents: sumOf(line.taxes),
    };
  });
  // An invoice of many lines comes with its first ones only.
  return completeLines(lines, invoice.total);
}

function sumOf(parts: readonly { amount: number }[] | null | undefined): number {
  return (parts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns the id of the intent that pays an invoice (read with its `payments`); null when something else pays it. An
 * invoice that a person marked as paid still has its original intent, which has charged nothing and isn't returned.
 */
export function intentOf(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const paid = payments.find((one) => one.status === 'paid');
  const meant = invoice.status === 'paid' ? undefined : (payments.find((one) => one.is_default) ?? payments[0]);
  return idOf((paid ?? meant)?.payment.payment_intent);
}

/** Returns the expanded object of a reference; null when Stripe sent only its id. */
export function expanded<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === 'object' ? value : null;
}
