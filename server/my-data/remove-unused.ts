import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { erasePerson } from './erase.store.ts';

/**
 * Erases an account that nobody has used, as if its customer had deleted it. The caller has locked the account and
 * checked that it is unused.
 */
export async function removeUnused({ clock }: Pick<Services, 'clock'>, trx: Db, userId: string): Promise<void> {
  await erasePerson(trx, userId, clock());
}
