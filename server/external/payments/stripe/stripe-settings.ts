export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A stand-in for Stripe on this machine; undefined for Stripe itself. */
  apiUrl: URL | undefined;
}
