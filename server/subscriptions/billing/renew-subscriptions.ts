import { messageOf, type Outcome } from '../../payments/reconcile/outcome.ts';
import type { Services } from '../../services.ts';
import { listToRenew, type SubscriptionRow } from '../store.ts';
import { syncBilling } from './sync-billing.ts';

const batchSize = 200;
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

/**
 * Looks after plans whose paid time is over or whose renewal is refused: events may be lost, and a grace time runs out
 * without one. In test mode this is the calendar too, which charges the next month. Answers how many plans it looked at, what
 * it has changed of them, and which it could not look at.
 */
export async function renewSubscriptions(services: Services): Promise<Outcome & { count: number }> {
  const now = services.clock();
  const outcome: Outcome = { mended: [], failed: [] };
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
  { mended, failed }: Outcome,
): Promise<void> {
  const { id, currentPeriodEnd, stripeSubscriptionId } = subscription;
  try {
    await turnCalendar(services, stripeSubscriptionId, currentPeriodEnd, now);
    mended.push(...(await syncBilling(services, id)));
  } catch (error) {
    // One plan that cannot be renewed must not keep the others from it; it comes up again next time.
    services.log.error({ err: error, subscriptionId: id }, 'a plan could not be renewed');
    failed.push(`plan ${id}: ${messageOf(error)}`);
  }
}

/** Longer than any server was away; a paused plan's months go by too, without a charge. */
const mostMonths = 24;

/** Test mode: every month that has begun since the paid one is charged, as the provider does by itself in live mode. */
async function turnCalendar(
  { payments }: Services,
  stripeSubscriptionId: string,
  periodEnd: Date | null,
  now: Date,
): Promise<void> {
  if (!payments.renewTest) return;
  for (let month = 0, end = periodEnd; end && end <= now && month < mostMonths; month += 1) {
    end = (await payments.renewTest(stripeSubscriptionId, end)).currentPeriodEnd;
  }
}
