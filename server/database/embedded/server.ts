import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findBinaries } from './binaries.ts';
import {
  type Address,
  APP_DATABASE,
  APP_ROLE,
  type Cluster,
  createCluster,
  describeCluster,
  hasCluster,
  openDataDir,
} from './cluster.ts';
import { EmbeddedDatabaseError, explainOutput, explainSystemError } from './error.ts';
import { newClusterOwner } from './owner.ts';
import {
  boundLog,
  clearStaleLocks,
  endOrphans,
  type Launch,
  launchPostmaster,
  runningPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { leave, tryPresence } from './presence.ts';
import { tryStartLock } from './start-lock.ts';

export interface EmbeddedServer {
  /** Connection parts for node-postgres. The password is there only where the server listens on loopback. */
  connection: { host: string; port: number; user: string; database: string; password?: string };
  /** The same as an address. */
  url: string;
  /** Leaves the server, and stops it when nobody else uses it. Close the pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
  superviseIntervalMs?: number;
  /** For tests: the programs' directory, root's copy of it, and loopback instead of a socket. */
  nativeDir?: string;
  rootCacheDir?: string;
  useLoopback?: boolean;
}

const START_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 8_000;
const POLL_MS = 15;

/**
 * A real PostgreSQL in DATA_DIR, made if missing, started if nobody runs it, kept running while we do. Several
 * processes of one machine may share it. (Two machines or containers must not share a DATA_DIR: they cannot see each
 * other's processes. They set DATABASE_URL.)
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    const cluster = await prepareCluster(options);
    const supervisor = new Supervisor(cluster, options);
    await supervisor.start();
    return { ...describeConnection(cluster.address), stop: () => supervisor.stop() };
  } catch (error) {
    throw explainSystemError(error, options.dataDir);
  }
}

async function prepareCluster(options: EmbeddedOptions): Promise<Cluster> {
  const useLoopback = options.useLoopback ?? process.platform === 'win32';
  const dataDir = await openDataDir(options.dataDir);
  const deadline = Date.now() + START_PATIENCE_MS;
  while (!(await hasCluster(dataDir))) {
    if (Date.now() > deadline)
      throw new EmbeddedDatabaseError(`Another process is making the database in ${dataDir}, and does not finish.`);
    const release = tryStartLock(join(dataDir, 'postgres.lock'));
    if (release === null) {
      await sleep(POLL_MS);
      continue;
    }
    try {
      if (await hasCluster(dataDir)) break;
      const binaries = await findBinaries(dataDir, newClusterOwner(), options.nativeDir, options.rootCacheDir);
      await createCluster(dataDir, binaries, useLoopback);
      options.log.info(`Made a new database in ${dataDir}`);
    } finally {
      release();
    }
  }
  return describeCluster(dataDir, useLoopback);
}

function describeConnection({ host, port, password }: Address): Omit<EmbeddedServer, 'stop'> {
  const connection = { host, port, user: APP_ROLE, database: APP_DATABASE };
  if (password !== undefined) {
    const url = `postgres://${APP_ROLE}:${password}@${host}:${port}/${APP_DATABASE}?sslmode=disable`;
    return { connection: { ...connection, password }, url };
  }
  const query = `host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`;
  return { connection, url: `postgres://${APP_ROLE}@/${APP_DATABASE}?${query}` };
}

/** Holds our presence at the server and brings the server back whenever that presence is lost. */
class Supervisor {
  readonly #cluster: Cluster;
  readonly #options: EmbeddedOptions;
  #presence: pg.Client | null = null;
  #revival: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | null = null;

  constructor(cluster: Cluster, options: EmbeddedOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#join();
    this.#timer = setInterval(() => void this.#look(), this.#options.superviseIntervalMs ?? 1_000);
    this.#timer.unref();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#revival) await Promise.race([this.#revival, sleep(STOP_PATIENCE_MS, undefined, { ref: false })]);
    const client = this.#presence;
    this.#presence = null;
    if (client === null) return;
    const isLast = await leave(client).catch(() => false); // it died this moment: nothing to stop
    if (isLast) await stopPostmaster(this.#cluster, STOP_PATIENCE_MS);
    await client.end().catch(() => undefined);
  }

  /** Adopts the running server or starts one; answers once we are present. */
  async #join(): Promise<void> {
    const deadline = Date.now() + START_PATIENCE_MS;
    while (this.#presence === null && Date.now() < deadline) {
      const attempt = await tryPresence(this.#cluster.address);
      if ('client' in attempt) this.#watch(attempt.client);
      else if (attempt.state === 'busy' || (await runningPostmaster(this.#cluster))) await sleep(POLL_MS);
      else await this.#startServer(deadline);
    }
    if (this.#presence) return;
    throw new EmbeddedDatabaseError(
      `The database in ${this.#cluster.dataDir} does not answer; ${this.#cluster.logFile} may say why.`,
    );
  }

  /** Starts the server and waits until it answers or gives up. Returns without a word when another process does. */
  async #startServer(deadline: number): Promise<void> {
    const release = tryStartLock(join(this.#cluster.dataDir, 'postgres.lock'));
    if (release === null) return sleep(POLL_MS);
    try {
      if (await runningPostmaster(this.#cluster)) return;
      await clearStaleLocks(this.#cluster);
      const { nativeDir, rootCacheDir } = this.#options;
      const { dataDir, owner } = this.#cluster;
      const binaries = await findBinaries(dataDir, owner, nativeDir, rootCacheDir);
      const launch = await launchPostmaster(this.#cluster, binaries);
      while (launch.failure === null && Date.now() < deadline) {
        const attempt = await tryPresence(this.#cluster.address);
        if ('client' in attempt) return this.#watch(attempt.client);
        await sleep(POLL_MS);
      }
      await this.#afterFailure(launch);
    } finally {
      release();
    }
  }

  /** Another server on the same data is no failure: it is adopted, or its remains are cleared away. */
  async #afterFailure({ failure }: Launch): Promise<void> {
    if (failure === null) return;
    if (/pre-existing shared memory block/.test(failure)) endOrphans(this.#cluster);
    else if (!/lock file ".*" already exists/.test(failure)) throw explainOutput(failure, this.#cluster.dataDir);
    await sleep(POLL_MS);
  }

  #watch(client: pg.Client): void {
    this.#presence = client;
    client.once('end', () => this.#lost(client));
  }

  #lost(client: pg.Client): void {
    if (this.#presence !== client) return;
    this.#presence = null;
    if (this.#stopped) return;
    this.#options.log.warn('The database server went away; starting it again.');
    this.#revival ??= this.#revive().finally(() => {
      this.#revival = null;
    });
  }

  async #revive(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#join();
        this.#options.log.info('The database server is back.');
        return;
      } catch (error) {
        const reason = explainSystemError(error, this.#cluster.dataDir);
        this.#options.log.warn(reason instanceof Error ? reason.message : String(reason));
        await sleep(500);
      }
    }
  }

  /** The connection's end tells of a death at once; this notices a death that went without it, and long logs. */
  async #look(): Promise<void> {
    await boundLog(this.#cluster).catch(() => undefined);
    const client = this.#presence;
    if (client === null) return;
    const answers = await client.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (answers && (await runningPostmaster(this.#cluster))) return;
    this.#lost(client);
    await client.end().catch(() => undefined);
  }
}
