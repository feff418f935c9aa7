import type { Insertable } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { AuditAction, AuditSubject } from '../../contract/audit.ts';
import type { AuditLogTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of the audit trail. Lines are only ever added. */

/** A statement takes at most 65,535 values, and a line has fewer than 13. */
const mostRows = 5_000;

export async function insertEntries(trx: Db, entries: Insertable<AuditLogTable>[]): Promise<void> {
  for (let from = 0; from < entries.length; from += mostRows) {
    await trx
      .insertInto('audit_log')
      .values(entries.slice(from, from + mostRows))
      .execute();
  }
}

export interface EntryRow {
  id: string;
  at: Date;
  action: AuditAction;
  details: Record<string, string>;
  actorUsername: string | null;
  actorRole: Role | null;
}

/** The latest lines about one subject, the newest first. */
export async function listEntries(
  db: Db,
  { subject, id, most }: { subject: AuditSubject; id: string; most: number },
): Promise<EntryRow[]> {
  return await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actorId')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.details'])
    .select((eb) => eb.ref('audit_log.action').$castTo<AuditAction>().as('action'))
    .select(['users.username as actorUsername', 'users.role as actorRole'])
    .where('audit_log.subject', '=', subject)
    .where('audit_log.subjectId', '=', id)
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(most)
    .execute();
}
