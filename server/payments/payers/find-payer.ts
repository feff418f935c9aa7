import type { Db } from '../../database/transaction.ts';
import { findPayer as findRow, type PayerRow } from './store.ts';

/** Who pays, for whoever writes to them. */
export async function findPayer(db: Db, userId: string): Promise<PayerRow> {
  return await findRow(db, userId);
}
