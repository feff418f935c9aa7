import { rename } from 'node:fs/promises';
import type { PhotoStorage } from '../external/photos/photo-storage.ts';
import { BackupWriter, type OpenFile } from './backup-file.ts';
import type { BackupHead, BackupManifest, PhotosSeal } from './backup-rules.ts';
import { type BackupConnection, inSnapshot, withConnection } from './connection.ts';
import { patientPhotos } from './photo-parts.ts';
import { Progress } from './progress.ts';
import { copyOutOf, listPhotoKeys, readHead, readSequences, sumLedger, sumTable } from './tables.store.ts';
import { usualWaitLimit, type WaitLimit } from './wait-limit.ts';

interface BackupSource {
  databaseUrl: string;
  /** Undefined to leave the photos out. */
  photos: PhotoStorage | undefined;
  clock: () => Date;
  /** Is told what the backup does, line by line. */
  print?: ((line: string) => void) | undefined;
  wait?: WaitLimit | undefined;
  openFile?: OpenFile | undefined;
}

export interface MadeBackup {
  head: BackupHead;
  manifest: BackupManifest;
  /** The size of the file. */
  bytes: number;
}

/** What the parts of a backup work with. */
interface Work {
  writer: BackupWriter;
  progress: Progress;
  wait: WaitLimit;
}

/**
 * Writes a backup to a new file: every table in one snapshot, then the photos that the rows name. The server may keep
 * running. The file is named `path` only once it is complete; before that, its name ends with `.part`. Throws a
 * BackupError when another process writes the same file, when the disk is full, and when nothing moves for the limit of
 * `wait`. Rejects with the reason of its signal when it is aborted. The `.part` file is then removed.
 */
export async function makeBackup(
  { print = () => {}, wait = usualWaitLimit, openFile, ...source }: BackupSource,
  path: string,
): Promise<MadeBackup> {
  const part = `${path}.part`;
  const writer = await BackupWriter.create(part, wait, openFile);
  const progress = new Progress(print);
  try {
    const made = await writeBackup(source, { writer, progress, wait });
    await writer.close();
    await rename(part, path);
    return made;
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    progress.close();
  }
}

async function writeBackup(
  { databaseUrl, photos, clock }: Pick<BackupSource, 'databaseUrl' | 'photos' | 'clock'>,
  work: Work,
): Promise<MadeBackup> {
  const { writer, progress, wait } = work;
  const { head, keys, manifest } = await withConnection(databaseUrl, wait, (connection) =>
    inSnapshot(connection, async () => {
      connection.task = 'reading the schema';
      const head = await readHead(connection, clock());
      await writer.json(head);
      const tables: BackupManifest['tables'][number][] = [];
      for (const table of head.tables) tables.push(await writeTable(connection, table, work));
      connection.task = 'summing the ledger';
      const ledger = await sumLedger(connection);
      return {
        head,
        keys: await listPhotoKeys(connection),
        manifest: { tables, ledger, sequences: await readSequences(connection) },
      };
    }),
  );
  const complete = { ...manifest, photos: await writePhotos(photos, keys, work) };
  progress.done();
  await writer.json(complete);
  return { head, manifest: complete, bytes: writer.bytes };
}

async function writeTable(
  connection: BackupConnection,
  table: BackupHead['tables'][number],
  { writer, progress }: Work,
): Promise<BackupManifest['tables'][number]> {
  connection.task = `copying the table ${table.name}`;
  progress.begin(table.name, 'row');
  const blocks = connection.copyOut(copyOutOf(table));
  const { bytes, sha256, lines } = await writer.section(blocks, (rows, size) => progress.add(rows, size));
  connection.task = `summing the table ${table.name}`;
  const { rows, sum } = await sumTable(connection, table.name);
  if (rows !== lines) throw new Error(`the copy of ${table.name} has ${lines} rows instead of ${rows}`);
  return { name: table.name, rows, sum, bytes, sha256 };
}

/** Runs after the snapshot, so every photo that its rows name is stored. A photo deleted since counts as missing. */
async function writePhotos(
  storage: PhotoStorage | undefined,
  keys: readonly { key: string; type: string }[],
  { writer, progress, wait }: Work,
): Promise<PhotosSeal> {
  progress.begin('photos', 'photo');
  const photos = storage && patientPhotos(storage, wait);
  let count = 0;
  await writer.section(
    (async function* () {
      for (const { key, type } of photos ? keys : []) {
        const bytes = await photos?.get(key);
        if (!bytes || bytes.length === 0) continue;
        count += 1;
        progress.add(1, bytes.length);
        yield Buffer.from(JSON.stringify({ key, type }));
        yield bytes;
      }
    })(),
  );
  return { areIncluded: photos !== undefined, count, missing: photos ? keys.length - count : 0 };
}
