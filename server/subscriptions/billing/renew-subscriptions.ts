import { messageOf, type Outcome } from '../../payments/reconcile/outcome.ts';
import type { Services } from '../../services.ts';
import { giveDueCredits } from '../credits/sweep-credits.ts';
import { listToRenew, type SubscriptionRow } from '../store.ts';
import { endDuePlan } from './end-due-plan.ts';
import { syncBilling } from './sync-billing.ts';

const batchSize = 200;
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

/**
 * Syncs the billing of plans whose paid period is over or whose renewal was declined. Events may be lost, and the end
 * of a grace period has no event. Also ends cancelled plans whose paid period is over and, in test mode, charges the
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
    if (!last || batch.length < batchSize) return { ...outcome, count };
    afterId = last.id;
  }
}

async function renewOne(
  services: Services,
  subscription: SubscriptionRow,
  now: Date,
  { repaired, failed }: Outcome,
): Promise<void> {
  const { id, currentPeriodEnd, stripeSubscriptionId, holdFrom } = subscription;
  try {
    if (holdFrom !== null) await giveDueCredits(services, id);
    if (await endDuePlan(services, id)) repaired.push(`plan ${id}: ended with its paid month`);
    else await chargeTestMonths(services, stripeSubscriptionId, currentPeriodEnd, now);
    repaired.push(...(await syncBilling(services, id)));
  } catch (error) {
    // One failure must not keep the other plans from being renewed. The next run tries this plan again.
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
