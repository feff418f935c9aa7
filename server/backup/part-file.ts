import { rm, stat } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

/**
 * The unfinished file of a backup: whether someone still writes it, and why it can't be written. Process IDs and locks
 * don't reach over containers and network shares; a time of change does.
 */

/** A writer touches its file this often, so that a file that nobody writes any more can be told from one in progress. */
export const touchMs = 10_000;
/** A file that nobody has touched for this long was left by a process that was killed. */
const abandonedMs = 120_000;

/** Removes an unfinished file that no process has touched for a while. */
export async function removeAbandoned(path: string): Promise<void> {
  const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
  if (mtimeMs !== undefined && Date.now() - mtimeMs > abandonedMs) await rm(path, { force: true });
}

/** Returns a BackupError that says in words why the file can't be written; other errors as they are. */
export function explained(error: NodeJS.ErrnoException, path: string): Error {
  const why = error.code && reasons[error.code];
  return why ? new BackupError(`${why}: ${path} could not be written.`) : error;
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk is full (the quota is used up)',
  EFBIG: 'A file may not get this large',
  EROFS: 'The disk is read-only',
  EACCES: 'This user may not write there',
  EPERM: 'This user may not write there',
  ENOENT: 'There is no such folder',
  EIO: 'The disk failed',
  EEXIST: `Another backup is writing it, or was killed less than ${abandonedMs / 60_000} minutes ago`,
};
