import type { Db } from '../../database/transaction.ts';
import { findAdminIds } from './store.ts';

/** The ids of all active admins. */
export async function listAdminIds(db: Db): Promise<string[]> {
  return await findAdminIds(db);
}
