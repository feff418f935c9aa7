import { rename, rm } from 'node:fs/promises';
import type pg from 'pg';
import type { PhotoStorage } from '../external/photos/photo-storage.ts';
import { BackupError, BackupWriter } from './backup-file.ts';
import type { BackupHead, BackupManifest, PhotosSeal } from './backup-rules.ts';
import { copyOut } from './copy-stream.ts';
import {
  copyOutOf,
  inSnapshot,
  listPhotoKeys,
  readHead,
  readSequences,
  sumLedger,
  sumTable,
  withConnection,
} from './tables.store.ts';

interface BackupSource {
  databaseUrl: string;
  /** Undefined to leave the photos out. */
  photos: PhotoStorage | undefined;
  clock: () => Date;
}

export interface MadeBackup {
  head: BackupHead;
  manifest: BackupManifest;
  /** The size of the file. */
  bytes: number;
}

/**
 * Writes a backup to a new file: every table in one snapshot, then the photos that the rows name. The server may keep
 * running. The file is named `path` only once it is complete; before that, its name ends with `.part`. Throws a
 * BackupError when the `.part` file already exists.
 */
export async function makeBackup(source: BackupSource, path: string): Promise<MadeBackup> {
  const part = `${path}.part`;
  const writer = await BackupWriter.create(part).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new BackupError(
          `${part} already exists: another backup is running, or one was interrupted. In that case delete the file.`,
        )
      : error;
  });
  let isComplete = false;
  try {
    const made = await writeBackup(source, writer);
    isComplete = true;
    return made;
  } finally {
    await writer.close(isComplete);
    if (isComplete) await rename(part, path);
    else await rm(part, { force: true });
  }
}

async function writeBackup({ databaseUrl, photos, clock }: BackupSource, writer: BackupWriter): Promise<MadeBackup> {
  const { head, keys, manifest } = await withConnection(databaseUrl, (client) =>
    inSnapshot(client, async () => {
      const head = await readHead(client, clock());
      await writer.json(head);
      const tables: BackupManifest['tables'][number][] = [];
      for (const table of head.tables) tables.push(await writeTable(client, writer, table));
      const ledger = await sumLedger(client);
      return {
        head,
        keys: await listPhotoKeys(client),
        manifest: { tables, ledger, sequences: await readSequences(client) },
      };
    }),
  );
  const complete = { ...manifest, photos: await writePhotos(photos, writer, keys) };
  await writer.json(complete);
  return { head, manifest: complete, bytes: writer.bytes };
}

async function writeTable(
  client: pg.Client,
  writer: BackupWriter,
  table: BackupHead['tables'][number],
): Promise<BackupManifest['tables'][number]> {
  const { bytes, sha256, lines } = await writer.section(copyOut(client, copyOutOf(table)));
  const { rows, sum } = await sumTable(client, table.name);
  if (rows !== lines) throw new Error(`the copy of ${table.name} has ${lines} rows instead of ${rows}`);
  return { name: table.name, rows, sum, bytes, sha256 };
}

/** Runs after the snapshot, so every photo that its rows name is stored. A photo deleted since counts as missing. */
async function writePhotos(
  photos: PhotoStorage | undefined,
  writer: BackupWriter,
  keys: readonly { key: string; type: string }[],
): Promise<PhotosSeal> {
  let count = 0;
  await writer.section(
    (async function* () {
      for (const { key, type } of photos ? keys : []) {
        const bytes = await photos?.get(key);
        if (!bytes || bytes.length === 0) continue;
        count += 1;
        yield Buffer.from(JSON.stringify({ key, type }));
        yield bytes;
      }
    })(),
  );
  return { areIncluded: photos !== undefined, count, missing: photos ? keys.length - count : 0 };
}
