import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { AuditAction, AuditSubject } from '../../contract/audit.ts';
import type { AuditLogTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the audit trail. Lines are added, never changed; old sign-ins and views are deleted. */

/** PostgreSQL takes at most 65,535 values per statement, and a line has fewer than 13. */
const mostRows = 5_000;

export async function insertEntries(trx: Db, entries: Insertable<AuditLogTable>[]): Promise<void> {
  for (let from = 0; from < entries.length; from += mostRows) {
    await trx
      .insertInto('audit_log')
      .values(entries.slice(from, from + mostRows))
      .execute();
  }
}

/** Inserts an entry unless one with its id exists. */
export async function insertOnce(db: Db, entry: Insertable<AuditLogTable>): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(entry)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Returns the id of the customer that a user is, or that a pickup or subscription belongs to; undefined for staff and
 * unknown ids. Reads other features' tables on purpose: only the trail needs all three.
 */
export async function findCustomerOf(
  db: Db,
  { subject, id }: { subject: AuditSubject; id: string },
): Promise<string | undefined> {
  const ownerId =
    subject === 'user'
      ? sql<string>`${id}::uuid`
      : sql<string>`(SELECT "customerId" FROM ${sql.table(subject === 'pickup' ? 'pickups' : 'subscriptions')} WHERE "id" = ${id})`;
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', ownerId)
    .where('role', '=', 'customer')
    .executeTakeFirst();
  return row?.id;
}

/** Must equal the condition of the index audit_log_short_lived. */
const isShortLived = sql<SqlBool>`"action" IN ('signed_in', 'sign_in_failed', 'viewed')`;

/**
 * Deletes at most `most` lines about sign-ins and views, so that no statement runs long. Returns the number deleted.
 */
export async function deleteShortLived(db: Db, before: Date, most: number): Promise<number> {
  const old = db.selectFrom('audit_log').select('id').where(isShortLived).where('at', '<', before).limit(most);
  const { numDeletedRows } = await db.deleteFrom('audit_log').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export interface EntryRow<Action extends AuditAction> {
  id: string;
  at: Date;
  action: Action;
  details: Record<string, string>;
  actorUsername: string | null;
  actorRole: Role | null;
}

/** Lists the latest lines about one subject, newest first. The caller knows which actions the subject can have. */
export async function listEntries<Action extends AuditAction>(
  db: Db,
  { subject, id, most }: { subject: AuditSubject; id: string; most: number },
): Promise<EntryRow<Action>[]> {
  return await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actorId')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.action', 'audit_log.details'])
    .select(['users.username as actorUsername', 'users.role as actorRole'])
    .where('audit_log.subject', '=', subject)
    .where('audit_log.subjectId', '=', id)
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(most)
    .$castTo<EntryRow<Action>>()
    .execute();
}
