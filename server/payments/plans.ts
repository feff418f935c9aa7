import type { PackageType } from '../../contract/values/prices.ts';
import type { Db } from '../database/transaction.ts';

/**
 * The interface of plans that payments use. Subscriptions import payments, never the reverse: subscriptions/plans.ts
 * implements it, and `services.plans` holds it. `S` is `Services`, which can't be imported here because it has a
 * `Plans`.
 */
export interface Plans<S> {
  findPackage(db: Db, orderId: string | null): Promise<PackageType>;
  /**
   * Starts the plan of an order whose first month is paid, in the transaction that records the payment. Undefined when the
   * customer already has a plan or is no longer an active customer.
   */
  activate(
    services: S,
    trx: Db,
    orderId: string | null,
    stripeSubscriptionId: string,
  ): Promise<{ readonly id: string; readonly packageType: PackageType } | undefined>;
  /** Brings one plan in line with the provider: its months are recorded, its status follows. Ignores an unknown id. */
  syncBilling(services: S, stripeSubscriptionId: string): Promise<void>;
  /** The same for every plan of one of the provider's customers, including plans that have ended. */
  syncPayer(services: S, stripeCustomerId: string): Promise<void>;
  /** The same for every plan whose paid period is over or whose renewal was refused. */
  renewDue(services: S): Promise<void>;
}
