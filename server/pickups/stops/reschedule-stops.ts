import { canMove, type PickupStatus, type ServiceType } from '../../../contract/pickups.ts';
import { lastClosedDay } from '../../../contract/values/time/booking-dates.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { PickupChangeServices } from '../../services.ts';
import type { PickupChange } from '../changes/pickup-change.ts';
import type { PickupRow } from '../pickup-row.ts';
import { setDate } from '../pickups.store.ts';
import { changedMeanwhile } from '../refusals.ts';
import { listActiveOf, lockPickups } from './stops.store.ts';

export interface NewDate {
  pickupId: string;
  to: Date;
  /** The driver on the new date; null for none. Undefined keeps the driver. */
  driverId?: string | null;
  /** Undefined keeps the type. */
  serviceType?: ServiceType;
}

/**
 * Moves many open stops to other dates, in the caller's transaction: all of them, or none when a plan doesn't allow it.
 * A stop whose driver is not active becomes pending. Returns the moved stops in `after`, or in `refused` the plans'
 * reasons by pickup id. Throws 409 when a stop is no longer open.
 */
export async function rescheduleStops(
  services: PickupChangeServices,
  trx: Db,
  actorId: string,
  {
    moves,
    ...rest
  }: { moves: readonly NewDate[] } & Pick<
    Extract<PickupChange, { kind: 'rescheduled' }>,
    'reason' | 'email' | 'notices'
  >,
): Promise<{ after: PickupRow[]; refused: Map<string, string> }> {
  const moveOf = new Map(moves.map((move) => [move.pickupId, move]));
  const before = await lockPickups(trx, [...moveOf.keys()]);
  if (before.length < moves.length || before.some(({ status }) => !canMove(status, 'reschedule'))) {
    throw changedMeanwhile('these pickups');
  }
  const targets = before.map((pickup) => ({ pickup, move: moveOf.get(pickup.id) as NewDate }));
  const refused = await findRefused(services, trx, targets);
  if (refused.size > 0) return { after: [], refused };
  const driverOf = ({ pickup, move }: Target) => (move.driverId === undefined ? pickup.driverId : move.driverId);
  const active = new Set(await listActiveOf(trx, [...new Set(targets.flatMap((target) => driverOf(target) ?? []))]));
  const now = services.clock();
  const closedDay = lastClosedDay(now, services.settings.changeCutoff);
  const after: PickupRow[] = [];
  for (const target of targets) {
    const { pickup, move } = target;
    const wanted = driverOf(target);
    const driverId = wanted !== null && active.has(wanted) ? wanted : null;
    const status: PickupStatus = driverId === null ? 'pending' : 'assigned';
    const { to: scheduledDate, serviceType = pickup.serviceType } = move;
    const moved = await setDate(trx, pickup, { scheduledDate, status, driverId, serviceType, closedDay, now });
    if (!moved) throw changedMeanwhile('these pickups');
    after.push(moved);
  }
  await services.afterPickupChange(services, trx, { kind: 'rescheduled', actorId, before, after, ...rest });
  return { after, refused };
}

interface Target {
  pickup: PickupRow;
  move: NewDate;
}

/** Returns the plans' refusals by pickup id. Locks the plans in the order of their ids, to avoid deadlocks. */
async function findRefused(
  services: Pick<PickupChangeServices, 'requireFreeDay'>,
  trx: Db,
  targets: readonly Target[],
): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const ofPlans = targets.filter(({ pickup }) => pickup.subscriptionId !== null);
  const inOrder = ofPlans.toSorted((a, b) =>
    String(a.pickup.subscriptionId).localeCompare(String(b.pickup.subscriptionId)),
  );
  for (const { pickup, move } of inOrder) {
    try {
      await services.requireFreeDay(trx, pickup, dateKeyOf(move.to));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(pickup.id, error.message);
    }
  }
  return refused;
}
