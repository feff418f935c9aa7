import type pg from 'pg';
import type { PhotoStorage } from '../external/photos/photo-storage.ts';
import { BackupError } from './backup-file.ts';
import { type BackupHead, type BackupManifest, differenceOf, type TableSum, whyUnfit } from './backup-rules.ts';
import { copyIn } from './copy-stream.ts';
import { readBackup } from './read-backup.ts';
import { copyInto, lockEmpty, readHead, setSequences, sumLedger, sumTable, withConnection } from './tables.store.ts';

interface RestoreTarget {
  /** A migrated, empty database with the tables of the job queue. */
  databaseUrl: string;
  photos: PhotoStorage;
}

/**
 * Restores a backup in one transaction. Before the commit, compares row counts, checksums and the ledger's sums with
 * the backup. Foreign keys and constraints are checked as usual. Throws a BackupError when the database isn't empty or
 * has another schema, when the file is damaged, and when anything differs. The database is then unchanged.
 */
export async function restoreBackup(
  { databaseUrl, photos }: RestoreTarget,
  path: string,
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  return await withConnection(databaseUrl, async (client) => {
    await client.query('BEGIN');
    const restored = await readBackup(path, {
      begin: async (head) => await requireFit(client, head),
      table: async (table, blocks) => {
        await copyIn(client, copyInto(table), blocks).catch((error: Error) => {
          throw error instanceof BackupError
            ? error
            : new BackupError(`The table ${table.name} can't be restored: ${error.message}.`);
        });
      },
      // Photos are stored before the commit, so that no row ever names a missing photo. Without a commit they are only
      // unused files.
      photo: async ({ key, type }, bytes) => await photos.put(key, bytes, type),
    });
    await requireSame(client, restored.manifest);
    // Sequences are set last, because a rollback doesn't reset them.
    await setSequences(client, restored.manifest.sequences);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return restored;
  });
}

const lockTimeout = '55P03';

async function requireFit(client: pg.Client, head: BackupHead): Promise<void> {
  const here = await readHead(client, new Date());
  const why = whyUnfit(head, here);
  if (why) throw new BackupError(why);
  const filled = await lockEmpty(client, here.tables).catch((error: Error & { code?: string }) => {
    throw error.code === lockTimeout ? new BackupError('The database is in use. Stop the server first.') : error;
  });
  if (filled === undefined) return;
  throw new BackupError(
    `The database isn't empty: the table ${filled} has rows. A backup is restored into a new database only.`,
  );
}

async function requireSame(client: pg.Client, manifest: BackupManifest): Promise<void> {
  const tables = new Map<string, TableSum>();
  for (const { name } of manifest.tables) tables.set(name, await sumTable(client, name));
  const difference = differenceOf(manifest, { tables, ledger: await sumLedger(client) });
  if (difference) throw new BackupError(`${difference} Nothing was restored.`);
}
