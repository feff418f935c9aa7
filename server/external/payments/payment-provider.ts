import type { PackageType } from '../../../contract/values/prices.ts';

/** A refund as the provider's own books have it. */
export interface ProviderRefund {
  readonly id: string;
  readonly amountCents: number;
  /** `failed`: the bank sent the money back to us, so the customer has nothing yet. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** The key that our call made it under; null for one that a person made in the provider's own screens. */
  readonly idempotencyKey: string | null;
  readonly createdAt: Date;
}

/** An intent as the provider's own books have it. */
export interface ProviderPayment {
  readonly id: string;
  readonly clientSecret: string;
  readonly amountCents: number;
  readonly status: 'open' | 'succeeded' | 'canceled';
  /** What has gone back so far; refunds that failed do not count. */
  readonly refundedCents: number;
  /** Every refund, the oldest first, also those made outside this app. */
  readonly refunds: readonly ProviderRefund[];
  readonly paymentMethod: string | null;
  /** What a receipt may show of the card; null until it is paid. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly paidAt: Date | null;
  /** Why the last attempt was refused; null when there was none. */
  readonly lastError: { code: string; declineCode: string; message: string } | null;
}

/** A subscription as the provider's own books have it. */
export interface ProviderSubscription {
  /** Another one than was asked for when that one was cancelled and this took its place: the provider revives none. */
  readonly id: string;
  /** `incomplete` until the first invoice is paid; `past_due` while a later one is refused. */
  readonly status: 'incomplete' | 'active' | 'past_due' | 'paused' | 'canceled';
  /** Null when somebody has chosen a price in the provider's own screens that is none of our plans'. */
  readonly packageType: PackageType | null;
  /** What the next invoice charges. */
  readonly priceCents: number;
  /** When the month that runs ends, or did when it was ended. The provider may charge for it only an hour after it began. */
  readonly currentPeriodEnd: Date;
}

/** One month of a subscription. */
export interface ProviderInvoice {
  readonly id: string;
  /** The intent that pays it; null when none was made, or what has paid it was none. */
  readonly intentId: string | null;
  /** The plan that it charges for, whatever that has become since; null as in `ProviderSubscription`. */
  readonly packageType: PackageType | null;
  readonly amountCents: number;
  readonly status: 'open' | 'paid' | 'void';
  readonly isFirst: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date | null;
  /** How often it was tried: once by whoever was first, then by the provider. Cards that people bring later do not count. */
  readonly attempts: number;
  /** When the provider tries again by itself; null when it does not. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

/** One line of the provider's ledger. */
export interface MoneyMovement {
  readonly kind: 'charge' | 'refund' | 'dispute';
  readonly id: string;
  readonly intentId: string | null;
  /** Who paid a charge; null for everything else, and where nobody is named. */
  readonly customerId: string | null;
  /** What it did to our balance: charges are positive; what failed, was won or is only a warning is 0. Without fees. */
  readonly amountCents: number;
  readonly at: Date;
}

/** A signed message of the provider. Only its ids are taken: whoever handles it reads the truth again. */
export interface ProviderEvent {
  readonly id: string;
  /** As the provider names it: `payment_intent.succeeded`. */
  readonly type: string;
  readonly createdAt: Date;
  readonly intentId: string | null;
  readonly subscriptionId: string | null;
  readonly disputeId: string | null;
}

/** What a plan sells, at what price a month. */
export interface PlanPrice {
  readonly packageType: PackageType;
  readonly priceCents: number;
}

/**
 * The seam to whoever moves the money. What makes something takes an idempotency key: asking twice makes
 * one. Two sides, one contract suite: the simulated provider (test mode) and, in live mode, Stripe.
 *
 * Every call may reject with a 503 Refusal while the provider is away; nothing is known then, so ask again. An id that the
 * provider does not know is null where that is said, else a 404 Refusal.
 */
export interface PaymentProvider {
  /** The payer's id at the provider: the one `known` already when the provider still has it, else one that is made, once. */
  ensureCustomer(payer: { userId: string; email: string; name: string; known: string | null }): Promise<string>;
  /** Makes what the plans of the price table need at the provider; what is there stays. Any number may do so at once. */
  ensurePlans(): Promise<void>;

