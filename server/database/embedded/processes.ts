import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Whether a process is alive and is a PostgreSQL server process working in that directory. */
export function isPostgres(pid: number, clusterDir: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // gone, or somebody else's: the server of our data is ours to signal
  }
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') return isPostgresByPs(pid);
  const entry = readStat(pid);
  return (
    entry !== null && entry.name === 'postgres' && !'ZX'.includes(entry.state) && worksIn(pid, clusterDir) !== false
  );
}

function isPostgresByPs(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'state=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  return !stdout.startsWith('Z') && stdout.includes('postgres');
}

/** All processes whose working directory is this one. Linux only. */
export function processIdsIn(dir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, dir) === true);
}

export function parentPid(pid: number): number | null {
  return readStat(pid)?.parentPid ?? null;
}

/** Null where we may not know: root in a container cannot always look into other accounts' processes. */
function worksIn(pid: number, dir: string): boolean | null {
  try {
    const cwd = statSync(`/proc/${pid}/cwd`);
    const wanted = statSync(dir);
    return cwd.dev === wanted.dev && cwd.ino === wanted.ino;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? null : false;
  }
}

function readStat(pid: number): { name: string; state: string; parentPid: number } | null {
  try {
    // The name stands in brackets and may hold any character, so the fields are counted from its end.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const [state = '', parent = ''] = text.slice(end + 2).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, end), state, parentPid: Number(parent) };
  } catch {
    return null;
  }
}
