import { type PickupMove, type PickupStatus, pickupMoves, statusLabels } from '../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/dates.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { updateRoutes } from '../routing/update-routes.ts';
import type { Services } from '../services.ts';
import { updatePlanAfterPickup } from '../subscriptions/occurrences/update-plan-after-pickup.ts';
import type { AdminPickupRow, PickupRow } from './pickup-row.ts';
import { enqueueDayCounts } from './stops/enqueue-day-counts.ts';
import { findAdminPickup, setStatus } from './store.ts';

type StatusMove = Extract<PickupMove, 'complete' | 'reportIssue' | 'markIncomplete'>;

/** What the customer reads when the dispatcher makes the move. */
const notices: Record<StatusMove, { title: string; type: string; sentence: (day: string) => string }> = {
  complete: {
    title: 'Pickup completed',
    type: 'pickup_completed',
    sentence: (day) => `Your pickup of ${day} is done.`,
  },
  reportIssue: {
    title: 'There is an issue with your pickup',
    type: 'pickup_issue',
    sentence: (day) => `We are looking into your pickup of ${day}.`,
  },
  markIncomplete: {
    title: 'Pickup not completed',
    type: 'pickup_incomplete',
    sentence: (day) => `Your pickup of ${day} could not be completed. We will find a new date.`,
  },
};

export interface MovedPickup {
  pickup: AdminPickupRow;
  /** The stops of next week that completing a subscription's stop has made. */
  nextWeekPickups: PickupRow[];
}

/**
 * Makes one move of the state table: one conditional UPDATE, so of two people pressing at once one moves and the other
 * is told. The path decides which move; a `status` in the body that says otherwise is 400. Repeating a move changes
 * nothing. Throws 404 and 409.
 */
export async function movePickup(
  services: Services,
  actorId: string,
  pickupId: string,
  move: StatusMove,
  saidStatus: string | undefined,
): Promise<MovedPickup> {
  const { from, to } = pickupMoves[move];
  if (saidStatus !== undefined && saidStatus !== to) throw new Refusal(400, `This call sets the status ${to}.`);
  return await inTransaction(services.db, async (trx) => {
    const before = await requireAdminPickup(trx, pickupId);
    if (before.status === to) return { pickup: before, nextWeekPickups: [] };
    const moved = await setStatus(trx, pickupId, from, to, services.clock());
    if (!moved) return { pickup: await lostRace(trx, pickupId, to), nextWeekPickups: [] };
    const nextWeekPickups = await updatePlanAfterPickup(
      services,
      trx,
      moved,
      move === 'complete' ? 'completed' : 'changed',
    );
    await updateRoutes(services, trx, [before]);
    await recordChanges(services, trx, [{ actorId, action: to, subject: 'pickup', subjectId: pickupId }]);
    if (move === 'complete') await enqueueDayCounts(services, trx, [moved]);
    await enqueueNotice(services, trx, moved, move);
    return { pickup: { ...before, ...moved }, nextWeekPickups };
  });
}

/** Somebody was quicker: with the same move all is well, with another one it is a conflict. */
async function lostRace(trx: Db, pickupId: string, to: PickupStatus): Promise<AdminPickupRow> {
  const now = await requireAdminPickup(trx, pickupId);
  if (now.status !== to) throw refuseMove(now, to);
  return now;
}

/** Tells the customer of a move, by a job row in the same transaction. */
export async function enqueueNotice(
  services: Pick<Services, 'jobs'>,
  trx: Db,
  pickup: PickupRow,
  move: StatusMove,
): Promise<void> {
  const { title, type, sentence } = notices[move];
  await services.jobs.enqueue(trx, 'notify-person', {
    userId: pickup.customerId,
    title,
    type,
    message: sentence(describeDay(pickup)),
    actionUrl: '/pickup-history',
  });
}

/** Throws a 404 Refusal when there is no such pickup. */
export async function requireAdminPickup(db: Db, id: string): Promise<AdminPickupRow> {
  const pickup = await findAdminPickup(db, id);
  if (!pickup) throw new Refusal(404, 'Pickup not found');
  return pickup;
}

export function refuseMove(pickup: PickupRow, to: PickupStatus): Refusal {
  const is = statusLabels[pickup.status].toLowerCase();
  return new Refusal(409, `This pickup is ${is} and cannot be set to ${statusLabels[to].toLowerCase()}.`, {
    code: 'wrong_status',
  });
}

/** The pickup's New York day in words. */
export function describeDay(pickup: PickupRow): string {
  return pickup.scheduledDate ? formatDateKey(dateKeyOf(pickup.scheduledDate)) : 'a day to be set';
}
