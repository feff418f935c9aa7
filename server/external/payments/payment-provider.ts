import type { PackageType } from '../../../contract/values/prices.ts';
import type { CreditProvider } from './credit-provider.ts';

/** A refund as the provider has it. */
export interface ProviderRefund {
  readonly id: string;
  readonly amountCents: number;
  /** `failed`: the bank returned the money to us, so the customer didn't get it. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** The idempotency key of our call; null for a refund that a person made in the provider's own screens. */
  readonly idempotencyKey: string | null;
  readonly createdAt: Date;
}

/** An intent as the provider has it. */
export interface ProviderPayment {
  readonly id: string;
  readonly clientSecret: string;
  readonly amountCents: number;
  readonly status: 'open' | 'succeeded' | 'canceled';
  /** What an open one waits for: a card, its customer's confirmation with the bank, or the bank itself. */
  readonly waitsFor: 'card' | 'customer' | 'bank' | null;
  /** What is refunded so far, without failed refunds. */
  readonly refundedCents: number;
  /** Every refund, oldest first, including those made outside this app. */
  readonly refunds: readonly ProviderRefund[];
  readonly paymentMethod: string | null;
  /** What a receipt may show of the card; null until it is paid. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly paidAt: Date | null;
  /** Why the last attempt was declined; null when none was. */
  readonly lastError: { code: string; declineCode: string; message: string } | null;
}

/** A subscription as the provider has it. */
export interface ProviderSubscription {
  /** Differs from the id asked for when that one was cancelled and this one replaced it: providers can't revive a plan. */
  readonly id: string;
  /** `incomplete` until the first invoice is paid; `past_due` while a later one is declined. */
  readonly status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'canceled';
  /** Null when a person chose a price in the provider's own screens that isn't one of ours. */
  readonly packageType: PackageType | null;
  /** What the next invoice charges. */
  readonly priceCents: number;
  /** When the current (or last) month ends. The provider may charge for a month up to an hour after it begins. */
  readonly currentPeriodEnd: Date;
  /** It ends at `currentPeriodEnd` instead of being charged again; false once it has ended. */
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

/** One month of a subscription. */
export interface ProviderInvoice {
  readonly id: string;
  /** The intent that pays it; null when there is none or it was paid another way. */
  readonly intentId: string | null;
  /** The package that it charges for, even if the plan has changed since; null as in `ProviderSubscription`. */
  readonly packageType: PackageType | null;
  /** What it charges; 0 when the customer's balance covers it. May still change while it is a draft. */
  readonly amountCents: number;
  /** Its price before the balance. */
  readonly totalCents: number;
  /**
   * What the customer's balance paid: `totalCents - amountCents`. Includes a remainder too small to charge, which the customer
   * owes with the next invoice; negative when it charges such a remainder. 0 for a draft, which has used nothing yet, and for one
   * that was voided, because the balance has it back; one that a person wrote off keeps it.
   */
  readonly creditCents: number;
  /** `draft`: not final yet. The provider finalizes and charges it about an hour after it was created. */
  readonly status: 'draft' | 'open' | 'paid' | 'void';
  /** Why the provider could not finalize a draft; null when it could or hasn't tried. */
  readonly draftError: string | null;
  /** The provider's own page where its customer can pay it and confirm the payment at the bank; null without one. */
  readonly payUrl: string | null;
  readonly isFirst: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date | null;
  /** How often the provider attempted it. Payments with a card that the customer adds later don't count. */
  readonly attempts: number;
  /** When the provider retries by itself; null when it doesn't. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export type DisputeState = 'none' | 'inquiry' | 'disputed';

/** One line of the provider's ledger. */
export interface MoneyMovement {
  readonly kind: 'charge' | 'refund' | 'dispute';
  readonly id: string;
  readonly intentId: string | null;
  /** The provider's customer of a charge; null for other movements and where none is named. */
  readonly customerId: string | null;
  /** The change of our balance, without fees. Charges are positive; failed refunds, won disputes and warnings are 0. */
  readonly amountCents: number;
  readonly at: Date;
}

/** A signed event from the provider. Only its ids are used: its handler reads the current state from the provider. */
export interface ProviderEvent {
  readonly id: string;
  /** The provider's own name: `payment_intent.succeeded`. */
  readonly type: string;
  readonly createdAt: Date;
  readonly intentId: string | null;
  readonly subscriptionId: string | null;
  readonly disputeId: string | null;
}

/** What a payment is for, for people who look at it in the provider's own screens. Never personal data. */
export interface PaymentAbout {
  /** "One-time pickup, 4 bags, Tue, Nov 24". */
  readonly description: string;
  readonly ids: PaymentIds;
}

/** Our ids of what a payment belongs to, as far as they are known. */
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

/** The monthly plans of the provider. */
export interface PlanProvider {
  /**
   * Starts a subscription whose first invoice waits for a card, or returns the one that this key created before.
   *
   * Rejects with a Refusal:
   * - 503 `creation_refused`: as `createPayment` does.
   * - 503 `credit_pending`: the customer's balance holds unused credit of ours. Take it away first.
   * - 409 `nothing_to_pay`: a credit that isn't ours covers the month.
   */
  createSubscription(
    request: PlanPrice & { customerId: string; idempotencyKey: string },
  ): Promise<ProviderSubscription & { firstIntentId: string }>;
  /** The subscription as it is now, or the one that replaced it; null when the provider doesn't know it. */
  getSubscription(subscriptionId: string): Promise<ProviderSubscription | null>;
  /** Makes an unpaid first invoice unpayable. If it was paid first, changes nothing and returns the subscription. */
  abandonSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Ends exactly this subscription immediately, not its successor. Voids what it owes, which returns the credit used for it. */
  cancelSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Ends the subscription when its current period does, instead of charging the next. Ignores one that has ended. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<ProviderSubscription>;
  /** Reverts `cancelAtPeriodEnd`. Ignores one that has ended: see the status of the result. */
  keepRenewing(subscriptionId: string): Promise<ProviderSubscription>;
  /** Months that begin are not charged until it is resumed. What is owed for earlier months stays owed. */
  pauseSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Charges the saved card again. Every month that is owed is paid, oldest first. A cancelled subscription gets a successor,
   * which charges this plan immediately, whatever was paid before. Rejects with a 402 Refusal when the card is declined: it is
   * still paused or cancelled then.
   */
  resumeSubscription(subscriptionId: string, plan: PlanPrice): Promise<ProviderSubscription>;
  /** Ends a pause without checking or charging the card: it has just paid, or the pause wasn't ours. */
  unpauseSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Charges this plan and price from the next cycle. */
  changePlan(subscriptionId: string, plan: PlanPrice): Promise<ProviderSubscription>;
  /** The months of exactly this subscription, newest first, without those whose price is $0. */
  listInvoices(subscriptionId: string): Promise<ProviderInvoice[]>;
  /** The card that the subscription, or the one that replaced it, is charged to; null before one is saved. */
  cardOf(subscriptionId: string): Promise<PlanCard | null>;

