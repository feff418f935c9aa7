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
  /** Test mode only: what the card form does at the provider in live mode. Undefined in live mode. */
  confirmTest?: (intentId: string, paymentMethodId: string) => Promise<ProviderPayment>;
}
