/**
 * What the business has acknowledged, as a person with a notebook would write it down. It knows the rules of the
 * business and shares no code with the product.
 */
export class Model {
  readonly customers = new Map<string, KnownCustomer>();
  readonly pickups = new Map<string, KnownPickup>();
  /** Charges that the provider has confirmed to a customer's browser, by payment intent. */
  readonly charges = new Map<string, KnownCharge>();
  readonly drivers: KnownDriver[] = [];
  /** The pickups and customers that were touched since the last hourly check. */
  readonly touchedCustomers = new Set<string>();
  /** How often something happened, for the report of a run. */
  readonly counts = new Map<string, number>();

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  touch({ customerId }: Pick<KnownPickup, 'customerId'>): void {
    this.touchedCustomers.add(customerId);
  }

  /** Notes an acknowledged booking that was paid with an intent. */
  book(pickup: KnownPickup): void {
    this.pickups.set(pickup.id, pickup);
    this.touch(pickup);
  }
}

export interface KnownCustomer {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly address: string;
  token: string;
  /** The plan that the customer has bought, as acknowledged. */
  plan: { readonly subscriptionId: string } | undefined;
}

export interface KnownDriver {
  readonly id: string;
  readonly username: string;
  token: string;
}

export interface KnownPickup {
  readonly id: string;
  readonly customerId: string;
  readonly intentId: string;
  /** The New York date on which it is to be made. */
  day: string;
  state: 'booked' | 'completed' | 'incomplete' | 'cancelled';
  /** When the state was acknowledged, in ms since 1970. */
  sinceMs: number;
  /** When the pickup was booked or last moved, in ms since 1970. */
  datedMs: number;
  /** The driver whom an answer named last; null for none; undefined when a plan of the day may have changed it. */
  driverId: string | null | undefined;
  /** How often the completion was undone. */
  undos: number;
}

export interface KnownCharge {
  readonly intentId: string;
  readonly customerId: string;
  readonly cents: number;
  readonly what: 'pickup' | 'plan';
  readonly atMs: number;
  /** What the customer was told to get back. */
  refundCents: number;
}

/** Something that must hold and doesn't. */
export class BrokenPromise extends Error {
  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
  }
}
