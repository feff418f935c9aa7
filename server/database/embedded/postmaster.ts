import { type ChildProcess, spawn } from 'node:child_process';
import { constants, existsSync, readFileSync } from 'node:fs';
import { copyFile, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type Cluster, childEnvironment } from './cluster.ts';
import { giveTo, SOCKET_PORT } from './owner.ts';
import { isPostgres, parentPid, processIdsIn } from './processes.ts';

const MAX_LOG_BYTES = 2 * 1024 * 1024;

/**
 * Small memory, full durability: fsync, full_page_writes and synchronous_commit are said aloud so that no file or
 * habit turns them off. The app's own statements are short; parallel workers and JIT would only cost memory.
 */
const SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'timezone=UTC',
  'log_timezone=UTC',
  'max_connections=60',
  'shared_buffers=32MB',
  'work_mem=4MB',
  'maintenance_work_mem=32MB',
  'effective_cache_size=256MB',
  'random_page_cost=1.1',
  'max_wal_size=256MB',
  'min_wal_size=64MB',
  'jit=off',
  'io_method=sync',
  'max_worker_processes=2',
  'max_parallel_workers=0',
  'max_parallel_workers_per_gather=0',
  'max_logical_replication_workers=0',
  'autovacuum_max_workers=1',
  'unix_socket_permissions=0700',
  'log_line_prefix=%m [%p] ',
  'log_checkpoints=off',
  // Its details would quote the values of rows, which are people's addresses.
  'log_error_verbosity=terse',
];

export interface Launch {
  /** What the server printed before it gave up, or null while it runs. */
  failure: string | null;
}

/**
 * Starts the server in a session of its own, so that neither our end nor a Ctrl-C in our terminal ends it. It is
 * spawned directly instead of by pg_ctl: no shell reads our paths, it is ready when it answers and not at the next
 * tenth of a second, and it is our child, so it leaves no zombie that keeps its lock files valid.
 */
export async function launchPostmaster(cluster: Cluster, binaries: Binaries): Promise<Launch> {
  await boundLog(cluster);
  const log = await openLog(cluster);
  try {
    const { size } = await log.stat();
    const child = spawn(binaries.postgres, ['-D', cluster.directoryArgument, ...settingArguments(cluster)], {
      cwd: cluster.clusterDir,
      ...cluster.owner,
      env: childEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
    });
    child.unref();
    await spawned(child);
    const launch: Launch = { failure: null };
    child.once('exit', () => {
      launch.failure = printedBy(child.pid, cluster.logFile, size);
    });
    return launch;
  } finally {
    await log.close();
  }
}

function settingArguments({ address, clusterDir, directoryArgument }: Cluster): string[] {
  const socketDir = address.host === clusterDir ? directoryArgument : address.host;
  const listen =
    address.password === undefined
      ? ['listen_addresses=', `unix_socket_directories="${socketDir.replaceAll('"', '""')}"`, `port=${SOCKET_PORT}`]
      : ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${address.port}`];
  return [...SETTINGS, ...listen].flatMap((setting) => ['-c', setting]);
}

function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}

/** Several processes may print into one log; the server's own lines carry its process id. */
function printedBy(pid: number | undefined, logFile: string, fromByte: number): string {
  try {
    const lines = readFileSync(logFile).subarray(fromByte).toString('utf8').split('\n');
    const own = lines.filter((line) => line.includes(`[${pid}]`));
    return (own.length > 0 ? own : lines).join('\n');
  } catch {
    return '';
  }
}

async function openLog({ logFile, owner }: Cluster) {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const handle = await open(logFile, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  await giveTo(logFile, owner);
  return handle;
}

/** Keeps the log and one older part of it. The server appends, so emptying the file under it is safe. */
export async function boundLog({ logFile }: Cluster): Promise<void> {
  const info = await stat(logFile).catch(() => null);
  if (!info || info.size <= MAX_LOG_BYTES) return;
  await rm(`${logFile}.1`, { force: true });
  await copyFile(logFile, `${logFile}.1`, constants.COPYFILE_EXCL);
  await truncate(logFile);
}

/** The process id of the cluster's running server (it may still be starting or already stopping), or null. */
export async function runningPostmaster({ clusterDir }: Cluster): Promise<number | null> {
  const pid = await readPid(join(clusterDir, 'postmaster.pid'));
  return pid !== null && isPostgres(pid, clusterDir) ? pid : null;
}

/**
 * After a kill or a power cut the lock files stay. PostgreSQL takes away those of a dead process itself, but refuses
 * when the number lives again as something else, which in a restarted container is the rule.
 */
export async function clearStaleLocks({ clusterDir, address }: Cluster): Promise<void> {
  const locks = [join(clusterDir, 'postmaster.pid')];
  if (address.password === undefined) locks.push(join(address.host, `.s.PGSQL.${SOCKET_PORT}.lock`));
  for (const path of locks) {
    const pid = await readPid(path);
    if (pid !== null && !isPostgres(pid, clusterDir)) await rm(path, { force: true });
  }
}

async function readPid(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : null;
}

/**
 * Ends what a killed server left running: a backend in the middle of a long calculation does not notice the death
 * and, rightly, blocks the new server. Only processes of this cluster whose own server is gone.
 */
export function endOrphans({ clusterDir }: Cluster): void {
  if (!existsSync('/proc/self/stat')) return; // elsewhere the statement time-out ends them
  const members = new Set(processIdsIn(clusterDir));
  for (const pid of members) {
    const title = readTitle(pid);
    if (!title.startsWith('postgres: ') || members.has(parentPid(pid) ?? 0)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A fast stop: open transactions are rolled back, everything acknowledged is kept. On Windows, where signals do not
 * exist, it is a hard end, and the next start replays the journal.
 */
export async function stopPostmaster(cluster: Cluster, patienceMs: number): Promise<void> {
  const pid = await runningPostmaster(cluster);
  if (pid === null) return;
  signal(pid, 'SIGINT');
  const impatientAt = Date.now() + patienceMs;
  let asked = false;
  while (isPostgres(pid, cluster.clusterDir)) {
    if (!asked && Date.now() > impatientAt) {
      signal(pid, 'SIGQUIT'); // at once; the next start replays its journal
      asked = true;
    }
    if (Date.now() > impatientAt + 2_000) return;
    await sleep(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}
