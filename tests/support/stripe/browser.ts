import type Stripe from 'stripe';
import { changeBalance } from './balance.ts';
import {
  chargeCard,
  closeDispute,
  failRefund,
  fillBalance,
  finishRefund,
  openDispute,
  type RefundFailure,
} from './bank.ts';
import type { StripeBooks } from './books.ts';
import { StripeFault } from './faults.ts';
import {
  beginPeriod,
  endDraftHour,
  endSubscription,
  failToFinalize,
  isEnded,
  markPaid,
  payInvoice,
  retry,
  voidInvoice,
  writeOff,
} from './months.ts';
import { cancelIntent, liveCustomer, saveCard, unexpected } from './pay.ts';
import { replaceOnTrial } from './plans.ts';

/** A result of Stripe.js: the object or an error. */
export interface BrowserResult {
  paymentIntent?: Stripe.PaymentIntent;
  setupIntent?: Stripe.SetupIntent;
  error?: StripeFault['body']['error'];
}

const unconfirmed = 'We are unable to authenticate your payment method. Please choose a different payment method.';

/**
 * Returns what happens at Stripe without our server: card forms, the calendar, the bank, people in the dashboard. Cards
 * are given by their test ids (`pm_card_visa`; `pm_card_authenticationRequired` needs a confirmation).
 */
