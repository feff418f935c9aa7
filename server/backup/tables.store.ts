import pg from 'pg';
import {
  type BackedTable,
  type BackupHead,
  type BackupManifest,
  inOrder,
  type LedgerSum,
  type Reference,
  type TableSum,
} from './backup-rules.ts';
import type { BackupConnection } from './connection.ts';

/** The SQL of backups. It uses one connection, because a snapshot belongs to a connection. */

/** The job queue's table also has finished jobs, which are not backed up. */
const jobs = 'pgboss.job';
const unfinished = `"state" < 'completed'`;

/**
 * What describes the schema is not backed up: the target database has its own. Neither is the record of nightly backups:
 * where a backup is restored, those of the other machine and their failures aren't current.
 */
const notBackedUp = ['kysely_migration', 'kysely_migration_lock', 'oldest_server', 'backups', 'backup_schedule'];

const quote = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');
const listOf = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ');
const sourceOf = (name: string) => `${quote(name)}${name === jobs ? ` WHERE ${unfinished}` : ''}`;

export const copyOutOf = ({ name, columns }: BackedTable) =>
  `COPY (SELECT ${listOf(columns)} FROM ${sourceOf(name)}) TO STDOUT`;
export const copyInto = ({ name, columns }: BackedTable) => `COPY ${quote(name)} (${listOf(columns)}) FROM STDIN`;

/** Returns the database's schema version, and its tables in the order in which they can be restored. */
export async function readHead(connection: BackupConnection, now: Date): Promise<BackupHead> {
  const { rows: migrations } = await connection.query<{ name: string }>(
    'SELECT "name" FROM kysely_migration ORDER BY "name" DESC LIMIT 1',
  );
  const { rows: columns } = await connection.query<{ name: string; columns: string[] }>(
    `SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS "name",
        array_agg(a.attname::text ORDER BY a.attnum) AS "columns"
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE (n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> ALL($1)) OR (n.nspname = 'pgboss' AND c.relname = 'job')
      GROUP BY 1`,
    [notBackedUp],
  );
  const { rows: references } = await connection.query<Reference>(
    `SELECT r.conrelid::regclass::text AS "from", r.confrelid::regclass::text AS "to" FROM pg_constraint AS r
      WHERE r.contype = 'f' AND r.connamespace = 'public'::regnamespace`,
  );
  const byName = new Map(columns.map((table) => [table.name, table]));
  return {
    createdAt: now.toISOString(),
    migration: migrations[0]?.name ?? 'none',
    queueVersion: byName.has(jobs) ? await readQueueVersion(connection) : null,
    tables: inOrder([...byName.keys()].sort(), references).flatMap((name) => byName.get(name) ?? []),
  };
}

async function readQueueVersion(connection: BackupConnection): Promise<number> {
  const { rows } = await connection.query<{ version: number }>('SELECT "version" FROM pgboss.version');
  return Number(rows[0]?.version);
}

/**
 * Returns the number of rows and a checksum of all columns, including generated ones. It uses MD5 because that is the
 * same on every version and machine. It guards against mistakes, not against attackers.
 */
export async function sumTable(connection: BackupConnection, name: string): Promise<TableSum> {
  const { rows } = await connection.query<{ rows: string; sum: string }>(
    `SELECT count(*) AS "rows", coalesce(sum(('x' || left(md5(one::text), 16))::bit(64)::bigint), 0)::text AS "sum"
      FROM (SELECT * FROM ${sourceOf(name)}) AS one`,
  );
  return { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '0' };
}

export async function sumLedger(connection: BackupConnection): Promise<LedgerSum[]> {
  const { rows } = await connection.query<LedgerSum>(
    `SELECT "status", count(*)::int AS "rows", sum("amount")::text AS "amount",
        coalesce(sum("refundAmount"), 0)::text AS "refunded", sum("credit")::text AS "credit"
      FROM payment_history GROUP BY "status" ORDER BY "status"`,
  );
  return rows;
}

export async function readSequences(connection: BackupConnection): Promise<BackupManifest['sequences']> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT sequencename AS "name" FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  const sequences: { name: string; last: string; isCalled: boolean }[] = [];
  for (const { name } of rows) {
    const { rows: values } = await connection.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value::text AS "last", is_called AS "isCalled" FROM ${quote(name)}`,
    );
    for (const value of values) sequences.push({ name, ...value });
  }
  return sequences;
}

export async function setSequences(
  connection: BackupConnection,
  sequences: BackupManifest['sequences'],
): Promise<void> {
  for (const { name, last, isCalled } of sequences) {
    await connection.query('SELECT setval($1::regclass, $2::bigint, $3)', [quote(name), last, isCalled]);
  }
}

export async function listPhotoKeys(connection: BackupConnection): Promise<{ key: string; type: string }[]> {
  const { rows } = await connection.query<{ key: string; type: string }>(
    `SELECT "storageKey" AS "key", "contentType" AS "type" FROM pickup_photos
      UNION ALL
      SELECT "ticketKey", CASE substring("ticketKey" FROM '[^.]*$') WHEN 'png' THEN 'image/png' WHEN 'webp' THEN 'image/webp' ELSE 'image/jpeg' END
      FROM disposal_visits WHERE "ticketKey" IS NOT NULL
      ORDER BY 1`,
  );
  return rows;
}

/** Locks the tables against writes by others. Returns the name of a table that has rows; undefined if all are empty. */
export async function lockEmpty(
  connection: BackupConnection,
  tables: readonly BackedTable[],
): Promise<string | undefined> {
  await connection.query("SET LOCAL lock_timeout = '10s'");
  await connection.query(`LOCK TABLE ${tables.map(({ name }) => quote(name)).join(', ')} IN EXCLUSIVE MODE`);
  for (const { name } of tables) {
    const { rowCount } = await connection.query(`SELECT FROM ${sourceOf(name)} LIMIT 1`);
    if (rowCount) return name;
  }
  return undefined;
}
