import type Stripe from 'stripe';
import type { StripeBooks } from './books.ts';
import { StripeFault } from './faults.ts';
import { newDispute } from './objects.ts';
import { saveCard, setRefunded, unexpected } from './pay.ts';
import { payInvoice, renew, retry } from './plans.ts';

/** As Stripe.js answers: the thing, or why not. */
export interface BrowserAnswer {
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

  function charge(intent: Stripe.PaymentIntent, card: Parameters<typeof payInvoice>[2]): BrowserAnswer {
    const invoiceId = [...books.payments.values()].find((one) => one.payment.payment_intent === intent.id)?.invoice;
    const invoice = books.invoices.get(String(invoiceId));
    try {
      if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'confirm');
      if (invoice) payInvoice(books, invoice, card);
      else books.charge(intent, card);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      // A confirmation is asked for by the status, not by an error: the form goes on with it.
      if (intent.status !== 'requires_action') return { error: error.body.error };
    }
    return { paymentIntent: structuredClone(intent) };
  }

  return {
    confirmPayment: (clientSecret: string, testCard: string): BrowserAnswer =>
      charge(intentOf(clientSecret), books.newCard(testCard)),

    /** The person answers the bank's question: yes pays, no leaves the intent open. */
    completeAction(clientSecret: string, isConfirmed: boolean): BrowserAnswer {
      const intent = intentOf(clientSecret);
      const card = books.card(String(intent.payment_method));
      const message = 'We are unable to authenticate your payment method. Please choose a different payment method.';
      const code = 'payment_intent_authentication_failure';
      card.behavior = isConfirmed ? 'pays' : { code, decline_code: code, message };
      return charge(intent, card);
    },

    confirmSetup(clientSecret: string, testCard: string): BrowserAnswer {
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

    retrieve: (clientSecret: string): BrowserAnswer => ({ paymentIntent: structuredClone(intentOf(clientSecret)) }),

    /** The calendar: the month of a subscription is over. The clock of the stand-in goes along. */
    endPeriod(subscriptionId: string): void {
      const subscription = books.subscriptions.get(subscriptionId);
      if (!subscription) throw new Error(`no subscription ${subscriptionId}`);
      renew(books, subscription);
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
