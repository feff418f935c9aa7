import { planOf } from '../../../contract/values/prices.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { setStatus } from '../set-status.ts';
import {
  changeSubscription,
  findLatestSubscription,
  findLive,
  lockSubscription,
  type SubscriptionRow,
} from '../subscriptions.store.ts';
import { readCreditAtEnd } from './read-credit-at-end.ts';
import { decideCancel } from './rules.ts';
import { syncCurrentMonth } from './sync-current-month.ts';

/** The plan of an account that is being deleted, and the effects of its end. */

export interface PlanWithAccount {
  readonly plan: SubscriptionRow;
  readonly name: string;
  /** The refund to the card, in cents. */
  readonly creditCents: number;
  /** What prevents the end: an unpaid month, or a month that has just begun and isn't recorded yet. */
  readonly problem: 'owed_month' | 'renewing' | null;
}

/**
 * Syncs the billing of a customer's live plan if its present month isn't recorded yet, so that a preview can use the
 * month. Ignores an unavailable provider.
 */
export async function syncMonthOfAccount(services: Services, customerId: string): Promise<void> {
  const plan = await findLive(services.db, customerId);
  if (!plan) return;
  await syncCurrentMonth(services, plan.id).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 503) throw error;
  });
}

/**
 * Locks a customer's live plan and returns it with the refund at its end; undefined if there is none. The caller has
 * locked the plan's stops.
 */
export async function lockPlanOfAccount(
  services: Services,
  trx: Db,
  customerId: string,
): Promise<PlanWithAccount | undefined> {
  const plan = await findLive(trx, customerId, 'forUpdate');
  if (!plan) return undefined;
  await writeDueCredits(services, trx, plan);
  const creditCents = await readCreditAtEnd(services, trx, plan, null);
  const isRenewing = decideCancel(plan, services.clock()).kind === 'renewing';
  const problem = plan.pastDueSince !== null ? 'owed_month' : isRenewing ? 'renewing' : null;
  return { plan, name: planOf(plan.packageType).name, creditCents, problem };
}

/**
 * Ends a locked plan immediately in our books; `endAtProvider` ends it at the provider. Its credit is returned as at
 * any other end. The rest of its paid month isn't refunded.
 */
export async function endPlanWithAccount(services: Services, trx: Db, plan: SubscriptionRow): Promise<void> {
  const { id: subscriptionId, customerId } = plan;
  await setStatus(services, trx, plan, 'cancelled');
  const about = { actorId: customerId, subject: 'subscription', subjectId: subscriptionId } as const;
  await recordChanges(services, trx, [{ ...about, action: 'cancelled' }]);
}

/**
 * Enqueues a job that ends a deleted account's last plan at the provider. Other ended plans may stay there until their
 * paid month is over, but nobody can reactivate this one.
 */
export async function endAtProvider(services: Services, trx: Db, customerId: string): Promise<void> {
  const latest = await findLatestSubscription(trx, customerId);
  const plan = latest && (await lockSubscription(trx, latest.id));
  if (plan?.status !== 'cancelled') return;
  const { id: subscriptionId, cancellationDate, currentPeriodEnd } = plan;
  if (cancellationDate && currentPeriodEnd && currentPeriodEnd > cancellationDate) {
    await changeSubscription(trx, subscriptionId, { currentPeriodEnd: cancellationDate });
  }
  await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId });
}
