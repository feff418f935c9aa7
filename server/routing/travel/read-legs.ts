import type { Db } from '../../database/transaction.ts';
import { milesOf } from '../day/plan-rules.ts';
import { listLegs } from '../store.ts';

/** How many miles each stop of these routes is from the one before it, by the plan; a stop without a way to it is left out. */
export async function readMilesFromPrevious(
  db: Db,
  routeIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(routeIds)].filter((id) => id !== null);
  return new Map((await listLegs(db, ids)).map(({ pickupId, meters }) => [pickupId, milesOf(meters)]));
}
