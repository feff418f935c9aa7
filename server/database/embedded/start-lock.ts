import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const STALE_AFTER_MS = 60_000;
const heldHere = new Set<string>();

/**
 * A lock file that keeps two processes from starting the same server at the same moment. It saves work and noise
 * only: what must never happen twice is kept apart by PostgreSQL's own locks and by renaming. So a lock that looks
 * abandoned is simply taken away, and the small race in doing that does no harm.
 * Answers the function that releases it, or null while another holds it.
 */
export function tryStartLock(path: string): (() => void) | null {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAbandoned(path)) rmSync(path, { force: true });
    return null;
  }
  heldHere.add(path);
  return () => {
    heldHere.delete(path);
    if (readHolderPid(path) === process.pid) rmSync(path, { force: true });
  };
}

function isAbandoned(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return false;
  const ageMs = Date.now() - info.mtimeMs;
  const pid = readHolderPid(path);
  if (ageMs > STALE_AFTER_MS) return true;
  if (pid === null) return ageMs > 2_000; // made and not yet written, or its writer died in between
  if (pid === process.pid) return !heldHere.has(path); // a restarted container gives the same numbers again
  return !isAlive(pid);
}

function readHolderPid(path: string): number | null {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/** Whether a process of that number exists, whoever owns it. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
