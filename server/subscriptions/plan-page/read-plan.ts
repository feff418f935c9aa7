import type { z } from 'zod/mini';
import type { PlanView } from '../../../contract/plan/page.ts';
import { addDays, dateKeyOf } from '../../../contract/values/dates.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentSubscription } from '../present-subscription.ts';
import { findLatestSubscription, findSubscription, type SubscriptionRow } from '../store.ts';

/** A customer's live plan, else the last one that ended; null without any. */
export async function readOwnPlan(services: Services, customerId: string): Promise<z.input<typeof PlanView> | null> {
  const subscription = await findLatestSubscription(services.db, customerId);
  return subscription ? await readPlan(services, subscription) : null;
}

/** A subscriber's plan for the dispatcher. Throws 404. */
export async function readSubscriberPlan(services: Services, id: string): Promise<z.input<typeof PlanView>> {
  const subscription = await findSubscription(services.db, id);
  if (!subscription) throw new Refusal(404, 'Subscription not found');
  return await readPlan(services, subscription);
}

async function readPlan(services: Services, subscription: SubscriptionRow): Promise<z.input<typeof PlanView>> {
  const earliest = addDays(dateKeyOf(services.clock()), 2);
  return {
    subscription: presentSubscription(subscription),
    visits: [],
    nextCharge: null,
    card: null,
    isProviderUnavailable: false,
    credit: { balance: '0.00', rows: [] },
    hold: null,
    holdLimits: { earliest, minDays: 14, maxDays: 90, daysLeft: 90 },
    pending: null,
    endsAt: null,
    canHold: false,
    canComeBackEarly: false,
    canChange: false,
    canUndoChange: false,
    canCancel: false,
    canUndoCancel: false,
  };
}
