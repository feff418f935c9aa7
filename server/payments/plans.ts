import type { PackageType } from '../../contract/values/prices.ts';
import type { Db } from '../database/transaction.ts';

/**
 * The interface through which payments use plans. Subscriptions import payments, never the reverse, so
 * subscriptions/plans.ts implements it and `services.plans` provides it. `S` is `Services`, which can't be imported
 * here because it contains a `Plans`.
 */
export interface Plans<S> {
  findPackage(db: Db, orderId: string | null): Promise<PackageType>;
  /**
   * Starts the plan of an order whose first month is paid, in the transaction that records the payment. Returns
   * undefined when the customer already has a plan or is no longer an active customer.
   */
  activate(
    services: S,
    trx: Db,
    orderId: string | null,
    stripeSubscriptionId: string,
  ): Promise<{ readonly id: string; readonly packageType: PackageType } | undefined>;
  /** Brings one plan in line with the provider: records its months and updates its status. Ignores an unknown id. */
  syncBilling(services: S, stripeSubscriptionId: string): Promise<void>;
  /** Syncs the billing of every plan of one of the provider's customers, including plans that have ended. */
  syncPayer(services: S, stripeCustomerId: string): Promise<void>;
  /** Syncs the billing of every plan whose paid period is over or whose renewal was refused. */
  renewDue(services: S): Promise<void>;
}
