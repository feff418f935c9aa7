import { messageOf, type Outcome } from '../../payments/reconcile/outcome.ts';
import type { Services } from '../../services.ts';
import { giveDueCredits } from '../credits/sweep-credits.ts';
import { listKeepingCredit, listToRenew, type SubscriptionRow } from '../subscriptions.store.ts';
import { endDuePlan } from './end-due-plan.ts';
import { syncBilling } from './sync-billing.ts';

const batchSize = 200;
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

/**
 * Syncs the billing of plans whose paid period is over or whose renewal was declined, and of ended plans with a
 * written-off month that keeps credit. Events may be lost, and the end of a grace period has no event. Also ends cancelled plans whose paid period is over and, in test mode, charges the
 * months that have begun. Returns the number of plans it checked, its changes, and the plans it could not check.
 */
export async function renewSubscriptions(services: Services): Promise<Outcome & { count: number }> {
  const now = services.clock();
  const outcome: Outcome = { repaired: [], failed: [] };
  let count = 0;
  for (let afterId = beforeEveryId; ; ) {
    const batch = await listToRenew(services.db, { now, afterId, limit: batchSize });
    for (const subscription of batch) await renewOne(services, subscription, now, outcome);
    count += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) break;
    afterId = last.id;
  }
  count += await syncKeepingCredit(services, new Date(now.getTime() - keptMs), outcome);
  return { ...outcome, count };
}

/** How long after a plan's end its written-off months are watched: a person may void one of them. */
const keptMs = 365 * 24 * 60 * 60 * 1000;

async function syncKeepingCredit(services: Services, since: Date, outcome: Outcome): Promise<number> {
  const ids = await listKeepingCredit(services.db, { since, afterId: beforeEveryId, limit: batchSize });
  for (const id of ids) {
    await attempt(services, id, outcome, async () => {
      outcome.repaired.push(...(await syncBilling(services, id)));
    });
  }
  return ids.length;
}

async function renewOne(services: Services, subscription: SubscriptionRow, now: Date, outcome: Outcome): Promise<void> {
  const { id, currentPeriodEnd, stripeSubscriptionId, holdFrom } = subscription;
  const { repaired } = outcome;
  await attempt(services, id, outcome, async () => {
    if (holdFrom !== null) await giveDueCredits(services, id);
    if (await endDuePlan(services, id)) repaired.push(`plan ${id}: ended with its paid month`);
    else await chargeTestMonths(services, stripeSubscriptionId, currentPeriodEnd, now);
    repaired.push(...(await syncBilling(services, id)));
  });
}

/** One failure must not keep the other plans from being renewed. The next run tries this plan again. */
async function attempt(services: Services, id: string, { failed }: Outcome, renew: () => Promise<void>): Promise<void> {
  try {
    await renew();
  } catch (error) {
    services.log.error({ err: error, subscriptionId: id }, 'a plan could not be renewed');
    failed.push(`plan ${id}: ${messageOf(error)}`);
  }
}

/** More months than a server is ever down. A month of a paused plan passes without a charge. */
const maxMonths = 24;

/** In test mode, charges every month that has begun since the paid one. In live mode the provider does this. */
async function chargeTestMonths(
  { payments }: Services,
  stripeSubscriptionId: string,
  periodEnd: Date | null,
  now: Date,
): Promise<void> {
  if (!payments.renewTest) return;
  for (let month = 0, end = periodEnd; end && end <= now && month < maxMonths; month += 1) {
    end = (await payments.renewTest(stripeSubscriptionId, end)).currentPeriodEnd;
  }
}
