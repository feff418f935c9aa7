import type { ChangeFacts } from '../../contract/values/change-policy.ts';
import type { Db } from '../database/transaction.ts';
import { changeFactsOf } from '../pickups/change-terms.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { readRouteProgress } from './route-progress.ts';

/** The facts of a pickup that decide whether its customer can move, cancel or skip it, as they are now. */
export async function readChangeFacts(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  pickup: PickupRow,
): Promise<ChangeFacts> {
  return changeFactsOf(services, pickup, await readRouteProgress(db, pickup));
}
