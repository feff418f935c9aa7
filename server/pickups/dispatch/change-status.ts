import { type PickupMove, type PickupStatus, pickupMoves } from '../../../contract/pickups.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { refuseMove } from '../refusals.ts';
import { setStatus } from '../store.ts';

type StatusMove = Extract<PickupMove, 'complete' | 'reportIssue' | 'markIncomplete'>;

export interface MovedPickup {
  pickup: AdminPickupRow;
  /** The stops of next week that were made because a plan's stop was completed. */
  nextWeekPickups: PickupRow[];
}

/**
 * Makes one move of the state table with one conditional UPDATE, so that of two requests at the same time one moves the pickup
 * and the other is refused. The path decides which move; throws 400 when `requestedStatus`, from the body, is another one.
 * Repeating a move changes nothing. Throws 404 and 409.
 */
export async function movePickup(
  services: Services,
  actorId: string,
  pickupId: string,
  move: StatusMove,
  requestedStatus: string | undefined,
): Promise<MovedPickup> {
  const { from, to } = pickupMoves[move];
  if (requestedStatus !== undefined && requestedStatus !== to) {
    throw new Refusal(400, `This call sets the status ${to}.`);
  }
  return await inTransaction(services.db, async (trx) => {
    const before = await requireAdminPickup(trx, pickupId);
    if (before.status === to) return { pickup: before, nextWeekPickups: [] };
    const moved = await setStatus(trx, pickupId, from, to, services.clock());
    if (!moved) return { pickup: await checkLostRace(trx, pickupId, to), nextWeekPickups: [] };
    const nextWeekPickups = await services.afterPickupChange(services, trx, { kind: to, actorId, after: [moved] });
    return { pickup: { ...before, ...moved }, nextWeekPickups };
  });
}

/** Another request won the race. Returns the pickup if it made the same move; throws 409 otherwise. */
async function checkLostRace(trx: Db, pickupId: string, to: PickupStatus): Promise<AdminPickupRow> {
  const now = await requireAdminPickup(trx, pickupId);
  if (now.status !== to) throw refuseMove(now, to);
  return now;
}
