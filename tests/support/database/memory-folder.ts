import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/**
 * Makes a folder for a test database: in memory if there is room, because writing to a disk takes most of the time of
 * creating a database. Deletes folders that killed runs have left there.
 */
export function makeMemoryFolder(name: string): string {
  if (!hasRoom()) return mkdtempSync(join(tmpdir(), `${name}-`));
  for (const left of readdirSync(memory)) {
    const pid = new RegExp(`^${name}-(\\d+)-`).exec(left)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(memory, left), { recursive: true, force: true });
  }
  return mkdtempSync(join(memory, `${name}-${process.pid}-`));
}

/** Returns true if the memory folder has enough room. In a container it is often small. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
