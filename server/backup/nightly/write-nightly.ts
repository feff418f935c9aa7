import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { filePhotos } from '../../external/photos/file-photos.ts';
import { makeBackup } from '../make-backup.ts';
import { removeAbandoned } from '../part-file.ts';
import { checkBackup } from '../read-backup.ts';
import type { WaitLimit } from '../wait-limit.ts';
import type { BackupTask } from './backup-task.ts';
import { expiredOf, madeAt } from './nightly-rules.ts';

const partSuffix = '.part';

/**
 * Writes a nightly backup, reads it back whole, and then deletes the ones that are no longer kept. A backup that can't
 * be read back is deleted. Returns its size and its number of rows.
 */
export async function writeNightly(
  { databaseUrl, dir, name, photoDir }: BackupTask,
  wait: WaitLimit,
): Promise<{ bytes: number; rows: number }> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await removeAbandonedParts(dir);
  const file = join(dir, name);
  const photos = photoDir === undefined ? undefined : filePhotos(photoDir);
  const { bytes, manifest } = await makeBackup({ databaseUrl, photos, clock: () => new Date(), wait }, file);
  try {
    await checkBackup(file, { wait });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  for (const expired of expiredOf(await readdir(dir), name)) await rm(join(dir, expired), { force: true });
  return { bytes, rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0) };
}

/** Removes the unfinished files of nightly backups that were killed. */
async function removeAbandonedParts(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.endsWith(partSuffix) || !madeAt(name.slice(0, -partSuffix.length))) continue;
    await removeAbandoned(join(dir, name));
  }
}