  /** Opens a form that saves another card of this customer without charging it. */
  startCardSetup(customerId: string): Promise<{ id: string; clientSecret: string }>;
  /** Makes a form that has saved no card unusable. Changes nothing when it has saved one, or the provider doesn't know it. */
  closeCardSetup(setupId: string): Promise<void>;
  /**
   * Switches a subscription to the card that the form has saved and pays every month that is owed with it, even while it is
   * paused. Rejects with a 402 Refusal when the form isn't finished or the card is declined for what is due.
   */
  applySavedCard(subscriptionId: string, setupId: string): Promise<ProviderSubscription>;

  /**
   * Test mode only: what the form of `startCardSetup` does. Rejects with a 402 Refusal when the card is declined, with a 404
   * Refusal when the setup isn't this customer's.
   */
  saveTestCard?: (setup: { setupId: string; customerId: string }, paymentMethodId: string) => Promise<void>;
  /**
   * Test mode only: ends the current period and charges the next one, as the provider does by itself in live mode. With
   * `periodEnd`, only if the current period ends then.
   */
  renewTest?: (subscriptionId: string, periodEnd?: Date) => Promise<ProviderSubscription>;
}

/**
 * The payment provider: Stripe in live mode, a simulated one in test mode. One contract suite (payment-provider.test.ts) covers
 * both. Calls that create something take an idempotency key: the same key creates it once.
 *
 * Every call may reject with a 503 Refusal while the provider is unavailable. The outcome is unknown then: call again. An
 * unknown id returns null where documented, else rejects with a 404 Refusal.
 */
export interface PaymentProvider extends PlanProvider, CreditProvider {
  /** The payer's id at the provider: `known` if the provider still has it, else a new one, created once. */
  ensureCustomer(payer: { userId: string; email: string; name: string; known: string | null }): Promise<string>;
  /** Creates the products and prices of our packages at the provider where they don't exist yet. Safe to run in parallel. */
  ensurePlans(): Promise<void>;

  /**
   * Brings the email address (empty for none) and name of a customer in line with ours. Ignores a customer that the provider
   * doesn't know.
   */
  updateCustomer(customerId: string, payer: { email: string; name: string }): Promise<void>;

  /**
   * Creates an intent of `amountCents` US cents, or returns the one that this key created before. Rejects with a 503 Refusal
   * (`creation_refused`) when the provider refuses: then nothing was created, and another attempt needs another key.
   */
  createPayment(request: {
    customerId: string;
    amountCents: number;
    idempotencyKey: string;
    about?: PaymentAbout;
  }): Promise<ProviderPayment>;
  /** Adds ids that were not known when the intent was created. Ignores an intent that the provider doesn't know. */
  tagPayment(intentId: string, ids: PaymentIds): Promise<void>;
  /** The intent as it is now; null when the provider doesn't know it. */
  getPayment(intentId: string): Promise<ProviderPayment | null>;
  /** Cancels an open intent. Returns its state after that: `succeeded` when it was paid first. */
  cancelPayment(intentId: string): Promise<ProviderPayment>;
  /**
   * Refunds an amount, or everything that is left when none is given. The same key refunds once, however much later it comes
   * again. Rejects with a 409 Refusal when less is left or nothing was paid (`refund_too_large`), and when the provider refuses
   * (`refund_refused`).
   */
  refundPayment(intentId: string, refund: { amountCents?: number; idempotencyKey: string }): Promise<ProviderPayment>;
  /**
   * Whether the charge is disputed. `disputed`: a dispute is open or was lost, so the cardholder's bank holds the money or may
   * take it. `inquiry`: the bank only asks about the charge. It has taken nothing, and a refund ends it.
   */
  disputeOf(intentId: string): Promise<DisputeState>;

  /** All movements in a span of time (end excluded), grouped by kind. Reads page by page. */
  listMovements(span: { since: Date; until?: Date }): AsyncIterable<MoneyMovement>;
  /** Live mode only: checks the signature over the raw bytes. Throws a 400 Refusal when it isn't the provider's. */
  parseWebhook?: (rawBody: Uint8Array, signature: string | undefined) => ProviderEvent;

  /** Test mode only: what the card form does at the provider in live mode. Undefined in live mode. */
  confirmTest?: (intentId: string, paymentMethodId: string) => Promise<ProviderPayment>;
}
