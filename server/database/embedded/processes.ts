import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Returns whether a process is alive and belongs to PostgreSQL. On Linux, it must also belong to this cluster. */
export function isPostgres(pid: number, clusterDir: string): boolean {
  if (process.platform === 'linux') {
    const [, name, state = ''] = readStat(pid);
    return name === 'postgres' && !'ZX'.includes(state) && worksIn(pid, clusterDir) !== false;
  }
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform === 'win32') return true;
  const { stdout } = spawnSync('ps', ['-o', 'state=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  return !stdout.startsWith('Z') && stdout.includes('postgres');
}

/**
 * Kills processes of this cluster whose server no longer runs. A backend in the middle of a long calculation doesn't
 * notice that its server was killed, and no new server can start while it runs. Outside Linux, the statement timeout
 * ends it.
 */
export function killOrphans(clusterDir: string): void {
  if (process.platform !== 'linux') return;
  const pids = readdirSync('/proc').map(Number);
  const members = new Set(pids.filter((pid) => pid > 0 && worksIn(pid, clusterDir) === true));
  for (const pid of members) {
    const [, , , parentPid] = readStat(pid);
    const isBackend = readProc(pid, 'cmdline').startsWith('postgres: ');
    if (!isBackend || members.has(Number(parentPid))) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has exited.
    }
  }
}

/**
 * Returns whether a process works in a directory. Null if unknown: in a container, root may not be allowed to inspect
 * other accounts' processes.
 */
function worksIn(pid: number, dir: string): boolean | null {
  try {
    const [cwd, wanted] = [statSync(`/proc/${pid}/cwd`), statSync(dir)];
    return cwd.dev === wanted.dev && cwd.ino === wanted.ino;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? null : false;
  }
}

/** Returns name, state and parent id as the groups of a match. The name may contain any character. */
function readStat(pid: number): RegExpExecArray | [] {
  return /^\d+ \((.*)\) (\w) (\d+) /s.exec(readProc(pid, 'stat')) ?? [];
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // the process has exited
  }
}
