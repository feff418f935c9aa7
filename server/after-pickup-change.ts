import { recordChanges } from './audit/record-change.ts';
import type { Db } from './database/transaction.ts';
import { enqueueDayCounts } from './drivers/enqueue-day-counts.ts';
import { enqueueNextCustomers } from './live/message-next-customers.ts';
import { messagesOf, staffMessagesOf } from './messages/describe-messages.ts';
import { closeReports } from './missed/close-reports.ts';
import { refundCancelledPickup } from './payments/refunds/refund-cancelled-pickup.ts';
import { adminNoticesOf, noticesOf } from './pickups/changes/describe-notices.ts';
import { trailOf } from './pickups/changes/describe-trail.ts';
import type { PickupChange, PickupChangeKind } from './pickups/changes/pickup-change.ts';
import type { PickupRow } from './pickups/pickup-row.ts';
import { listPickupsById } from './pickups/store.ts';
import { recordRouteStarts } from './routing/route-progress.ts';
import { updateRoutes } from './routing/update-routes.ts';
import type { PickupChangeServices } from './services.ts';
import { updatePlanAfterPickup } from './subscriptions/occurrences/update-plan-after-pickup.ts';

type FollowUp =
  | 'refund'
  | 'plan'
  | 'routes'
  | 'day counts'
  | 'route start'
  | 'trail'
  | 'notices'
  | 'messages'
  | 'next customers'
  | 'reports';

/**
 * What follows each change of a pickup. The follow-ups always run in this order, and so lock their rows in this order:
 * - refund: what the customer paid for it is refunded, or the part that the change names;
 * - plan: its plan's next stop, mowing date and `nextPickupDate` are brought up to date;
 * - routes: the routes that hold or held it are brought up to date, and jobs refresh their arrivals;
 * - day counts: jobs count its drivers' days again;
 * - route start: its driver's day has started, if this is the first stop of it;
 * - trail: the audit trail says who did what;
 * - notices: the customer and the drivers are notified, and the admins of a driver's problem; of a completion two minutes after
 *   the press, unless it was undone;
 * - messages: the customer gets a message, and the dispatchers get one of a driver's problem;
 * - next customers: a job tells the customers of its driver's next stops that they are next;
 * - reports: open reports that it was missed are closed.
 */
const followUps: Readonly<Record<PickupChangeKind, readonly FollowUp[]>> = {
  assigned: ['routes', 'day counts', 'trail', 'notices'],
  unassigned: ['routes', 'day counts', 'trail', 'notices'],
  rescheduled: ['plan', 'routes', 'day counts', 'trail', 'notices', 'messages', 'reports'],
  cancelled: ['refund', 'plan', 'routes', 'day counts', 'trail', 'notices', 'messages', 'reports'],
  completed: ['plan', 'routes', 'day counts', 'route start', 'trail', 'notices', 'messages', 'next customers'],
  issue: ['plan', 'routes', 'route start', 'trail', 'notices', 'messages', 'next customers'],
  incomplete: ['plan', 'routes', 'route start', 'trail', 'notices', 'messages', 'next customers'],
  'reason-added': ['routes', 'trail'],
  undone: ['plan', 'routes', 'day counts', 'trail', 'notices', 'reports'],
  reopened: ['plan', 'routes', 'day counts', 'trail', 'notices', 'reports'],
  readdressed: ['routes', 'trail', 'notices'],
  rated: ['day counts', 'trail'],
  // The load of the truck has changed.
  'bags-counted': ['routes', 'trail'],
  // The plan has updated itself, and its own trail and notices say what happened to it.
  'added-by-plan': ['day counts'],
  'cancelled-by-plan': ['routes', 'day counts', 'notices'],
  'resized-by-plan': ['routes'],
};

/**
 * Does what follows a change of pickups, in the transaction that makes the change, so both commit or neither does. The
 * caller has locked the pickups. Returns the stops that plans have made in place of completed ones.
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

  // What the customer gets back, in dollars; null for nothing.
  const refund =
    includes('refund') && change.kind === 'cancelled' ? await refundCancelled(services, trx, change) : null;
  const nextStops = includes('plan') ? await updatePlans(services, trx, change) : [];
  if (includes('routes')) await updateRoutes(services, trx, before);
  if (includes('day counts')) await enqueueDayCounts(services, trx, [...before, ...after]);
  if (includes('route start')) await recordRouteStarts(services, trx, after);
  if (includes('trail')) await recordChanges(services, trx, trailOf(change, refund));
  if (includes('notices') && !areNoticesLater) {
    await services.messages.notify(services, trx, noticesOf(change, refund));
    await services.messages.notifyAdmins(services, trx, adminNoticesOf(change));
  }
  if (includes('messages')) {
    const now = services.clock();
    await services.messages.write(services, trx, messagesOf(change, refund, now));
    await services.messages.writeToDispatchers(services, trx, staffMessagesOf(change, now));
  }
  if (includes('next customers')) await enqueueNextCustomers(services, trx, after);
  if (includes('reports')) await closeReports(services, trx, after);
  return nextStops;
}

async function refundCancelled(
  services: PickupChangeServices,
  trx: Db,
  { actorId, after: [pickup], refundCents: cents }: Extract<PickupChange, { kind: 'cancelled' }>,
): Promise<string | null> {
  const { id: pickupId, stripePaymentIntentId: intentId } = pickup;
  if (intentId === null) return null;
  return await refundCancelledPickup(
    services,
    trx,
    intentId,
    cents === undefined ? undefined : { pickupId, actorId, cents },
  );
}

/** In the order of the subscriptions' ids, so that two completions never wait for each other's subscriptions. */
async function updatePlans(services: PickupChangeServices, trx: Db, pickupChange: PickupChange) {
  const { kind } = pickupChange;
  // The pickup before the undo records what its completion did to the mowing date.
  const pickups = kind === 'undone' || kind === 'reopened' ? pickupChange.before : pickupChange.after;
  const inOrder = pickups.toSorted((a, b) => (a.subscriptionId ?? '').localeCompare(b.subscriptionId ?? ''));
  const nextIds: string[] = [];
  const change = kind === 'undone' || kind === 'reopened' ? 'undone' : kind === 'completed' ? 'completed' : 'changed';
  for (const pickup of inOrder) {
    nextIds.push(...(await updatePlanAfterPickup(services, trx, pickup, change)).map(({ id }) => id));
  }
  // A plan writes the instructions of its stops last, and a later completion may change them again.
  return await listPickupsById(trx, nextIds);
}
