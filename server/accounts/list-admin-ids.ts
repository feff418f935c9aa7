import type { Db } from '../database/transaction.ts';
import { findAdminIds } from './members.store.ts';

/** Every active admin. */
export async function listAdminIds(db: Db): Promise<string[]> {
  return await findAdminIds(db);
}
