import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, readFileSync, rmSync } from 'node:fs';
import { copyFile, open, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, SOCKET_PORT } from './address.ts';
import { type BinariesOptions, findBinaries } from './binaries.ts';
import { type Cluster, dataDirArgument } from './cluster.ts';
import { explainOutput } from './errors.ts';
import { childEnvironment, giveTo } from './owner.ts';
import { isPostgres, killOrphans } from './processes.ts';

export const START_TIMEOUT_MS = 120_000;
export const POLL_MS = 15;
const MAX_LOG_BYTES = 2 * 1024 * 1024;

/**
 * Settings for little memory and full durability. fsync, full_page_writes and synchronous_commit are set here so that
 * no configuration file turns them off. The app's statements are short, so parallel workers and JIT would only cost
 * memory.
 */
const SETTINGS = [
  ...['fsync=on', 'full_page_writes=on', 'synchronous_commit=on', 'timezone=UTC', 'log_timezone=UTC'],
  ...['max_connections=60', 'shared_buffers=32MB', 'work_mem=4MB', 'maintenance_work_mem=32MB'],
  ...['effective_cache_size=256MB', 'random_page_cost=1.1', 'max_wal_size=256MB', 'min_wal_size=64MB'],
  ...['jit=off', 'io_method=sync', 'max_worker_processes=2', 'max_parallel_workers=0'],
  ...['max_parallel_workers_per_gather=0', 'max_logical_replication_workers=0', 'autovacuum_max_workers=1'],
  ...['unix_socket_permissions=0700', 'log_line_prefix=%m [%p] ', 'log_checkpoints=off'],
  // Details of errors would quote the values of rows, such as people's addresses.
  'log_error_verbosity=terse',
];

export interface PostmasterOptions extends BinariesOptions {
  /** Tests only: settings of PostgreSQL that replace ours. */
  settings?: readonly string[];
}

/**
 * Starts the server and resolves when it accepts connections. Also resolves if another process's server uses the
 * cluster: the caller then connects to that one. Rejects with a one-line error if the server cannot start.
 */
export async function startPostmaster(cluster: Cluster, options: PostmasterOptions): Promise<void> {
  const { clusterDir, dataDir, logFile, owner, address } = cluster;
  if (isLocked(clusterDir)) return;
  const { postgres } = await findBinaries(dataDir, owner, options);
  await boundLog(cluster);
  const log = await openLog(cluster);
  const { size } = await log.stat();
  const server = spawn(postgres, ['-D', dataDirArgument(clusterDir), ...settingArguments(address, options)], {
    ...{ cwd: clusterDir, ...owner, env: childEnvironment(), stdio: ['ignore', log.fd, log.fd], windowsHide: true },
    detached: true, // the server outlives us, and Ctrl-C in our terminal must not reach it
  });
  server.unref();
  await once(server, 'spawn').finally(() => log.close());
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (server.exitCode === null && server.signalCode === null) {
    const { pid, state } = readLock(join(clusterDir, 'postmaster.pid'));
    if ((pid === server.pid && state === 'ready') || Date.now() > deadline) return;
    await sleep(POLL_MS);
  }
  const output = readFileSync(logFile).subarray(size).toString();
  if (!/pre-existing shared memory block|lock file ".*" already exists/.test(output))
    throw explainOutput(output, dataDir);
  killOrphans(clusterDir);
}

/**
 * Stops the server and resolves when its process has ended. Open transactions are rolled back, and everything
 * acknowledged is kept. On Windows, which has no signals, this is a kill, and the next start replays the journal.
 */
export async function stopPostmaster({ clusterDir }: Cluster): Promise<void> {
  const { pid } = readLock(join(clusterDir, 'postmaster.pid'));
  for (const [signal, timeoutMs] of Object.entries({ SIGINT: 8_000, SIGQUIT: 2_000 })) {
    if (pid === null || !isPostgres(pid, clusterDir)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline && isPostgres(pid, clusterDir)) await sleep(POLL_MS);
  }
}

/** Limits the log to about 2 MB and one older part. The server only appends, so emptying it is safe. */
export async function boundLog({ logFile }: Cluster): Promise<void> {
  const info = await stat(logFile).catch(() => null);
  if (!info || info.size <= MAX_LOG_BYTES) return;
  await rm(`${logFile}.1`, { force: true });
  await copyFile(logFile, `${logFile}.1`, constants.COPYFILE_EXCL);
  await truncate(logFile);
}

async function openLog({ logFile, owner }: Cluster) {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const handle = await open(logFile, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  await giveTo(logFile, owner);
  return handle;
}

/** Returns the settings as arguments. The socket is in the server's working directory, which is the data directory. */
function settingArguments({ password, port }: Address, { settings = [] }: PostmasterOptions): string[] {
  const listen =
    password === undefined
      ? ['listen_addresses=', 'unix_socket_directories=.']
      : ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
  return [...SETTINGS, ...listen, `port=${port}`, ...settings].flatMap((setting) => ['-c', setting]);
}

/**
 * Returns whether a live server uses the cluster. Deletes the lock files of a server that no longer runs. PostgreSQL
 * does that too, but not if another process now has the same process id, which is normal in a restarted container.
 */
function isLocked(clusterDir: string): boolean {
  for (const name of ['postmaster.pid', `.s.PGSQL.${SOCKET_PORT}.lock`]) {
    const { pid } = readLock(join(clusterDir, name));
    if (pid === null) continue;
    if (isPostgres(pid, clusterDir)) return true;
    rmSync(join(clusterDir, name), { force: true });
  }
  return false;
}

/** Reads one of PostgreSQL's lock files: the process id, and in the eighth line of `postmaster.pid` the state. */
function readLock(path: string): { pid: number | null; state: string } {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return { pid: Number(lines[0]) || null, state: lines[7]?.trim() ?? '' };
  } catch {
    return { pid: null, state: '' };
  }
}
