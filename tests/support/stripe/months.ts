import type Stripe from 'stripe';
import { nextMonth } from '../../../contract/values/plan/billing-months.ts';
import { applyBalance, returnBalance } from './balance.ts';
import { chargeCard } from './bank.ts';
import type { SavedCard, StripeBooks } from './books.ts';
import { invalid, missing, StripeFault } from './faults.ts';
import { type NewInvoice, newIntent, newInvoice, newInvoicePayment } from './objects.ts';
import { cancelIntent } from './pay.ts';

/** The months of a subscription at Stripe: its invoices, their payments, and the calendar. */

/** How long a month's invoice stays a draft before it is charged. */
const draftSeconds = 60 * 60;

/** Drafts the invoice of a period. */
export function bill(
  books: StripeBooks,
  subscription: Stripe.Subscription,
  known: Omit<NewInvoice, 'subscription' | 'extra'>,
): Stripe.Invoice {
  // The invoice of a trial is for $0 and takes no waiting lines.
  const extra = known.amount > 0 ? (books.extraLines.get(subscription.id) ?? []) : [];
  if (extra.length > 0) books.extraLines.delete(subscription.id);
  const invoice = newInvoice(books.newId('in'), books.now(), { subscription, extra, ...known });
  books.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  books.emit('invoice.created', invoice);
  return invoice;
}

/** Opens an invoice and makes its intent. */
export function finalize(books: StripeBooks, invoice: Stripe.Invoice): void {
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = books.now();
  invoice.hosted_invoice_url = `https://invoice.stripe.com/i/acct_standin/test_${invoice.id.slice(3)}`;
  applyBalance(books, invoice);
  const amount = invoice.amount_due;
  if (amount > 0) {
    const intent = newIntent(books.newId('pi'), books.now(), { amount, customer: invoice.customer as string });
    books.intents.set(intent.id, intent);
    const link = { invoice: invoice.id, intent: intent.id, amount };
    books.payments.set(invoice.id, newInvoicePayment(books.newId('inpay'), books.now(), link));
  }
  books.emit('invoice.finalized', invoice);
}