  /** Creates an intent over `amountCents` US cents, or returns the one that this key made before. */
  createPayment(request: { customerId: string; amountCents: number; idempotencyKey: string }): Promise<ProviderPayment>;
  /** The intent as it is now; null when the provider knows none. */
  getPayment(intentId: string): Promise<ProviderPayment | null>;
  /** Cancels an open intent and answers its state after that: `succeeded` when the money was quicker. */
  cancelPayment(intentId: string): Promise<ProviderPayment>;
  /**
   * Gives back a part, or everything that is left when no amount is named; the same key gives back once, however much later
   * it comes again. Rejects with a 409 Refusal when less is left or nothing was paid (`refund_too_large`), and when the
   * provider will not do it (`refund_refused`).
   */
  refundPayment(intentId: string, refund: { amountCents?: number; idempotencyKey: string }): Promise<ProviderPayment>;
  /** Whether the cardholder's bank holds a charge's money, or may take it: a dispute is open, or was lost. */
  isDisputed(intentId: string): Promise<boolean>;

  /** Starts a subscription whose first invoice waits for a card, or returns the one that this key made before. */
  createSubscription(
    request: PlanPrice & { customerId: string; idempotencyKey: string },
  ): Promise<ProviderSubscription & { firstIntentId: string }>;
  /** The subscription as it is now, or what has taken its place; null when the provider knows none. */
  getSubscription(subscriptionId: string): Promise<ProviderSubscription | null>;
  /**
   * Gives up one whose first invoice waits for a card: it can no longer be paid. When the money was quicker, nothing
   * changes, and the answer is the running subscription.
   */
  abandonSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Ends this very subscription at once, whatever has taken its place; what waits for a card, or is about to be charged, can
   * no longer be paid. Canceled already: nothing changes.
   */
  cancelSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Charges no month that begins until it is resumed; what is owed for those before stays owed. */
  pauseSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Collects again on the saved card. Every month that is owed is paid, the oldest first; one that was cancelled gets a
   * successor, which charges this plan when the time that was paid for is over. Rejects with a 402 Refusal when the card is
   * refused; it is still paused, or cancelled, then.
   */
  resumeSubscription(subscriptionId: string, plan: PlanPrice): Promise<ProviderSubscription>;
  /** Takes a pause back without asking or charging the card: it has just paid, or the pause was none of ours. */
  unpauseSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Charges this plan and price from the next cycle. */
  changePlan(subscriptionId: string, plan: PlanPrice): Promise<ProviderSubscription>;
  /** The months of this very subscription, the newest first; those that cost nothing are left out. */
  listInvoices(subscriptionId: string): Promise<ProviderInvoice[]>;

  /** Opens a form that saves another card of this customer without charging it. */
  startCardSetup(customerId: string): Promise<{ id: string; clientSecret: string }>;
  /**
   * Charges a subscription to the card that the form has saved, and pays every month that is owed with it, also while it is
   * paused. Rejects with a 402 Refusal when the form is not finished, or the card refused for what is due.
   */
  applySavedCard(subscriptionId: string, setupId: string): Promise<ProviderSubscription>;

  /** Everything that moved in a span of time, its end excluded, one kind after the other. Reads page by page. */
  listMovements(span: { since: Date; until?: Date }): AsyncIterable<MoneyMovement>;
  /** Live mode only: checks the signature over the raw bytes. Throws a 400 Refusal when it is not the provider's. */
  parseWebhook?: (rawBody: Uint8Array, signature: string | undefined) => ProviderEvent;

  /** Test mode only: what the card form does at the provider in live mode. Undefined in live mode. */
  confirmTest?: (intentId: string, paymentMethodId: string) => Promise<ProviderPayment>;
  /**
   * Test mode only: what the form of `startCardSetup` does. Rejects with a 402 Refusal when the card is refused, with a 404
   * Refusal when the setup is not this customer's.
   */
  saveTestCard?: (setup: { setupId: string; customerId: string }, paymentMethodId: string) => Promise<void>;
  /**
   * Test mode only: ends the period that runs and charges the next, as the calendar does at the provider in live mode; with
   * `periodEnd` only if that is when it ends.
   */
  renewTest?: (subscriptionId: string, periodEnd?: Date) => Promise<ProviderSubscription>;
}
