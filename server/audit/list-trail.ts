import type { AuditAction, AuditSubject, PickupAction } from '../../contract/audit.ts';
import type { Db } from '../database/transaction.ts';
import { type EntryRow, listEntries } from './audit.store.ts';

/** The most lines listed, more than anyone reads about one pickup, person or plan. */
const mostEntries = 200;

/** Lists the latest lines about one pickup, person or plan, newest first. */
export async function listTrail<Subject extends AuditSubject>(
  db: Db,
  of: { subject: Subject; id: string },
): Promise<EntryRow<Subject extends 'pickup' ? PickupAction : AuditAction>[]> {
  return await listEntries(db, { ...of, most: mostEntries });
}
