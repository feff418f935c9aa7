/**
 * What a deployment tells the browser at run time, so that one build serves every deployment (SERVICE-11). The
 * server writes it as JSON into the page.
 */
export interface ClientSettings {
  readonly brandName: string;
  readonly supportPhone: string;
  readonly supportEmail: string;
  readonly stripePublishableKey: string | null;
  /** Simulated payments: no real charge occurs and test cards are offered. */
  readonly testMode: boolean;
  /** Whether addresses are looked up at a map service (through our server); else the app offers its own samples. */
  readonly addressLookup: boolean;
  /** A map style for the streets under the driver's route; null for our own sketch alone. */
  readonly mapStyleUrl: string | null;
  /** New York wall time HH:MM after which today cannot be booked any more; null for none. */
  readonly sameDayCutoff: string | null;
}
