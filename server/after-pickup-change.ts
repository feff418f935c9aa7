import { recordChanges } from './audit/record-change.ts';
import type { Db } from './database/transaction.ts';
import { enqueueDayCounts } from './drivers/enqueue-day-counts.ts';
import { enqueueNextCustomers } from './live/message-next-customers.ts';
import { messagesOf } from './messages/describe-messages.ts';
import { closeReports } from './missed/close-reports.ts';
import { refundCancelledPickup } from './payments/refunds/refund-cancelled-pickup.ts';
import { noticesOf } from './pickups/changes/describe-notices.ts';
import { trailOf } from './pickups/changes/describe-trail.ts';
import type { PickupChange, PickupChangeKind } from './pickups/changes/pickup-change.ts';
import type { PickupRow } from './pickups/pickup-row.ts';
import { listPickupsById } from './pickups/pickups.store.ts';
import { recordRouteStarts } from './routing/route-progress.ts';
import { updateRoutes } from './routing/update-routes.ts';
import type { PickupChangeServices } from './services.ts';
import {
  type PlanEffect,
  planEffects,
  updatePlanAfterPickup,
} from './subscriptions/occurrences/update-plan-after-pickup.ts';

type FollowUp =
  | 'refund'
  | `plan ${PlanEffect}`
  | 'routes'
  | 'day counts'
  | 'route start'
  | 'next customers'
  | 'reports';

/**
 * What each kind of pickup change causes. What it says is in `trailOf`, `noticesOf` and `messagesOf`. All always happens
 * in this order, and so always locks its rows in this order:
 * - refund: all of the customer's charges for the pickup are refunded, or the part of them that the change names;
 * - plan: the next stop, mowing date and `nextPickupDate` of the pickup's plan are updated;
 * - routes: the routes that contain or contained the pickup are updated, and jobs refresh their arrival times;
 * - day counts: jobs count its drivers' days again;
 * - route start: its driver's day is recorded as started, if this is the first stop resolved on that day;
 * - the trail, the notices, and the messages. Those about a completion wait two minutes and are dropped if it is undone;
 * - next customers: a job tells the customers of the driver's next stops that they are next;
 * - reports: open reports that the pickup was missed are closed.
 */
const followUps: Readonly<Record<PickupChangeKind, readonly FollowUp[]>> = {
  assigned: ['routes', 'day counts'],
  unassigned: ['routes', 'day counts'],
  rescheduled: ['plan changed', 'routes', 'day counts', 'reports'],
  cancelled: ['refund', 'plan changed', 'routes', 'day counts', 'reports'],
  completed: ['plan completed', 'routes', 'day counts', 'route start', 'next customers'],
  issue: ['plan changed', 'routes', 'route start', 'next customers'],
  incomplete: ['plan changed', 'routes', 'route start', 'next customers'],
  'reason-added': ['routes'],
  undone: ['plan undone', 'routes', 'day counts', 'reports'],
  reopened: ['plan undone', 'routes', 'day counts', 'reports'],
  readdressed: ['routes'],
  rated: ['day counts'],
  // The count changes the load of the truck.
  'bags-counted': ['routes'],
  // The plan is already updated.
  'added-by-plan': ['day counts'],
  'cancelled-by-plan': ['routes', 'day counts'],
  'resized-by-plan': ['routes'],
};

/**
 * Runs the follow-ups of a pickup change in the transaction that makes it, so that all commit or none does. The caller
 * has locked the pickups. Returns the plans' next stops after completed ones.
 */
export async function afterPickupChange(
  services: PickupChangeServices,
  trx: Db,
  change: PickupChange,
): Promise<PickupRow[]> {
  const { after } = change;
  const before = 'before' in change ? change.before : after;
  const includes = (followUp: FollowUp) => followUps[change.kind].includes(followUp);
  const areNoticesLater = 'notices' in change && change.notices === 'later';

  // The refund in dollars, or null if there is none.
  const refund =
    includes('refund') && change.kind === 'cancelled' ? await refundCancelled(services, trx, change) : null;
  const effect = planEffects.find((each) => includes(`plan ${each}`));
  // The pickup before the undo records what its completion did to the mowing date.
  const nextStops = effect ? await updatePlans(services, trx, effect === 'undone' ? before : after, effect) : [];
  if (includes('routes')) await updateRoutes(services, trx, before);
  if (includes('day counts')) await enqueueDayCounts(services, trx, [...before, ...after]);
  if (includes('route start')) await recordRouteStarts(services, trx, after);
  await recordChanges(services, trx, trailOf(change, refund));
  if (!areNoticesLater) {
    const { people, admins = [] } = noticesOf(change, refund);
    await services.messages.notify(services, trx, people);
    await services.messages.notifyAdmins(services, trx, admins);
  }
  const { customers, dispatchers = [] } = messagesOf(change, refund, services.clock());
  await services.messages.write(services, trx, customers);
  await services.messages.writeToDispatchers(services, trx, dispatchers);
  if (includes('next customers')) await enqueueNextCustomers(services, trx, after);
  if (includes('reports')) await closeReports(services, trx, after);
  return nextStops;
}

async function refundCancelled(
  services: PickupChangeServices,
  trx: Db,
  { actorId, after: [pickup], refundCents: cents }: Extract<PickupChange, { kind: 'cancelled' }>,
): Promise<string | null> {
  return await refundCancelledPickup(services, trx, pickup.id, cents === undefined ? undefined : { actorId, cents });
}

/** Updates the pickups' plans in the order of the subscriptions' ids, so that two completions can't deadlock. */
async function updatePlans(
  services: PickupChangeServices,
  trx: Db,
  pickups: readonly PickupRow[],
  effect: PlanEffect,
): Promise<PickupRow[]> {
  const inOrder = pickups.toSorted((a, b) => (a.subscriptionId ?? '').localeCompare(b.subscriptionId ?? ''));
  const nextIds: string[] = [];
  for (const pickup of inOrder) {
    nextIds.push(...(await updatePlanAfterPickup(services, trx, pickup, effect)).map(({ id }) => id));
  }
  // Read again: updating a plan writes its stops' instructions last, and a later completion may change them again.
  return await listPickupsById(trx, nextIds);
}