/** Charges an open invoice. Throws a 402 when the card is declined. Only Stripe's own retries count as another attempt. */
export function payInvoice(
  books: StripeBooks,
  invoice: Stripe.Invoice,
  card: SavedCard,
  who: 'by hand' | 'by itself',
): void {
  const intent = books.intents.get(String(books.payments.get(invoice.id)?.payment.payment_intent));
  if (!intent) throw invalid('This invoice has no intent.');
  if (!invoice.attempted || who === 'by itself') invoice.attempt_count += 1;
  invoice.attempted = true;
  try {
    chargeCard(books, intent, card);
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

export function markPaid(books: StripeBooks, invoice: Stripe.Invoice): void {
  const now = books.now();
  const paid = { status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0, next_payment_attempt: null };
  Object.assign(invoice, paid);
  invoice.status_transitions.paid_at = now;
  const payment = books.payments.get(invoice.id);
  if (payment) Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
  books.emit('invoice.paid', invoice);
  const subscription = aSubscription(books, subscriptionOf(invoice));
  if (subscription.status === 'incomplete') setStatus(books, subscription, 'active');
  clearPastDue(books, invoice);
}

export function voidInvoice(books: StripeBooks, invoice: Stripe.Invoice): void {
  Object.assign(invoice, { status: 'void', next_payment_attempt: null });
  returnBalance(books, invoice);
  invoice.status_transitions.voided_at = books.now();
  const intent = books.intents.get(String(books.payments.get(invoice.id)?.payment.payment_intent));
  if (intent && intent.status !== 'canceled') cancelIntent(books, intent);
  books.emit('invoice.voided', invoice);
  const subscription = aSubscription(books, subscriptionOf(invoice));
  if (subscription.status === 'incomplete') {
    if (books.voidedFirstRuns) setStatus(books, subscription, 'active');
    else endSubscription(books, subscription, 'incomplete_expired');
  }
  clearPastDue(books, invoice);
}

/** Marks an invoice as uncollectible. */
export function writeOff(books: StripeBooks, invoice: Stripe.Invoice): void {
  Object.assign(invoice, { status: 'uncollectible', next_payment_attempt: null });
  books.emit('invoice.marked_uncollectible', invoice);
  clearPastDue(books, invoice);
}

/**
 * Makes a past-due subscription active when its latest invoice is no longer owed. Older open invoices don't make it
 * past due.
 */
function clearPastDue(books: StripeBooks, invoice: Stripe.Invoice): void {
  const subscription = aSubscription(books, subscriptionOf(invoice));
  const isLatest = subscription.latest_invoice === invoice.id;
  if (isLatest && subscription.status === 'past_due') setStatus(books, subscription, 'active');
}

function setStatus(books: StripeBooks, subscription: Stripe.Subscription, status: Stripe.Subscription.Status): void {
  subscription.status = status;
  books.emit('customer.subscription.updated', subscription);
}

export function endSubscription(
  books: StripeBooks,
  subscription: Stripe.Subscription,
  status: 'canceled' | 'incomplete_expired',
): void {
  const now = books.now();
  Object.assign(subscription, { status, canceled_at: subscription.canceled_at ?? now, ended_at: now });
  books.emit('customer.subscription.deleted', subscription);
}

/**
 * Ends the period and drafts the next invoice, which is charged an hour later. Ends a plan that is set to end with its
 * period.
 */
export function beginPeriod(books: StripeBooks, subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const [item] = subscription.items.data;
  const isStill = isEnded(subscription) || subscription.status === 'incomplete' || subscription.status === 'paused';
  if (!item || isStill) return undefined;
  books.aheadSeconds += Math.max(0, item.current_period_end - books.now());
  if (subscription.cancel_at !== null && subscription.cancel_at <= item.current_period_end) {
    endSubscription(books, subscription, 'canceled');
    return undefined;
  }
  const period = {
    start: item.current_period_end,
    end: monthAfter(item.current_period_end, subscription.billing_cycle_anchor),
  };
  Object.assign(item, { current_period_start: period.start, current_period_end: period.end });
  setStatus(books, subscription, subscription.status === 'trialing' ? 'active' : subscription.status);
  const amount = item.price.unit_amount ?? 0;
  const invoice = bill(books, subscription, { amount, period, price: item.price, reason: 'subscription_cycle' });
  if (subscription.pause_collection) {
    finalize(books, invoice);
    voidInvoice(books, invoice);
  }
  return invoice;
}

/**
 * Resets the billing cycle: a month begins now and is charged immediately. Throws a 402 without changing the
 * subscription when the card is declined (`error_if_incomplete`).
 */
export function beginMonthNow(books: StripeBooks, subscription: Stripe.Subscription): void {
  const before = structuredClone(subscription);
  const [item] = subscription.items.data;
  if (!item) throw invalid('This subscription has no item.');
  const now = books.now();
  const period = { start: now, end: monthAfter(now) };
  Object.assign(subscription, { billing_cycle_anchor: now, trial_start: null, trial_end: null });
  Object.assign(item, { current_period_start: period.start, current_period_end: period.end });
  const amount = item.price.unit_amount ?? 0;
  const invoice = bill(books, subscription, { amount, period, price: item.price, reason: 'subscription_update' });
  finalize(books, invoice);
  if (subscription.pause_collection || invoice.amount_due === 0) {
    if (subscription.pause_collection) voidInvoice(books, invoice);
    else markPaid(books, invoice);
    return;
  }
  try {
    payInvoice(books, invoice, books.card(String(subscription.default_payment_method)), 'by itself');
    subscription.status = 'active';
  } catch (error) {
    // The refused month leaves no invoice.
    Object.assign(subscription, before);
    voidInvoice(books, invoice);
    books.payments.delete(invoice.id);
    books.invoices.delete(invoice.id);
    throw error;
  }
}

/** Starts a trial within a subscription, which moves the end of its period. Its invoice is for $0. */
export function beginTrial(books: StripeBooks, subscription: Stripe.Subscription, trialEnd: number): void {
  const [item] = subscription.items.data;
  const now = books.now();
  if (!item) throw invalid('This subscription has no item.');
  if (trialEnd <= now) throw invalid('trial_end must be in the future.', { param: 'trial_end' });
  if (subscription.status !== 'active' && subscription.status !== 'trialing') {
    throw invalid('This stand-in starts a trial only in an active subscription.', { param: 'trial_end' });
  }
  const period = { start: now, end: trialEnd };
  Object.assign(subscription, { billing_cycle_anchor: trialEnd, trial_start: now, trial_end: trialEnd });
  Object.assign(subscription, {
    status: 'trialing',
    ...(subscription.cancel_at_period_end && { cancel_at: trialEnd }),
  });
  Object.assign(item, { current_period_start: period.start, current_period_end: period.end });
  const invoice = bill(books, subscription, { amount: 0, period, price: item.price, reason: 'subscription_update' });
  finalize(books, invoice);
  if (subscription.pause_collection) voidInvoice(books, invoice);
  else markPaid(books, invoice);
}

/** Charges the invoice if it is still a draft, even if the plan was cancelled or paused meanwhile. */
export function endDraftHour(books: StripeBooks, invoice: Stripe.Invoice): void {
  books.aheadSeconds += Math.max(0, invoice.created + draftSeconds - books.now());
  if (invoice.status !== 'draft' || !invoice.auto_advance) return;
  finalize(books, invoice);
  if (invoice.amount_due === 0) markPaid(books, invoice);
  else retry(books, invoice);
}

/** Fails to finalize a draft, as when its taxes cannot be computed. It stays a draft. */
export function failToFinalize(books: StripeBooks, invoice: Stripe.Invoice, message: string): void {
  const error = { type: 'invalid_request_error', code: 'customer_tax_location_invalid', message };
  Object.assign(invoice, { last_finalization_error: error, auto_advance: false });
  books.emit('invoice.finalization_failed', invoice);
}

/** Retries the saved card on an open invoice, as Stripe does after some days. */
export function retry(books: StripeBooks, invoice: Stripe.Invoice): void {
  const subscription = aSubscription(books, subscriptionOf(invoice));
  try {
    payInvoice(books, invoice, books.card(String(subscription.default_payment_method)), 'by itself');
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    invoice.next_payment_attempt = books.now() + 3 * 24 * 60 * 60;
    if (subscription.latest_invoice === invoice.id && !isEnded(subscription))
      setStatus(books, subscription, 'past_due');
  }
}

export function aSubscription(books: StripeBooks, id: string): Stripe.Subscription {
  return books.subscriptions.get(id) ?? books.fail(missing('subscription', id));
}

export function anInvoice(books: StripeBooks, id: string): Stripe.Invoice {
  return books.invoices.get(id) ?? books.fail(missing('invoice', id));
}

export function subscriptionOf(invoice: Stripe.Invoice): string {
  return String(invoice.parent?.subscription_details?.subscription);
}

export function isEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Returns the time one month later (seconds), on the day of the month that the plan's billing is anchored to. */
export function monthAfter(seconds: number, anchor = seconds): number {
  return nextMonth(new Date(seconds * 1000), new Date(anchor * 1000).getUTCDate()).getTime() / 1000;
}
