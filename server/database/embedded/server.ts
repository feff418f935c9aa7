import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Address, shortPathTo } from './address.ts';
import { APP_DATABASE, APP_ROLE, type Cluster, type ClusterOptions, openCluster } from './cluster.ts';
import { EmbeddedDatabaseError, explainSystemError } from './errors.ts';
import {
  boundLog,
  POLL_MS,
  type PostmasterOptions,
  START_TIMEOUT_MS,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { leave, tryPresence } from './presence.ts';

export interface EmbeddedServer {
  /** The connection string of the app's database, for node-postgres. */
  url: string;
  /** Disconnects from the server, and stops it if no other process uses it. Close the pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends ClusterOptions, PostmasterOptions {
  log: { info(message: string): void; warn(message: string): void };
}

const REVIVAL_TIMEOUT_MS = 8_000;
const HOUSEKEEPING_INTERVAL_MS = 1_000;

/**
 * Runs a PostgreSQL server on the data in DATA_DIR for as long as this process uses it. Creates the data if it is
 * missing, uses a server that already runs, and restarts a server that ends. Processes on one machine may share a
 * DATA_DIR. Different machines or containers must not, because they can't see each other's processes. They share a
 * database with DATABASE_URL instead.
 *
 * Throws `EmbeddedDatabaseError` if PostgreSQL cannot run here.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    const cluster = await openCluster(options);
    const supervisor = new Supervisor(cluster, options);
    await supervisor.start();
    return { url: connectionUrl(cluster.address), stop: () => supervisor.stop() };
  } catch (error) {
    throw explainSystemError(error, options.dataDir);
  }
}

function connectionUrl({ host, port, password }: Address): string {
  if (password !== undefined)
    return `postgres://${APP_ROLE}:${password}@${host}:${port}/${APP_DATABASE}?sslmode=disable`;
  return `postgres://${APP_ROLE}@/${APP_DATABASE}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`;
}

/** Keeps our presence at the server, and restarts the server whenever that connection ends. */
class Supervisor {
  readonly #cluster: Cluster;
  readonly #options: EmbeddedOptions;
  #presence: pg.Client | null = null;
  #revival: Promise<void> | null = null;
  #housekeeping: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | null = null;

  constructor(cluster: Cluster, options: EmbeddedOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#join();
    this.#housekeeping = setInterval(() => {
      boundLog(this.#cluster).catch(() => undefined);
      shortPathTo(this.#cluster.clusterDir).catch(() => undefined); // some systems clean /tmp
    }, HOUSEKEEPING_INTERVAL_MS).unref();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#housekeeping);
    await Promise.race([this.#revival, sleep(REVIVAL_TIMEOUT_MS, undefined, { ref: false })]);
    const client = this.#presence;
    if (client === null) return;
    const isLast = await leave(client).catch(() => false); // the server just went away
    if (isLast) await stopPostmaster(this.#cluster).catch(() => undefined); // it has just ended
    await client.end().catch(() => undefined);
  }

  /** Connects to the running server, or starts one. */
  async #join(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const presence = await tryPresence(this.#cluster.address);
      if (typeof presence === 'object') return this.#watch(presence);
      if (presence === 'absent') await startPostmaster(this.#cluster, this.#options);
      await sleep(POLL_MS);
    }
    const { dataDir, logFile } = this.#cluster;
    throw new EmbeddedDatabaseError(`The database in ${dataDir} does not respond; see ${logFile} for the cause.`);
  }

  #watch(client: pg.Client): void {
    this.#presence = client;
    client.once('end', () => {
      this.#presence = null;
      if (this.#stopped) return;
      this.#options.log.warn('The database server went away; restarting it.');
      this.#revival = this.#revive();
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
}
