/** One change to a customer's balance. */
export interface ProviderCredit {
  readonly id: string;
  /** The idempotency key of our call; null for changes made by invoices or by a person in the provider's dashboard. */
  readonly key: string | null;
  /** Positive: in the customer's favor. */
  readonly amountCents: number;
  /**
   * The invoice that used credit (a negative change), or that returned it when voided or charged an owed remainder (a
   * positive one). Null for other changes.
   */
  readonly invoiceId: string | null;
  readonly at: Date;
}

/**
 * Customer balances. The provider automatically applies a balance to the next invoice that it finalizes for any of the
 * customer's subscriptions, and keeps the unused part. If the amount left to charge is below the provider's minimum (50
 * cents), nothing is charged: the remainder is owed on the balance, and the next invoice charges it.
 */
export interface CreditProvider {
  /**
   * Adds to a customer's balance, or subtracts when `amountCents` is negative (never 0). Repeating a key changes
   * nothing, no matter how much later. The customer can read `description`. Rejects with a 404 Refusal when the
   * provider no longer has the customer.
   */
  addCredit(credit: {
    customerId: string;
    amountCents: number;
    idempotencyKey: string;
    description: string;
  }): Promise<{ id: string }>;
  /**
   * Returns the balance in cents: positive in the customer's favor, negative while the customer owes a small remainder.
   * Returns 0 for an unknown customer.
   */
  creditOf(customerId: string): Promise<number>;
  /** Lists all changes to the balance, newest first. They add up to `creditOf`. Returns [] for an unknown customer. */
  listCredits(customerId: string): Promise<ProviderCredit[]>;
}
