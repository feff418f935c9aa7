import type { ChargeLine } from '../../../contract/values/charge-lines.ts';
import type { PackageType } from '../../../contract/values/prices.ts';
import type { CreditProvider } from './credit-provider.ts';

/** A refund, as the provider reports it. */
export interface ProviderRefund {
  readonly id: string;
  readonly amountCents: number;
  /** `failed`: the bank returned the money to us, so the customer didn't get it. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Why the bank returned it, in words; null when it didn't or the provider doesn't say. */
  readonly failure: string | null;
  /** The idempotency key of our call; null for a refund that a person made in the provider's dashboard. */
  readonly idempotencyKey: string | null;
  readonly createdAt: Date;
}

/** A payment intent, as the provider reports it. */
export interface ProviderPayment {
  readonly id: string;
  readonly clientSecret: string;
  readonly amountCents: number;
  readonly status: 'open' | 'succeeded' | 'canceled';
  /** What an open intent waits for: a card, the customer's confirmation at the bank, or the bank itself. */
  readonly waitsFor: 'card' | 'customer' | 'bank' | null;
  /** The total refunded so far, without failed refunds. */
  readonly refundedCents: number;
  /** Every refund, oldest first, including those made outside this app. */
  readonly refunds: readonly ProviderRefund[];
  readonly paymentMethod: string | null;
  /** The card details for a receipt; null until the intent is paid. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly paidAt: Date | null;
  /** Why the last attempt was declined; null if it wasn't. */
  readonly lastError: { code: string; declineCode: string; message: string } | null;
}

/** A subscription, as the provider reports it. */
export interface ProviderSubscription {
  /** Differs from the requested id when this subscription replaced a cancelled one, which providers can't revive. */
  readonly id: string;
  /** `incomplete` until the first invoice is paid; `past_due` after a later invoice is declined. */
  readonly status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'canceled';
  /** Null when a person chose a price in the provider's dashboard that isn't one of ours. */
  readonly packageType: PackageType | null;
  /** The price of the next invoice, before the balance is applied. */
  readonly priceCents: number;
  /** When the current (or last) month ends. The provider may charge for a month up to an hour after it begins. */
  readonly currentPeriodEnd: Date;
  /** True if the subscription ends at `currentPeriodEnd` instead of renewing; false once it has ended. */
  readonly endsAtPeriodEnd: boolean;
}

/** The card that a subscription is charged to. */
export interface PlanCard {
  readonly brand: string;
  readonly last4: string;
  /** 1 to 12. */
  readonly expMonth: number;
  readonly expYear: number;
}

