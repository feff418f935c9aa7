import { BackupError } from './backup-error.ts';
import { BackupReader } from './backup-file.ts';
import { type BackedTable, type BackupHead, type BackupManifest, schemaOf } from './backup-rules.ts';
import { Progress } from './progress.ts';
import { usualWaitLimit, type WaitLimit } from './wait-limit.ts';

/** How a backup is read: whom to tell what it does, and how long to wait. */
export interface Reading {
  print?: ((line: string) => void) | undefined;
  wait?: WaitLimit | undefined;
}

/** What to do with the parts of a backup as they are read. Each function must read all blocks that it is given. */
export interface BackupParts {
  begin(head: BackupHead): Promise<void>;
  table(table: BackedTable, blocks: AsyncIterable<Buffer>): Promise<void>;
  photo(photo: { key: string; type: string }, bytes: Buffer): Promise<void>;
}

/**
 * Reads a backup once, from beginning to end, and compares every part with the manifest. Throws a BackupError that says
 * in which part the file is damaged or ends early.
 */
export async function readBackup(
  path: string,
  parts: BackupParts,
  { progress, wait }: { progress: Progress; wait: WaitLimit },
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  const reader = await BackupReader.open(path, wait);
  try {
    const head = await reader.json<BackupHead>('its header');
    await parts.begin(head);
    const seals = new Map<string, string>();
    for (const table of head.tables) {
      progress.begin(table.name, 'row');
      const { blocks, seal } = reader.section(`the table ${table.name}`, (rows, size) => progress.add(rows, size));
      await parts.table(table, blocks);
      const { lines, bytes, sha256 } = seal();
      seals.set(table.name, [lines, bytes, sha256].join());
    }
    const count = await readPhotos(reader, parts, progress);
    progress.done();
    const manifest = await reader.json<BackupManifest>('its manifest');
    await reader.end();
    const odd = manifest.tables.find(
      ({ name, rows, bytes, sha256 }) => seals.get(name) !== [rows, bytes, sha256].join(),
    );
    if (odd) throw new BackupError(`The backup's table ${odd.name} isn't what its manifest says.`);
    if (count !== manifest.photos.count) throw new BackupError("The backup's photos aren't what its manifest says.");
    return { head, manifest };
  } finally {
    await reader.close();
  }
}

async function readPhotos(reader: BackupReader, parts: BackupParts, progress: Progress): Promise<number> {
  progress.begin('photos', 'photo');
  let count = 0;
  let photo: { key: string; type: string } | undefined;
  for await (const block of reader.section('the photos').blocks) {
    if (photo === undefined) photo = JSON.parse(block.toString()) as { key: string; type: string };
    else {
      await parts.photo(photo, block);
      progress.add(1, block.length);
      photo = undefined;
      count += 1;
    }
  }
  return count;
}

/** Returns the schema that a backup is restored into. Throws a BackupError when the beginning of the file is damaged. */
export async function readBackupSchema(path: string): Promise<string> {
  const reader = await BackupReader.open(path);
  try {
    return schemaOf(await reader.json<BackupHead>('its header'));
  } finally {
    await reader.close();
  }
}

/** Checks a backup by reading all of it, without restoring anything. Throws a BackupError when it is damaged. */
export async function checkBackup(
  path: string,
  { print = () => {}, wait = usualWaitLimit }: Reading = {},
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  const progress = new Progress(print);
  const ignored: BackupParts = {
    begin: async () => {},
    table: async (_table, blocks) => {
      for await (const _block of blocks);
    },
    photo: async () => {},
  };
  return await readBackup(path, ignored, { progress, wait }).finally(() => progress.close());
}
