import type { Plans } from '../payments/plans.ts';
import type { Services } from '../services.ts';
import { renewSubscriptions } from './billing/renew-subscriptions.ts';
import { syncBillingOf, syncPayer } from './billing/sync-billing.ts';
import { activateSubscription, findOrder } from './subscribe/activate-subscription.ts';

export const plans: Plans<Services> = {
  findPackage: async (db, orderId) => (await findOrder(db, orderId)).packageType,
  activate: activateSubscription,
  syncBilling: syncBillingOf,
  syncPayer,
  renewDue: async (services) => {
    await renewSubscriptions(services);
  },
};
