import type { Db } from '../../database/transaction.ts';
import { lockStops } from '../places.store.ts';
import { lockDay } from '../routing.store.ts';

/**
 * Locks the routes of days, and then stops, until the transaction ends. The order is always the same, so that no two
 * requests wait for each other.
 */
export async function lockDaysAndStops(trx: Db, days: readonly string[], stopIds: readonly string[]): Promise<void> {
  for (const day of [...new Set(days)].sort()) await lockDay(trx, day);
  await lockStops(trx, stopIds);
}
