import type { AuditSubject } from '../../contract/audit.ts';
import type { Db } from '../database/transaction.ts';
import { type EntryRow, listEntries } from './store.ts';

/** More than anyone reads about one pickup, person or plan. */
const mostEntries = 200;

/** The latest lines about one pickup, person or plan, the newest first. */
export async function listTrail(db: Db, of: { subject: AuditSubject; id: string }): Promise<EntryRow[]> {
  return await listEntries(db, { ...of, most: mostEntries });
}
