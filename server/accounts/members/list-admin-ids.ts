import type { Db } from '../../database/transaction.ts';
import { findAdminIds } from './store.ts';

/** Every active admin. */
export async function listAdminIds(db: Db): Promise<string[]> {
  return await findAdminIds(db);
}
