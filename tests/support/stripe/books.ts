import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { bankTestCards, lastDigitsOfTestCard, testCards } from '../../../contract/payments.ts';
import { missing, StripeFault } from './faults.ts';
import { type ExtraLine, newCharge, visa } from './objects.ts';

/** How a saved card behaves when it is charged. `authentication` needs its owner's confirmation. */
export type CardBehavior = 'pays' | 'authentication' | { code: string; decline_code: string; message: string };

const { successful: _pays, ...refusing } = testCards;

const declines: Record<keyof typeof refusing, [code: string, declineCode: string, message: string]> = {
  declined: ['card_declined', 'generic_decline', 'Your card was declined.'],
  expired: ['expired_card', 'expired_card', 'Your card has expired.'],
  insufficientFunds: ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  cvcFailed: ['incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  processingError: [
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  fraudulent: ['card_declined', 'fraudulent', 'Your card was declined.'],
};

/** A second card that pays, told apart by its digits. */
const otherCard = 'pm_card_mastercard';

function behaviorOf(testCard: string): CardBehavior {
  const paying: string[] = [testCards.successful, ...Object.values(bankTestCards)].map((card) => card.paymentMethodId);
  if (paying.includes(testCard) || testCard === otherCard) return 'pays';
  if (testCard === 'pm_card_authenticationRequired') return 'authentication';
  for (const [name, [code, decline_code, message]] of Object.entries(declines)) {
    const card = testCards[name as keyof typeof testCards];
    if (card.paymentMethodId === testCard) return { code, decline_code, message };
  }
  throw missing('PaymentMethod', testCard, 'payment_method');
}

export interface SavedCard {
  readonly id: string;
  readonly testCard: string;
  readonly last4: string;
  behavior: CardBehavior;
}

/** The stand-in's data, newest last, and the operations that its parts share. */
export class StripeBooks {
  readonly customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly setupIntents = new Map<string, Stripe.SetupIntent>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  /** Payments by invoice. */
  readonly payments = new Map<string, Stripe.InvoicePayment>();
  readonly balanceTransactions = new Map<string, Stripe.CustomerBalanceTransaction>();
  readonly cards = new Map<string, SavedCard>();
  /** The lines that wait for a subscription's next invoice, by subscription. */
  readonly extraLines = new Map<string, ExtraLine[]>();
  readonly events: Stripe.Event[] = [];
  /** How far the clock is ahead of the real time. */
  aheadSeconds = 0;
  /** Whether voiding a plan's first invoice activates the plan instead of ending it. Stripe doesn't document which. */
  voidedFirstRuns = false;
  /** The code with which every refund is refused; null while none is. */
  refundRefusal: string | null = null;
  /** What new refunds wait for; null while they are made immediately. */
  refundsWaitFor: NonNullable<Stripe.Refund['pending_reason']> | null = null;

  now(): number {
    return Math.floor(Date.now() / 1000) + this.aheadSeconds;
  }

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  /** Makes a saved card from a test card, as Stripe.js does from the typed card. */
  newCard(testCard: string): SavedCard {
    const last4 = lastDigitsOfTestCard(testCard) ?? (testCard === otherCard ? '4444' : '3184');
    const card = { id: this.newId('pm'), testCard, behavior: behaviorOf(testCard), last4 };
    this.cards.set(card.id, card);
    return card;
  }

  card(id: string, param = 'payment_method'): SavedCard {
    return this.cards.get(id) ?? this.fail(missing('PaymentMethod', id, param));
  }

  fail(fault: StripeFault): never {
    throw fault;
  }

  /** Adds an event with a copy of the object. */
  emit(type: Stripe.Event.Type, object: object): void {
    const event = {
      ...{ id: this.newId('evt'), object: 'event', api_version: Stripe.API_VERSION, created: this.now(), type },
      ...{ data: { object: structuredClone(object) }, livemode: false, pending_webhooks: 1 },
      request: { id: this.newId('req'), idempotency_key: null },
    };
    this.events.push(event as unknown as Stripe.Event);
  }

  /** Charges an open intent to a card. Throws a 402, also shown in the intent, when it is declined or needs a confirmation. */
  charge(intent: Stripe.PaymentIntent, card: SavedCard): void {
    intent.last_payment_error = null;
    if (card.behavior === 'authentication') {
      Object.assign(intent, { status: 'requires_action', payment_method: card.id });
      this.emit('payment_intent.requires_action', intent);
      throw new StripeFault(402, {
        ...{ type: 'card_error', code: 'authentication_required', decline_code: 'authentication_required' },
        message: 'Your card was declined. This transaction requires authentication.',
      });
    }
    const charge = newCharge(this.newId('ch'), this.now(), {
      ...{ amount: intent.amount, payment_intent: intent.id, customer: intent.customer, payment_method: card.id },
      payment_method_details: visa(card.last4),
    });
    this.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    if (card.behavior === 'pays') {
      charge.amount_captured = charge.amount;
      Object.assign(intent, { status: 'succeeded', payment_method: card.id, amount_received: intent.amount });
      this.emit('charge.succeeded', charge);
      this.emit('payment_intent.succeeded', intent);
      return;
    }
    const { code, decline_code, message } = card.behavior;
    const failed = { status: 'failed', paid: false, captured: false, failure_code: code, failure_message: message };
    Object.assign(charge, failed);
    const error = { type: 'card_error', code, decline_code, message, charge: charge.id };
    Object.assign(intent, { status: 'requires_payment_method', payment_method: null, last_payment_error: error });
    this.emit('charge.failed', charge);
    this.emit('payment_intent.payment_failed', intent);
    throw new StripeFault(402, error);
  }
}
