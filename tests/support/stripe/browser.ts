import type Stripe from 'stripe';
import type { StripeBooks } from './books.ts';
import { missing, StripeFault } from './faults.ts';
import {
  beginPeriod,
  endDraftHour,
  endSubscription,
  isEnded,
  markPaid,
  payInvoice,
  retry,
  writeOff,
} from './months.ts';
import { newDispute } from './objects.ts';
import { cancelIntent, liveCustomer, saveCard, setRefunded, unexpected } from './pay.ts';

/** As Stripe.js answers: the thing, or why not. */
export interface BrowserResult {
  paymentIntent?: Stripe.PaymentIntent;
  setupIntent?: Stripe.SetupIntent;
  error?: StripeFault['body']['error'];
}

/**
 * What happens at Stripe without our server: a person at the card form, the calendar, the bank. Cards are named by their test
 * ids (`pm_card_visa`; `pm_card_authenticationRequired` wants a confirmation).
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
      else books.charge(intent, card);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      // A confirmation is asked for by the status, not by an error: the form goes on with it.
      if (intent.status !== 'requires_action') return { error: error.body.error };
    }
    return { paymentIntent: structuredClone(intent) };
  }

  return {
    confirmPayment: (clientSecret: string, testCard: string): BrowserResult =>
      charge(intentOf(clientSecret), books.newCard(testCard)),

    /** The person answers the bank's question: yes pays, no leaves the intent open. */
    completeAction(clientSecret: string, isConfirmed: boolean): BrowserResult {
      const intent = intentOf(clientSecret);
      const card = books.card(String(intent.payment_method));
      const message = 'We are unable to authenticate your payment method. Please choose a different payment method.';
      const code = 'payment_intent_authentication_failure';
      card.behavior = isConfirmed ? 'pays' : { code, decline_code: code, message };
      return charge(intent, card);
    },

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

    retrieve: (clientSecret: string): BrowserResult => ({ paymentIntent: structuredClone(intentOf(clientSecret)) }),

    /** The calendar: the month of a subscription is over. The clock of the stand-in goes along. */
    endPeriod(subscriptionId: string): void {
      const invoice = beginPeriod(books, subscriptionOf(subscriptionId));
      if (invoice) endDraftHour(books, invoice);
    },

    /** The first half of that: the next month has begun, and its invoice is a draft. */
    beginPeriod(subscriptionId: string): void {
      beginPeriod(books, subscriptionOf(subscriptionId));
    },

    /** The second half, an hour later: what is a draft still is charged. */
    endDraftHour(subscriptionId: string): void {
      const { latest_invoice: id } = subscriptionOf(subscriptionId);
      const invoice = books.invoices.get(String(id));
      if (invoice) endDraftHour(books, invoice);
    },

    /** Somebody pauses a plan in Stripe's own screens: its collecting, or the newer way, all of it. */
    pauseByHand(subscriptionId: string, what: 'collecting' | 'all'): void {
      const subscription = subscriptionOf(subscriptionId);
      if (what === 'all') subscription.status = 'paused';
      else subscription.pause_collection = { behavior: 'void', resumes_at: null };
      books.emit(what === 'all' ? 'customer.subscription.paused' : 'customer.subscription.updated', subscription);
    },

    /** Somebody gives a customer a credit in Stripe's own screens; it pays the next invoices. */
    giveCredit(customerId: string, cents: number): void {
      liveCustomer(books, customerId).balance -= cents;
    },

    /** Somebody gives a customer a coupon there that takes off everything. */
    giveCoupon(customerId: string): void {
      liveCustomer(books, customerId).discount = { object: 'discount' } as Stripe.Discount;
    },

    /** Somebody deletes a customer there, which ends their plans. */
    deleteCustomer(id: string): void {
      for (const one of books.subscriptions.values()) {
        if (one.customer === id && !isEnded(one)) endSubscription(books, one, 'canceled');
      }
      books.customers.set(id, { id, object: 'customer', deleted: true });
    },

    /** Somebody ends a plan there. */
    endPlan(subscriptionId: string): void {
      endSubscription(books, subscriptionOf(subscriptionId), 'canceled');
    },

    /** Somebody gives an open invoice up in Stripe's own screens. */
    writeOff(invoiceId: string): void {
      const invoice = books.invoices.get(invoiceId);
      if (invoice?.status !== 'open') throw new Error(`no open invoice ${invoiceId}`);
      writeOff(books, invoice);
    },

    /** Somebody marks the latest month of a plan as paid there: nothing is charged, and its intent is of no use any more. */
    markAsPaid(subscriptionId: string): void {
      const invoice = books.invoices.get(String(subscriptionOf(subscriptionId).latest_invoice));
      const payment = books.payments.get(String(invoice?.id));
      const intent = books.intents.get(String(payment?.payment.payment_intent));
      if (invoice?.status !== 'open' || !payment || !intent) throw new Error(`nothing is owed for ${subscriptionId}`);
      cancelIntent(books, intent);
      markPaid(books, invoice);
      Object.assign(payment, { status: 'canceled', amount_paid: null });
    },

    /** Some days later Stripe tries the saved card on a refused invoice again. */
    retryInvoice(invoiceId: string): void {
      const invoice = books.invoices.get(invoiceId);
      if (invoice?.status !== 'open') throw new Error(`no open invoice ${invoiceId}`);
      retry(books, invoice);
    },

    /** From now on the bank refuses the card that a subscription is charged to, or wants its owner. */
    spoilCard(subscriptionId: string, testCard: string): void {
      const subscription = books.subscriptions.get(subscriptionId);
      books.card(String(subscription?.default_payment_method)).behavior = books.newCard(testCard).behavior;
    },

    /** The owner of the card calls a charge unknown to them. */
    dispute(intentId: string, status: Stripe.Dispute.Status = 'needs_response'): Stripe.Dispute {
      const intent = books.intents.get(intentId);
      const charged = books.charges.get(String(intent?.latest_charge));
      if (!charged) throw new Error(`nothing was charged by ${intentId}`);
      const known = { amount: charged.amount, charge: charged.id, payment_intent: intentId, status };
      const dispute = newDispute(books.newId('dp'), books.now(), known);
      books.disputes.set(dispute.id, dispute);
      charged.disputed = true;
      books.emit('charge.dispute.created', dispute);
      return dispute;
    },

    /** The bank has decided. */
    closeDispute(id: string, status: 'won' | 'lost'): void {
      const dispute = books.disputes.get(id) ?? books.fail(missing('dispute', id));
      dispute.status = status;
      books.emit('charge.dispute.closed', dispute);
    },

    /** The bank sends a refund back. */
    failRefund(refundId: string): void {
      const refund = books.refunds.get(refundId);
      const given = books.charges.get(String(refund?.charge));
      if (!refund || !given) throw new Error(`no refund ${refundId}`);
      Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
      setRefunded(given, given.amount_refunded - refund.amount);
      books.emit('refund.failed', refund);
    },
  };
}
