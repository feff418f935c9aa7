import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { lockDriver } from '../people.store.ts';
import type { PickupRow } from '../pickup-row.ts';
import { setUnresolved } from '../pickups.store.ts';
import { changedMeanwhile } from '../refusals.ts';

/** How a pickup is reopened: by the Undo of the person who resolved it, or by a dispatcher for a reason. */
export type Return = { kind: 'undone'; actorId: string } | { kind: 'reopened'; actorId: string; reason: string };

/**
 * Puts a resolved pickup that the caller has locked back in its place on its driver's route, or back to pending when
 * the driver isn't active anymore. Payments and the plan's next stop don't change. Throws 409 when its plan refuses the
 * day.
 */
export async function returnToDriver(services: Services, trx: Db, before: PickupRow, by: Return): Promise<PickupRow> {
  if (before.scheduledDay !== null) await services.requireFreeDay(trx, before, before.scheduledDay);
  const driver = before.driverId ? await lockDriver(trx, before.driverId) : undefined;
  const driverId = driver?.isActive ? before.driverId : null;
  const after = await setUnresolved(trx, before, { driverId, now: services.clock() });
  if (!after) throw changedMeanwhile('this pickup');
  await services.afterPickupChange(services, trx, { ...by, before: [before], after: [after] });
  return after;
}