export function stripeBrowser(books: StripeBooks) {
  function intentOf(clientSecret: string): Stripe.PaymentIntent {
    const intent = [...books.intents.values()].find((one) => one.client_secret === clientSecret);
    if (!intent) throw new Error(`no intent has the secret ${clientSecret}`);
    return intent;
  }

  function subscriptionOf(id: string): Stripe.Subscription {
    const subscription = books.subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  }

  function charge(intent: Stripe.PaymentIntent, card: Parameters<typeof payInvoice>[2]): BrowserResult {
    const invoiceId = [...books.payments.values()].find((one) => one.payment.payment_intent === intent.id)?.invoice;
    const invoice = books.invoices.get(String(invoiceId));
    try {
      if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'confirm');
      if (invoice) payInvoice(books, invoice, card, 'by hand');
      else chargeCard(books, intent, card);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      // A status that asks for a confirmation is no error: the form continues with it.
      if (intent.status !== 'requires_action') return { error: error.body.error };
    }
    return { paymentIntent: structuredClone(intent) };
  }

  /**
   * Confirms the payment as the cardholder, or refuses it, which leaves the intent open. A confirmation counts once.
   */
  function completeAction(clientSecret: string, isConfirmed: boolean): BrowserResult {
    const intent = intentOf(clientSecret);
    const card = books.card(String(intent.payment_method));
    const code = 'payment_intent_authentication_failure';
    const { behavior } = card;
    card.behavior = isConfirmed ? 'pays' : { code, decline_code: code, message: unconfirmed };
    const result = charge(intent, card);
    // The bank asks again next time.
    if (isConfirmed) card.behavior = behavior;
    return result;
  }

  return {
    confirmPayment: (clientSecret: string, testCard: string): BrowserResult =>
      charge(intentOf(clientSecret), books.newCard(testCard)),

    completeAction,

    confirmSetup(clientSecret: string, testCard: string): BrowserResult {
      const setup = [...books.setupIntents.values()].find((one) => one.client_secret === clientSecret);
      if (!setup) throw new Error(`no setup intent has the secret ${clientSecret}`);
      try {
        saveCard(setup, books.newCard(testCard));
        return { setupIntent: structuredClone(setup) };
      } catch (error) {
        if (error instanceof StripeFault) return { error: error.body.error };
        throw error;
      }
    },

    /** Confirms at the bank, as the cardholder, that a card may be saved, or refuses. */
    completeSetup(clientSecret: string, isConfirmed: boolean): BrowserResult {
      const setup = [...books.setupIntents.values()].find((one) => one.client_secret === clientSecret);
      if (setup?.status !== 'requires_action') throw new Error(`nothing is to be confirmed for ${clientSecret}`);
      if (isConfirmed) {
        setup.status = 'succeeded';
        return { setupIntent: structuredClone(setup) };
      }
      Object.assign(setup, { status: 'requires_payment_method', payment_method: null });
      const code = 'setup_intent_authentication_failure';
      return { error: { type: 'invalid_request_error', code, message: unconfirmed } };
    },

    retrieve: (clientSecret: string): BrowserResult => ({ paymentIntent: structuredClone(intentOf(clientSecret)) }),

    /** Ends the current month of a subscription. Moves the stand-in's clock. */
    endPeriod(subscriptionId: string): void {
      const invoice = beginPeriod(books, subscriptionOf(subscriptionId));
      if (invoice) endDraftHour(books, invoice);
    },

    /** The first half of `endPeriod`: begins the next month and drafts its invoice. */
    beginPeriod(subscriptionId: string): void {
      beginPeriod(books, subscriptionOf(subscriptionId));
    },

    /** The second half of `endPeriod`, an hour later: charges the invoice if it is still a draft. */
    endDraftHour(subscriptionId: string): void {
      const { latest_invoice: id } = subscriptionOf(subscriptionId);
      const invoice = books.invoices.get(String(id));
      if (invoice) endDraftHour(books, invoice);
    },

    /** Makes the second half of `endPeriod` fail: the invoice stays a draft. */
    failToFinalize(subscriptionId: string, message: string): void {
      const invoice = books.invoices.get(String(subscriptionOf(subscriptionId).latest_invoice));
      if (invoice?.status !== 'draft') throw new Error(`no draft of ${subscriptionId}`);
      failToFinalize(books, invoice, message);
    },

    /** Pays an invoice on Stripe's own page as the customer, and confirms the payment at the bank if it asks. */
    payHosted(url: string, testCard: string): BrowserResult {
      const invoice = [...books.invoices.values()].find((one) => one.hosted_invoice_url === url);
      const intent = books.intents.get(String(books.payments.get(String(invoice?.id))?.payment.payment_intent));
      if (invoice?.status !== 'open' || !intent) throw new Error(`nothing can be paid at ${url}`);
      const result = charge(intent, books.newCard(testCard));
      return intent.status === 'requires_action' ? completeAction(intent.client_secret ?? '', true) : result;
    },

    /** Pauses a plan in the dashboard: only its collection, or (the newer feature) all of it. */
    pauseByHand(subscriptionId: string, what: 'collecting' | 'all'): void {
      const subscription = subscriptionOf(subscriptionId);
      if (what === 'all') subscription.status = 'paused';
      else subscription.pause_collection = { behavior: 'void', resumes_at: null };
      books.emit(what === 'all' ? 'customer.subscription.paused' : 'customer.subscription.updated', subscription);
    },

    /** Adds a line to a subscription's next invoice in the dashboard. */
    addLine(subscriptionId: string, amount: number, description = 'Extra bags'): void {
      const { id } = subscriptionOf(subscriptionId);
      books.extraLines.set(id, [...(books.extraLines.get(id) ?? []), { amount, description }]);
    },

    /** Gives a customer a credit in the dashboard, which pays the next invoices. */
    giveCredit(customerId: string, cents: number): void {
      changeBalance(books, liveCustomer(books, customerId), -cents, { type: 'adjustment' });
    },

    /** Gives a customer a 100% coupon in the dashboard. */
    giveCoupon(customerId: string): void {
      liveCustomer(books, customerId).discount = { object: 'discount' } as Stripe.Discount;
    },

    /** Deletes a customer in the dashboard, which ends their plans. */
    deleteCustomer(id: string): void {
      for (const one of books.subscriptions.values()) {
        if (one.customer === id && !isEnded(one)) endSubscription(books, one, 'canceled');
      }
      books.customers.set(id, { id, object: 'customer', deleted: true });
    },

    /** Ends a plan in the dashboard. */
    endPlan(subscriptionId: string): void {
      endSubscription(books, subscriptionOf(subscriptionId), 'canceled');
    },

    /** Lets a plan end with its period in the dashboard, or on a date (seconds). */
    endLater(subscriptionId: string, cancelAt: number | 'period end'): void {
      const subscription = subscriptionOf(subscriptionId);
      const cancel_at = cancelAt === 'period end' ? subscription.items.data[0]?.current_period_end : cancelAt;
      Object.assign(subscription, { cancel_at, cancel_at_period_end: cancelAt === 'period end' });
      books.emit('customer.subscription.updated', subscription);
    },

    /** Replaces an ended plan as earlier versions of the app did. Returns the successor's id. */
    replaceOnTrial: (endedId: string): string => replaceOnTrial(books, subscriptionOf(endedId)).id,

    /** Marks an open invoice as uncollectible in the dashboard. */
    writeOff(invoiceId: string): void {
      const invoice = books.invoices.get(invoiceId);
      if (invoice?.status !== 'open') throw new Error(`no open invoice ${invoiceId}`);
      writeOff(books, invoice);
    },

    /** Voids an open or written-off invoice in the dashboard. */
    voidInvoice(invoiceId: string): void {
      const invoice = books.invoices.get(invoiceId);
      if (invoice?.status !== 'open' && invoice?.status !== 'uncollectible')
        throw new Error(`no open invoice ${invoiceId}`);
      voidInvoice(books, invoice);
    },

    /** Marks a plan's latest invoice as paid in the dashboard. Nothing is charged, and its intent is canceled. */
    markAsPaid(subscriptionId: string): void {
      const invoice = books.invoices.get(String(subscriptionOf(subscriptionId).latest_invoice));
      const payment = books.payments.get(String(invoice?.id));
      const intent = books.intents.get(String(payment?.payment.payment_intent));
      if (invoice?.status !== 'open' || !payment || !intent) throw new Error(`nothing is owed for ${subscriptionId}`);
      cancelIntent(books, intent);
      markPaid(books, invoice);
      Object.assign(payment, { status: 'canceled', amount_paid: null });
    },

    /** Retries the saved card on a declined invoice, as Stripe does after some days. */
    retryInvoice(invoiceId: string): void {
      const invoice = books.invoices.get(invoiceId);
      if (invoice?.status !== 'open') throw new Error(`no open invoice ${invoiceId}`);
      retry(books, invoice);
    },

    /** Makes a subscription's saved card behave like this test card from now on. */
    spoilCard(subscriptionId: string, testCard: string): void {
      const subscription = books.subscriptions.get(subscriptionId);
      books.card(String(subscription?.default_payment_method)).behavior = books.newCard(testCard).behavior;
    },

    /** Disputes a charge as the cardholder. */
    dispute(intentId: string, status: Stripe.Dispute.Status = 'needs_response'): Stripe.Dispute {
      const charged = books.charges.get(String(books.intents.get(intentId)?.latest_charge));
      if (!charged) throw new Error(`nothing was charged by ${intentId}`);
      return openDispute(books, charged, status);
    },

    /** Decides a dispute as the bank. */
    closeDispute: (id: string, status: 'won' | 'lost'): void => closeDispute(books, id, status),

    /** Makes a refund that waits reach the cardholder. */
    finishRefund: (refundId: string): void => finishRefund(books, refundId),

    /** Makes a refund fail at the bank, before or after it seemed to have reached the cardholder. */
    failRefund: (refundId: string, reason: RefundFailure = 'lost_or_stolen_card'): void =>
      failRefund(books, refundId, reason),

    /** Pays money into our balance. */
    fillBalance: (): void => fillBalance(books),
  };
}
