import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { applyPending } from '../change/apply-pending.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { isOver } from '../end-rules.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { hasEnded } from '../require-subscription.ts';
import { lockSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { clearEndedHold } from './clear-ended-holds.ts';

/**
 * Locks an active plan and its open stops for a change of its days. First applies what is due: a pending package whose
 * month has begun, the credits of visits whose cut-off has passed, and the end of a hold. Throws what `requireActive`
 * throws.
 */
export async function lockActivePlan(services: Services, trx: Db, subscriptionId: string): Promise<SubscriptionRow> {
  // Lock order: stops before their subscription, as when a stop is completed.
  await lockOpenStops(trx, subscriptionId);
  const locked = requireActive(services, await lockSubscription(trx, subscriptionId));
  const plan = await applyPending(services, trx, locked);
  await writeDueCredits(services, trx, plan);
  return await clearEndedHold(services, trx, plan);
}

/** Returns the plan. Throws 404 if it is undefined, and 409: `ended` if it has ended, `not_active` if it is paused. */
export function requireActive({ clock }: Pick<Services, 'clock'>, plan: SubscriptionRow | undefined): SubscriptionRow {
  if (!plan) throw new Refusal(404, 'Subscription not found');
  if (plan.status === 'cancelled' || isOver(plan, clock())) throw hasEnded();
  if (plan.status !== 'active') throw new Refusal(409, `This subscription is ${plan.status}.`, { code: 'not_active' });
  return plan;
}
