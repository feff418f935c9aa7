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
} from '../store.ts';
import { knowMonth } from './know-month.ts';
import { readCreditAtEnd } from './read-outlook.ts';
import { decideCancel } from './rules.ts';

/** The end of a customer's plan with the account. */

export interface PlanWithAccount {
  readonly plan: SubscriptionRow;
  readonly name: string;
  /** The refund to the card, in cents. */
  readonly creditCents: number;
  /** What prevents the end: an unpaid month, or a month that has just begun and isn't in the books yet. */
  readonly problem: 'owed_month' | 'renewing' | null;
}

/**
 * Has the month of a plan that has just started read, so that a preview names it. It doesn't wait for an unavailable
 * provider.
 */
export async function knowMonthOfAccount(services: Services, customerId: string): Promise<void> {
  const plan = await findLive(services.db, customerId);
  if (!plan) return;
  await knowMonth(services, plan.id).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 503) throw error;
  });
}

/** A customer's live plan, which it locks, and what its end refunds; undefined without one. The caller has locked its stops. */
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
 * Ends a locked plan immediately, here and at the provider. Its credit is returned like at any other end; the rest of its paid
 * month isn't.
 */
export async function endPlanWithAccount(services: Services, trx: Db, plan: SubscriptionRow): Promise<void> {
  const { id: subscriptionId, customerId } = plan;
  await setStatus(services, trx, plan, 'cancelled');
  const about = { actorId: customerId, subject: 'subscription', subjectId: subscriptionId } as const;
  await recordChanges(services, trx, [{ ...about, action: 'cancelled' }]);
}

/**
 * A plan that has ended may stay at the provider until its paid month is over. Not with a deleted account: nobody reactivates it.
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
