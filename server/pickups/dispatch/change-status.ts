import type { IncompleteReason } from '../../../contract/drivers.ts';
import { type PickupMove, type PickupStatus, pickupMoves } from '../../../contract/pickups.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PickupChange } from '../changes/pickup-change.ts';
import { requireAdminPickup } from '../find-pickup.ts';
import type { AdminPickupRow, PickupRow } from '../pickup-row.ts';
import { lockPickup, setResolved } from '../pickups.store.ts';
import { noteMissing, refuseMove } from '../refusals.ts';
import { addedNote } from '../rules.ts';

type StatusMove = Extract<PickupMove, 'complete' | 'reportIssue' | 'markIncomplete'>;

export interface MovedPickup {
  pickup: AdminPickupRow;
  /** The plan's next stops, made because one of its stops was completed. */
  nextWeekPickups: PickupRow[];
}

/** The request body. Clients of the first version send nothing, or only the status. */
interface Said {
  status?: string | undefined;
  reason?: IncompleteReason | null | undefined;
  note?: string | null | undefined;
}

/**
 * Makes one move of the state table with one conditional UPDATE, so that only one of two simultaneous requests moves
 * the pickup. The endpoint's path names the move. A note is added to the driver's notes. Repeating a move changes
 * nothing.
 *
 * Throws 400 (a body with another status, or the reason `other` without a note), 404, and 409 (a wrong status).
 */
export async function movePickup(
  services: Services,
  actorId: string,
  pickupId: string,
  move: StatusMove,
  { status, reason, note }: Said = {},
): Promise<MovedPickup> {
  const { from, to } = pickupMoves[move];
  if (status !== undefined && status !== to) throw new Refusal(400, `This call sets the status ${to}.`);
  if (reason === 'other' && !note) throw noteMissing();
  return await inTransaction(services.db, async (trx) => {
    // The driver may be writing a note at the same time.
    if (note) await lockPickup(trx, pickupId);
    const before = await requireAdminPickup(trx, pickupId);
    if (before.status === to) return { pickup: before, nextWeekPickups: [] };
    const moved = await setResolved(trx, pickupId, from, {
      status: to,
      resolvedBy: actorId,
      now: services.clock(),
      ...(reason && { incompleteReason: reason }),
      ...(note && { driverNotes: addedNote(before.driverNotes, note) }),
    });
    if (!moved) return { pickup: await checkLostRace(trx, pickupId, to), nextWeekPickups: [] };
    const by = { actorId, after: [moved] };
    const change: PickupChange =
      to === 'completed' ? { kind: to, ...by } : { kind: to, ...by, note, reason: reason ?? undefined };
    const nextWeekPickups = await services.afterPickupChange(services, trx, change);
    return { pickup: { ...before, ...moved }, nextWeekPickups };
  });
}

/** Runs after another request won the race. Returns the pickup if that made the same move; throws 409 otherwise. */
async function checkLostRace(trx: Db, pickupId: string, to: PickupStatus): Promise<AdminPickupRow> {
  const now = await requireAdminPickup(trx, pickupId);
  if (now.status !== to) throw refuseMove(now, to);
  return now;
}
