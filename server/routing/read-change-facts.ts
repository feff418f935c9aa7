import type { ChangeFacts } from '../../contract/values/change-policy.ts';
import type { Db } from '../database/transaction.ts';
import { termsOf } from '../pickups/change-terms.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { readRouteProgress } from './route-progress.ts';

/** The facts of a pickup that decide whether its customer can move, cancel or skip it, as they are now. */
export async function readChangeFacts(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  pickup: PickupRow,
): Promise<ChangeFacts> {
  return {
    status: pickup.status,
    day: pickup.scheduledDay,
    bookedAt: pickup.createdAt,
    isPlanStop: pickup.subscriptionId !== null,
    isHeld: pickup.heldAt !== null,
    ...(await readRouteProgress(db, pickup)),
    terms: termsOf(pickup, settings),
    now: clock(),
  };
}
