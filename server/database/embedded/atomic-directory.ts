import { lstat, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const ABANDONED_AFTER_MS = 10 * 60_000;

/**
 * Fills a temporary directory and renames it to `target`, so that `target` is complete or absent, even after a crash.
 * If another process creates `target` first, that one is kept and ours is deleted.
 */
export async function createAtomically(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  await deleteAbandonedDrafts(target);
  const draft = await mkdtemp(`${target}.new-`);
  try {
    await fill(draft);
    await rename(draft, target).catch((error: NodeJS.ErrnoException) => {
      const isTaken = ['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM'] : [])];
      if (!isTaken.includes(error.code ?? '')) throw error;
    });
    await syncDirectory(dirname(target));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Deletes drafts that a crash left behind. A recent one may still be in use by another process. */
async function deleteAbandonedDrafts(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.new-`)) continue;
    const path = join(dirname(target), name);
    const info = await lstat(path).catch(() => null);
    if (info && Date.now() - info.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** A rename survives a power cut only after its directory is synced. Windows cannot open directories. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
