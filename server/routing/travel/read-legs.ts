import type { Db } from '../../database/transaction.ts';
import { listLegs } from '../store.ts';
import { milesOf } from './travel-rules.ts';

/** Returns the miles to each stop of these routes from the one before it, by pickup id. Stops without a leg are left out. */
export async function readMilesFromPrevious(
  db: Db,
  routeIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(routeIds)].filter((id) => id !== null);
  return new Map((await listLegs(db, ids)).map(({ pickupId, meters }) => [pickupId, milesOf(meters)]));
}
