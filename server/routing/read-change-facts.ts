import type { ChangeFacts } from '../../contract/values/change-policy.ts';
import type { Db } from '../database/transaction.ts';
import { changeFactsOf } from '../pickups/change-terms.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { readRouteProgress } from './route-progress.ts';

/** Returns the current facts that decide whether a customer can move, cancel or skip a pickup. */
export async function readChangeFacts(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  pickup: PickupRow,
): Promise<ChangeFacts> {
  return changeFactsOf(services, pickup, await readRouteProgress(db, pickup));
}
