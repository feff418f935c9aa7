/** One change of a customer's balance. */
export interface ProviderCredit {
  readonly id: string;
  /** The idempotency key of our call; null for what invoices did, and for what a person did in the provider's own screens. */
  readonly key: string | null;
  /** Positive: in the customer's favor. */
  readonly amountCents: number;
  /** The invoice that used it (negative) or, when it became void, returned it (positive); null for other changes. */
  readonly invoiceId: string | null;
  readonly at: Date;
}

/**
 * The balances of customers. The provider applies a balance by itself to the next invoice that it finalizes, whichever of the
 * customer's subscriptions it is of. What an invoice doesn't need stays. A remainder of an invoice that is below the provider's
 * least charge (50 cents) is not charged: the balance owes it, and the next invoice charges it.
 */
export interface CreditProvider {
  /**
   * Adds to the balance of a customer, or takes away when `amountCents` is negative (never 0). The same key does it once, however
   * much later it comes again. The customer can read `description`. Rejects with a 404 Refusal when the provider no longer has
   * the customer.
   */
  addCredit(credit: {
    customerId: string;
    amountCents: number;
    idempotencyKey: string;
    description: string;
  }): Promise<{ id: string }>;
  /**
   * The balance in cents: positive in the customer's favor, negative while a small remainder is owed. 0 for an unknown customer.
   */
  creditOf(customerId: string): Promise<number>;
  /** Every change of the balance, newest first; their sum is `creditOf`. None for an unknown customer. */
  listCredits(customerId: string): Promise<ProviderCredit[]>;
}
