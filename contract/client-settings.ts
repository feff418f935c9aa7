/** Settings that the browser reads from the page, so that one build serves every deployment (SERVICE-11). */
export interface ClientSettings {
  readonly brandName: string;
  readonly supportPhone: string;
  readonly supportEmail: string;
  readonly stripePublishableKey: string | null;
  /** Simulated payments: no real charge occurs and test cards are offered. */
  readonly testMode: boolean;
  /** Simulated payments in production: staff read on every screen that no card is charged (SERVICE-20). */
  readonly noCardIsCharged: boolean;
  /** Whether a map service suggests addresses (through our server). If not, the app suggests its own samples. */
  readonly addressLookup: boolean;
  /** The style of the street map under the routes; null to draw only our own map. */
  readonly mapStyleUrl: string | null;
  /** New York wall time HH:MM after which today can no longer be booked; null for no cutoff. */
  readonly sameDayCutoff: string | null;
  /** New York wall time HH:MM on the day before service, after which a booking can no longer change for free. */
  readonly changeCutoff: string;
  /** The refund for a cancellation after the cut-off, in whole percent. */
  readonly lateRefundPercent: number;
  /** Whether a driver has to take a photo to mark a stop incomplete. */
  readonly incompletePhoto: 'off' | 'required';
  /** The key for subscribing this browser to notifications, base64url; null when no server has filled in the page. */
  readonly pushPublicKey: string | null;
}
