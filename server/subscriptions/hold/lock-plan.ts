import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { lockOpenStops } from '../occurrences/store.ts';
import { lockSubscription, type SubscriptionRow } from '../store.ts';
import { clearEndedHold } from './clear-ended-holds.ts';

/**
 * Locks an active plan and its open stops for a change of its days. The credits of visits whose cut-off has passed are written
 * first, and a hold that is over is cleared. Throws 404, and 409 for a plan that isn't active.
 */
export async function lockActivePlan(services: Services, trx: Db, subscriptionId: string): Promise<SubscriptionRow> {
  // Lock order: stops before their subscription, as when a stop is completed.
  await lockOpenStops(trx, subscriptionId);
  const plan = requireActive(await lockSubscription(trx, subscriptionId));
  await writeDueCredits(services, trx, plan);
  return await clearEndedHold(services, trx, plan);
}

/** Throws 404 without a plan, and 409 for one that isn't active. */
export function requireActive(plan: SubscriptionRow | undefined): SubscriptionRow {
  if (!plan) throw new Refusal(404, 'Subscription not found');
  if (plan.status !== 'active') throw new Refusal(409, `This subscription is ${plan.status}.`, { code: 'not_active' });
  return plan;
}
