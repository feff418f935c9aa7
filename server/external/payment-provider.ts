import type { PackageType } from '../../contract/prices.ts';

/** An intent as the provider's own books have it. */
export interface ProviderPayment {
  readonly id: string;
  readonly clientSecret: string;
  readonly amountCents: number;
  readonly status: 'open' | 'succeeded' | 'canceled';
  readonly refundedCents: number;
  readonly paymentMethod: string | null;
  /** Why the last attempt was refused; null when there was none. */
  readonly lastError: { code: string; declineCode: string; message: string } | null;
}

/** A subscription as the provider's own books have it. */
export interface ProviderSubscription {
  readonly id: string;
  /** `incomplete` until the first invoice is paid. */
  readonly status: 'incomplete' | 'active' | 'paused' | 'canceled';
  readonly packageType: PackageType;
  readonly priceCents: number;
  /** The intent that pays the first invoice. */
  readonly firstIntentId: string;
}

/**
 * The seam to whoever moves the money (DESIGN section 5). Every write takes an idempotency key: asking twice does once.
 * Two sides: the simulated provider (test mode) and, in live mode, Stripe.
 */
export interface PaymentProvider {
  /** Creates an intent over `amountCents` US cents, or returns the one that this key made before. */
  createPayment(request: { amountCents: number; idempotencyKey: string }): Promise<ProviderPayment>;
  /** The intent as it is now; null when the provider knows none. */
  getPayment(intentId: string): Promise<ProviderPayment | null>;
  /** Cancels an open intent and answers its state after that: `succeeded` when the money was quicker. */
  cancelPayment(intentId: string): Promise<ProviderPayment>;
  /** Gives the whole amount back, once. */
  refundPayment(intentId: string): Promise<ProviderPayment>;
  /** Starts a subscription whose first invoice waits for a card, or returns the one that this key made before. */
  createSubscription(request: {
    packageType: PackageType;
    priceCents: number;
    idempotencyKey: string;
  }): Promise<ProviderSubscription>;
  /** The subscription as it is now; null when the provider knows none. */
  getSubscription(subscriptionId: string): Promise<ProviderSubscription | null>;
  /**
   * Gives up one whose first invoice waits for a card: it can no longer be paid. When the money was quicker, nothing
   * changes, and the answer is the running subscription.
   */
  abandonSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Ends it at once; what waits for a card can no longer be paid. Canceled already: nothing changes. */
  cancelSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Stops collecting until it is resumed. */
  pauseSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /**
   * Collects again on the saved card, also after a cancellation. Rejects with a 402 Refusal when the card is refused;
   * nothing has changed then.
   */
  resumeSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Charges this plan and price from the next cycle. */
  changePlan(
    subscriptionId: string,
    plan: { packageType: PackageType; priceCents: number },
  ): Promise<ProviderSubscription>;
  /** Test mode only: what the card form does at the provider in live mode. Undefined in live mode. */
  confirmTest?: (intentId: string, paymentMethodId: string) => Promise<ProviderPayment>;
}
