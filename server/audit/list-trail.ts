import type { AuditSubject } from '../../contract/audit.ts';
import type { Db } from '../database/transaction.ts';
import { type EntryRow, listEntries } from './store.ts';

/** The most lines listed, more than anyone reads about one pickup, person or plan. */
const mostEntries = 200;

/** Lists the latest lines about one pickup, person or plan, newest first. */
export async function listTrail(db: Db, of: { subject: AuditSubject; id: string }): Promise<EntryRow[]> {
  return await listEntries(db, { ...of, most: mostEntries });
}