/** The invoice for one month of a subscription. */
export interface ProviderInvoice {
  readonly id: string;
  /** The intent that pays the invoice; null when there is none or the invoice was paid another way. */
  readonly intentId: string | null;
  /** The package that the invoice charges for, even if the plan has changed; null as in `ProviderSubscription`. */
  readonly packageType: PackageType | null;
  /** The amount to charge; 0 when the customer's balance covers the invoice. May change while it is a draft. */
  readonly amountCents: number;
  /** The sum of all lines before the balance is applied. */
  readonly totalCents: number;
  /** The part of `totalCents` that the plan's month costs. A person may have added other lines in the dashboard. */
  readonly planCents: number;
  /** What `totalCents` is made of. Each line is what the provider says it is, whatever it costs. */
  readonly lines: readonly ChargeLine[];
  /**
   * The part paid from the customer's balance: `totalCents - amountCents`. Includes a remainder too small to charge,
   * which the next invoice charges; negative on the invoice that charges it. 0 for a draft, which has used nothing yet,
   * and for a voided invoice, which has returned its credit to the balance. An invoice that a person wrote off keeps
   * the credit it used.
   */
  readonly creditCents: number;
  /** `draft`: not final yet. The provider finalizes and charges a draft about an hour after creating it. */
  readonly status: 'draft' | 'open' | 'paid' | 'void';
  /** Why the provider could not finalize a draft; null when it could or hasn't tried. */
  readonly draftError: string | null;
  /** The provider's page where the customer can pay and confirm the payment at the bank; null if there is none. */
  readonly payUrl: string | null;
  readonly isFirst: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date | null;
  /** How many times the provider tried to charge the invoice, not counting payments with a card added later. */
  readonly attempts: number;
  /** When the provider retries automatically; null if it doesn't. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

/** A cardholder's dispute of a charge. */
export interface ProviderDispute {
  readonly id: string;
  /**
   * `inquiry`: the bank only asks about the charge. It has taken nothing, and a refund ends the inquiry. `open`: the bank
   * has the money, or may take it, until it decides. `won`: for us. `lost`: the cardholder has the money.
   */
  readonly state: 'inquiry' | 'open' | 'won' | 'lost';
  readonly amountCents: number;
  readonly createdAt: Date;
}

/** One line of the provider's ledger. */
export interface MoneyMovement {
  readonly kind: 'charge' | 'refund' | 'dispute';
  readonly id: string;
  readonly intentId: string | null;
  /** The provider's id of the charged customer; null for other movements and for a charge without a customer. */
  readonly customerId: string | null;
  /**
   * The change to our balance, without fees. Charges are positive, refunds and disputes negative. Failed refunds, won
   * disputes and inquiries are 0.
   */
  readonly amountCents: number;
  readonly at: Date;
}

/** A signed event from the provider. Only its ids are used: its handler reads the current state from the provider. */
export interface ProviderEvent {
  readonly id: string;
  /** The provider's name for it, such as `payment_intent.succeeded`. */
  readonly type: string;
  readonly createdAt: Date;
  readonly intentId: string | null;
  readonly subscriptionId: string | null;
  readonly disputeId: string | null;
}

/** What a payment is for and what its amount is made of. Contains no personal data. */
export interface PaymentParts {
  readonly ids: PaymentIds;
  readonly purpose: 'booking' | 'pickup' | 'subscription' | 'addition' | 'unassigned';
  /** They add up to the payment's amount. */
  readonly lines: readonly ChargeLine[];
}

/** Describes a payment to people who see it in the provider's dashboard. */
export interface PaymentAbout extends PaymentParts {
  /** Such as "One-time pickup, 4 bags, Tue, Nov 24". */
  readonly description: string;
}

/** Our ids of the records that a payment belongs to, as far as they are known. */
export interface PaymentIds {
  readonly payment: string;
  readonly booking?: string;
  readonly pickup?: string;
  readonly subscription?: string;
}

export interface PlanPrice {
  readonly packageType: PackageType;
  readonly priceCents: number;
}

/** Monthly plans at the provider. */
export interface PlanProvider {
  /**
   * Starts a subscription whose first invoice waits for a card, or returns the one that this key created before.
   *
   * Rejects with a Refusal:
   * - 503 `creation_refused`: as in `createPayment`.
   * - 503 `credit_pending`: the customer's balance has unused credit of ours. Remove it first.
   * - 409 `nothing_to_pay`: a credit that isn't ours covers the month.
   */
  createSubscription(
    request: PlanPrice & { customerId: string; idempotencyKey: string },
  ): Promise<ProviderSubscription & { firstIntentId: string }>;
  /** Returns the subscription as it is now, or the one that replaced it; null when the provider doesn't know the id. */
  getSubscription(subscriptionId: string): Promise<ProviderSubscription | null>;
  /**
   * Ends a subscription whose first invoice is unpaid, and makes that invoice unpayable. Changes nothing if the invoice
   * is already paid.
   */
  abandonSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Immediately ends this subscription, not its successor. Voids its unpaid invoices, which returns their credit; also
   * those of a subscription that has already ended.
   */
  cancelSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Ends the subscription after its current period instead of renewing it. Does nothing if it has already ended. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<ProviderSubscription>;
  /** Reverts `cancelAtPeriodEnd`. Does nothing if the subscription has already ended: check the returned status. */
  keepRenewing(subscriptionId: string): Promise<ProviderSubscription>;
  /** Pauses the subscription: months that begin during the pause are not charged. Earlier unpaid months stay owed. */
  pauseSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Ends a pause and charges the saved card for every month owed, oldest first. If nothing is owed, a month of `plan`
   * begins now and is charged immediately, unless the current month is paid or `keepsMonth` is true. A cancelled
   * subscription gets a successor, which charges the price of `plan` immediately, no matter what was paid before.
   * Rejects with a 402 Refusal when the card is declined; the subscription then stays paused or cancelled.
   */
  resumeSubscription(
    subscriptionId: string,
    plan: PlanPrice,
    options?: { keepsMonth?: boolean },
  ): Promise<ProviderSubscription>;
  /**
   * Moves the end of the current month, whose charge stays as it is. The next month is charged then, and later ones
   * follow it. Does nothing if the subscription has ended. `at` is in the future.
   */
  moveRenewal(subscriptionId: string, at: Date): Promise<ProviderSubscription>;
  /** Ends a pause without checking or charging the card: the card has just paid, or the pause wasn't ours. */
  unpauseSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Switches to this package and price from the next month on. */
  changePlan(subscriptionId: string, plan: PlanPrice): Promise<ProviderSubscription>;
  /** Lists the invoices of this subscription, not of its successor, newest first, without those whose total is $0. */
  listInvoices(subscriptionId: string): Promise<ProviderInvoice[]>;
  /** Returns the card that the subscription, or the one that replaced it, is charged to; null before one is saved. */
  cardOf(subscriptionId: string): Promise<PlanCard | null>;

