import type { PhotoStorage } from '../external/photos/photo-storage.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackedTable,
  type BackupHead,
  type BackupManifest,
  differenceOf,
  type TableSum,
  whyUnfit,
} from './backup-rules.ts';
import { type BackupConnection, withConnection } from './connection.ts';
import { patientPhotos } from './photo-parts.ts';
import { Progress } from './progress.ts';
import { type Reading, readBackup } from './read-backup.ts';
import { copyInto, lockEmpty, readHead, setSequences, sumLedger, sumTable } from './tables.store.ts';
import { usualWaitLimit } from './wait-limit.ts';

interface RestoreTarget extends Reading {
  /** A migrated, empty database with the tables of the job queue. */
  databaseUrl: string;
  photos: PhotoStorage;
}

/**
 * Restores a backup in one transaction. Before the commit, compares row counts, checksums and the ledger's sums with
 * the backup. Foreign keys and constraints are checked as usual. Throws a BackupError when the database isn't empty or
 * has another schema, when the file is damaged, when anything differs, and when nothing moves for the limit of `wait`.
 * The database is then unchanged.
 */
export async function restoreBackup(
  { databaseUrl, photos: storage, print = () => {}, wait = usualWaitLimit }: RestoreTarget,
  path: string,
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  const progress = new Progress(print);
  const photos = patientPhotos(storage, wait);
  const work = withConnection(databaseUrl, wait, async (connection) => {
    await connection.query('BEGIN');
    const parts = {
      begin: async (head: BackupHead) => await requireFit(connection, head),
      table: async (table: BackedTable, blocks: AsyncIterable<Buffer>) => await insertTable(connection, table, blocks),
      // Photos are stored before the commit, so that no row ever names a missing photo. Without a commit they are only
      // unused files.
      photo: async ({ key, type }: { key: string; type: string }, bytes: Buffer) => await photos.put(key, bytes, type),
    };
    const restored = await readBackup(path, parts, { progress, wait });
    progress.say('Comparing every table with the backup');
    connection.task = 'comparing the tables with the backup';
    await requireSame(connection, restored.manifest);
    // Sequences are set last, because a rollback doesn't reset them.
    await setSequences(connection, restored.manifest.sequences);
    connection.task = 'committing';
    await connection.query('COMMIT');
    progress.say('Collecting statistics of the tables');
    connection.task = 'collecting statistics';
    // Everything is restored by now, and the database collects its statistics by itself too.
    await connection.query('ANALYZE').catch((error: Error) => print(`Without statistics for now: ${error.message}`));
    return restored;
  });
  return await work.finally(() => progress.close());
}

async function insertTable(
  connection: BackupConnection,
  table: BackedTable,
  blocks: AsyncIterable<Buffer>,
): Promise<void> {
  connection.task = `inserting the rows of the table ${table.name}`;
  await connection.copyIn(copyInto(table), blocks).catch((error: Error) => {
    throw error instanceof BackupError
      ? error
      : new BackupError(`The table ${table.name} can't be restored: ${error.message}.`);
  });
}

const lockTimeout = '55P03';

async function requireFit(connection: BackupConnection, head: BackupHead): Promise<void> {
  const here = await readHead(connection, new Date());
  const why = whyUnfit(head, here);
  if (why) throw new BackupError(why);
  const filled = await lockEmpty(connection, here.tables).catch((error: Error & { code?: string }) => {
    throw error.code === lockTimeout ? new BackupError('The database is in use. Stop the server first.') : error;
  });
  if (filled === undefined) return;
  throw new BackupError(
    `The database isn't empty: the table ${filled} has rows. A backup is restored into a new database only.`,
  );
}

async function requireSame(connection: BackupConnection, manifest: BackupManifest): Promise<void> {
  const tables = new Map<string, TableSum>();
  for (const { name } of manifest.tables) tables.set(name, await sumTable(connection, name));
  const difference = differenceOf(manifest, { tables, ledger: await sumLedger(connection) });
  if (difference) throw new BackupError(`${difference} Nothing was restored.`);
}
