import type { Db } from '../database/transaction.ts';
import { clearDriver } from './store.ts';

/**
 * Returns a driver's open stops to pending, in the transaction that takes the role or the account away (DECISIONS,
 * Accounts). Answers how many there were.
 */
export async function giveBackStops(trx: Db, driverId: string): Promise<number> {
  return await clearDriver(trx, driverId);
}