  /** Opens a card form that saves another card for this customer without charging it. */
  startCardSetup(customerId: string): Promise<{ id: string; clientSecret: string }>;
  /** Makes a card form unusable, unless it has already saved a card. Ignores a form that the provider doesn't know. */
  closeCardSetup(setupId: string): Promise<void>;
  /**
   * Switches a subscription to the card that the form saved and charges that card for every month owed, even while the
   * subscription is paused. Rejects with a 402 Refusal when the form isn't finished or the card is declined.
   */
  applySavedCard(subscriptionId: string, setupId: string): Promise<ProviderSubscription>;

  /**
   * Test mode only: saves a card, as the form of `startCardSetup` does in live mode. Rejects with a 402 Refusal when
   * the card is declined, and with a 404 Refusal when the setup isn't this customer's.
   */
  saveTestCard?: (setup: { setupId: string; customerId: string }, paymentMethodId: string) => Promise<void>;
  /**
   * Test mode only: ends the current period and charges the next one, as the provider does automatically in live mode.
   * With `periodEnd`, does so only if the current period ends at that time.
   */
  renewTest?: (subscriptionId: string, periodEnd?: Date) => Promise<ProviderSubscription>;
}

/**
 * The payment provider: Stripe in live mode, a simulated one in test mode. One contract suite
 * (payment-provider.test.ts) covers both. Calls that create something take an idempotency key: the same key creates it
 * once.
 *
 * Every call may reject with a 503 Refusal while the provider is unavailable. The outcome is then unknown, so call
 * again. An unknown id returns null where documented, else rejects with a 404 Refusal.
 */
export interface PaymentProvider extends PlanProvider, CreditProvider {
  /** Returns the payer's id at the provider: `known` if the provider still has it, else a new one, created once. */
  ensureCustomer(payer: { userId: string; email: string; name: string; known: string | null }): Promise<string>;
  /** Creates the missing products and prices of our packages at the provider. Safe to run in parallel. */
  ensurePlans(): Promise<void>;

  /**
   * Updates a customer's email address (empty for none) and name at the provider. Ignores a customer that the provider
   * doesn't know.
   */
  updateCustomer(customerId: string, payer: { email: string; name: string }): Promise<void>;

  /**
   * Creates an intent of `amountCents` US cents, or returns the intent that this key created before. Rejects with a 503
   * Refusal (`creation_refused`) when the provider refuses. Nothing was created then, and another attempt needs another
   * key. Rejects with an error when the lines add up to another amount.
   */
  createPayment(request: {
    customerId: string;
    amountCents: number;
    idempotencyKey: string;
    about?: PaymentAbout;
  }): Promise<ProviderPayment>;
  /**
   * Adds what was not known when the intent was created: ids, and lines that have changed. Ignores an intent that the
   * provider doesn't know.
   */
  tagPayment(intentId: string, parts: PaymentParts): Promise<void>;
  /** Returns the intent as it is now; null when the provider doesn't know it. */
  getPayment(intentId: string): Promise<ProviderPayment | null>;
  /** Cancels an open intent and returns it. Its status is `succeeded` if it was paid before it could be cancelled. */
  cancelPayment(intentId: string): Promise<ProviderPayment>;
  /**
   * Refunds `amountCents`, or the whole remainder if it is omitted. Repeating a key refunds nothing more, no matter how
   * much later, unless the bank has returned what the key refunded. Rejects with a 409 Refusal when the amount exceeds
   * the remainder or nothing was paid (`refund_too_large`), and when the provider refuses (`refund_refused`), with the
   * reason as a sentence. `refusals` is how often that happened to this key: the provider may repeat a refusal that it
   * remembers, so the next one of the key's sequence is used.
   */
  refundPayment(
    intentId: string,
    refund: { amountCents?: number; idempotencyKey: string; refusals?: number },
  ): Promise<ProviderPayment>;
  /** Lists the disputes and inquiries about a charge. */
  listDisputes(intentId: string): Promise<ProviderDispute[]>;

  /** Yields all movements in a time span (end excluded), grouped by kind. Reads them page by page. */
  listMovements(span: { since: Date; until?: Date }): AsyncIterable<MoneyMovement>;
  /**
   * Live mode only: checks the signature of the raw bytes and parses the event. Throws a 400 Refusal when the signature
   * isn't the provider's or the bytes aren't an event.
   */
  parseWebhook?: (rawBody: Uint8Array, signature: string | undefined) => ProviderEvent;

  /** Test mode only: pays the intent with a test card, as the provider's card form does in live mode. */
  confirmTest?: (intentId: string, paymentMethodId: string) => Promise<ProviderPayment>;
}
