import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { followBilling } from './follow-billing.ts';
import { renewSubscriptions } from './renew-subscriptions.ts';
import { reportUnsynced } from './report-unsynced.ts';
import { sendPastDue } from './send-past-due.ts';
import { sweepSubscriptions } from './sweep-subscriptions.ts';
import { syncSubscription } from './sync-subscription.ts';

export function subscriptionJobs(services: Services) {
  return {
    'sync-subscription': async ({ subscriptionId }) => await syncSubscription(services, subscriptionId),
    'report-unsynced': async ({ subscriptionId }) => await reportUnsynced(services, subscriptionId),
    'follow-billing': async ({ subscriptionId }) => {
      await followBilling(services, subscriptionId);
    },
    'send-past-due': async ({ subscriptionId }) => await sendPastDue(services, subscriptionId),
    'renew-subscriptions': async () => {
      const { mended } = await renewSubscriptions(services);
      for (const one of mended) services.log.info({ mended: one }, 'reconciled');
    },
    'sweep-subscriptions': async () => {
      await sweepSubscriptions(services);
    },
  } satisfies Partial<JobHandlers>;
}
