import type { PlanVisit } from '../../../contract/plan/page.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { findAddressOf, findLatestSubscription } from '../subscriptions.store.ts';
import { readVisits, shownVisits } from './read-visits.ts';

/** The visits that the plan's page shows, and what a visit without a stop has from its plan. */
export interface VisitsOfPlan {
  readonly subscriptionId: string;
  readonly address: string;
  readonly bagCount: number;
  readonly createdAt: Date;
  /** When the plan, or where closed days have moved its visits, last changed. */
  readonly changedAt: Date;
  readonly visits: readonly PlanVisit[];
}

/** Returns the visits that a customer's page of the plan shows; null without a plan. */
export async function readVisitsOf(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  customerId: string,
): Promise<VisitsOfPlan | null> {
  const plan = await findLatestSubscription(db, customerId);
  if (!plan) return null;
  const { id: subscriptionId, bagCountLimit: bagCount, createdAt, updatedAt: changedAt } = plan;
  const address = plan.address ?? (await findAddressOf(db, customerId)) ?? '';
  const visits = await readVisits(services, db, plan, { count: shownVisits });
  return { subscriptionId, address, bagCount, createdAt, changedAt, visits };
}
