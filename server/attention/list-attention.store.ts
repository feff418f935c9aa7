import { type Insertable, type RawBuilder, sql } from 'kysely';
import {
  type AttentionItem,
  type AttentionKind,
  type AttentionPerson,
  attentionKinds,
  type LateWorkKind,
  maxAttentionItems,
} from '../../contract/attention.ts';
import type { DateKey } from '../../contract/values/time/dates.ts';
import type { AttentionDismissalsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import { maxCounted } from '../http/paging.ts';
import type { AttentionFacts } from './attention-facts.ts';
import { attentionQueries, foundWhole, soonestFirst } from './kinds.store.ts';

/** SQL of the list: the rows of the kinds' queries, without those dismissed in their present state. */

export interface AttentionRow {
  kind: AttentionKind;
  subject: string;
  state: string;
  at: Date;
  pickupId: string | null;
  customerId: string | null;
  driverId: string | null;
  day: DateKey | null;
  amount: string | null;
  load: AttentionItem['load'];
  lateWork: LateWorkKind[] | null;
}

/** Returns the most urgent items of every kind, with the kind's count up to `maxCounted + 1`, in one statement. */
export async function listOpen(db: Db, facts: AttentionFacts): Promise<(AttentionRow & { count: number })[]> {
  const kinds = attentionKinds.map((kind) => openOfKind(kind, attentionQueries[kind](facts)));
  const { rows } = await sql<AttentionRow & { count: number }>`${sql.join(kinds, sql` UNION ALL `)}`.execute(db);
  return rows;
}

function openOfKind(kind: AttentionKind, query: RawBuilder<unknown>) {
  const order = soonestFirst.includes(kind) ? sql`"day", "at", "subject"` : sql`"at" DESC, "subject"`;
  const open = withoutDismissed(kind, query);
  const select = (from: RawBuilder<unknown>, countedFrom: RawBuilder<unknown>) => sql`
    SELECT ${kind}::text AS "kind", found.*,
      (SELECT count(*)::int FROM (SELECT 1 FROM ${countedFrom} LIMIT ${sql.lit(maxCounted + 1)}) AS counted) AS "count"
    FROM ${from} ORDER BY ${order} LIMIT ${sql.lit(maxAttentionItems)}`;
  if (foundWhole.includes(kind)) {
    return sql`(WITH found AS MATERIALIZED (SELECT found.* FROM ${open}) ${select(sql`found`, sql`found`)})`;
  }
  // The count needs its own scan, because the scan for the items stops at its limit.
  return sql`(${select(open, open)})`;
}

/** Returns a kind's rows that are not dismissed in their present state, as `found`, to select from. */
export function withoutDismissed(kind: AttentionKind, query: RawBuilder<unknown>) {
  // With IS NOT DISTINCT FROM, PostgreSQL compares states only when a dismissal has the same subject. With `=`, it
  // hashes the states of all rows, of which there may be ten thousand.
  return sql`(${query}) AS found WHERE NOT EXISTS (SELECT 1 FROM attention_dismissals AS dismissed
    WHERE dismissed."kind" = ${kind} AND dismissed."subject" = found."subject"
      AND dismissed."state" IS NOT DISTINCT FROM found."state")`;
}

/** Returns the row of a kind's query for one subject, dismissed or not. */
export async function findOne(
  db: Db,
  { kind, subject }: { kind: AttentionKind; subject: string },
  facts: AttentionFacts,
): Promise<AttentionRow | undefined> {
  const query = attentionQueries[kind](facts);
  const { rows } = await sql<AttentionRow>`
    SELECT ${kind}::text AS "kind", found.* FROM (${query}) AS found WHERE found."subject" = ${subject}`.execute(db);
  return rows[0];
}

/** Saves a dismissal. Returns false if this state is already dismissed. */
export async function insertDismissal(trx: Db, dismissal: Insertable<AttentionDismissalsTable>): Promise<boolean> {
  const saved = await trx
    .insertInto('attention_dismissals')
    .values(dismissal)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns when the newest good backup was made, and why a later one failed or it wasn't copied. */
export async function readBackupFailures(
  db: Db,
): Promise<{ newestAt: Date | null; failure: string | null; copyFailure: string | null }> {
  const newest = await db
    .selectFrom('backups')
    .select(['startedAt', 'copyFailure'])
    .where('checkedAt', 'is not', null)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const last = await db
    .selectFrom('backups')
    .select('failure')
    .where('failure', 'is not', null)
    .$if(newest !== undefined, (failed) => failed.where('startedAt', '>', newest?.startedAt ?? null))
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    newestAt: newest?.startedAt ?? null,
    failure: last?.failure ?? null,
    copyFailure: newest?.copyFailure ?? null,
  };
}

/** Returns the email addresses of these people, by person id. */
export async function listEmails(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Returns why these closings aren't finished, by closing id. */
export async function listClosingFailures(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('plan_closings')
    .select(['id', 'failure'])
    .where('id', 'in', ids)
    .where('failure', 'is not', null)
    .$narrowType<{ failure: string }>()
    .execute();
  return new Map(rows.map(({ id, failure }) => [id, failure]));
}

export async function listPeople(db: Db, ids: readonly string[]): Promise<AttentionPerson[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('users')
    .select(['id', 'username', 'firstName', 'lastName', 'phone'])
    .where('id', 'in', ids)
    .execute();
}
