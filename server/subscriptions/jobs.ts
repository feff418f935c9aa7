import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { renewSubscriptions } from './billing/renew-subscriptions.ts';
import { reportUnsynced } from './billing/report-unsynced.ts';
import { syncBilling } from './billing/sync-billing.ts';
import { syncSubscription } from './billing/sync-subscription.ts';
import { applyDuePending } from './change/apply-pending.ts';
import { applyCredit } from './credits/apply-credit.ts';
import { creditSkippedVisit } from './credits/credit-skipped-visit.ts';
import { finishClosings } from './credits/finish-closings.ts';
import { sweepCredits } from './credits/sweep-credits.ts';
import { clearEndedHolds } from './hold/clear-ended-holds.ts';
import { sweepSubscriptions } from './occurrences/sweep-subscriptions.ts';

export function subscriptionJobs(services: Services) {
  return {
    'close-card-form': async ({ setupId }) => await services.payments.closeCardSetup(setupId),
    'sync-subscription': async ({ subscriptionId }) => await syncSubscription(services, subscriptionId),
    'report-unsynced': async ({ subscriptionId }) => await reportUnsynced(services, subscriptionId),
    'sync-billing': async ({ subscriptionId }) => {
      await syncBilling(services, subscriptionId);
    },
    'renew-subscriptions': async () => {
      const { repaired } = await renewSubscriptions(services);
      for (const one of repaired) services.log.info({ repaired: one }, 'reconciled');
    },
    'apply-credit': async ({ creditId }) => await applyCredit(services, creditId),
    'credit-skipped-visit': async ({ pickupId }) => await creditSkippedVisit(services, pickupId),
    'close-credits': async ({ customerId }) => await finishClosings(services, customerId),
    'sweep-credits': async () => {
      const { repaired } = await sweepCredits(services);
      for (const one of repaired) services.log.info({ repaired: one }, 'reconciled');
    },
    'sweep-subscriptions': async () => {
      await applyDuePending(services);
      await clearEndedHolds(services);
      await sweepSubscriptions(services);
    },
  } satisfies Partial<JobHandlers>;
}
