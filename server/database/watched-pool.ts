import { Socket } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { waitWithinBudget } from '../time-budget.ts';

/** How long a statement may take. */
export interface StatementLimits {
  /** The server ends a statement after this long. */
  readonly statementTimeoutMs: number;
  /**
   * How long a connection may stay silent while a statement runs before it is closed. This is longer than the server's
   * limit plus a slow link's delay, so after it the link must be dead.
   */
  readonly silenceMs: number;
}

/** A new connection with a password takes three round trips. The slowest link may need a second for each. */
const connectionTimeoutMs = 5_000;
/** A transaction that waits this long for its next statement is rolled back, so that its locks don't stay. */
const idleInTransactionMs = 10_000;
/** The kernel checks an idle connection after this long. */
const keepAliveDelayMs = 10_000;
/** How long `end` waits for running statements. */
const endMs = 500;

/** Counts of a pool's connections, and of those who wait for one. */
export interface PoolUse {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

interface WatchedPoolOptions {
  url: string;
  log: { warn(details: object, message: string): void };
  maxConnections: number;
  /** Without limits, a statement may take as long as it needs, and only the kernel notices a dead link. */
  limits?: StatementLimits | undefined;
}

/**
 * A pool of connections that are closed when their server goes silent (decision 030). The driver itself would wait
 * forever for the lost response. A wait within a request also ends when the request's time budget is spent.
 */
export class WatchedPool {
  readonly options: pg.PoolConfig;
  readonly #pool: pg.Pool;
  readonly #log: WatchedPoolOptions['log'];
  readonly #clients = new Map<pg.PoolClient, WatchedClient>();

  constructor({ url, log, maxConnections, limits }: WatchedPoolOptions) {
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'stoop',
      max: maxConnections,
      connectionTimeoutMillis: connectionTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      onConnect: (client) => this.#prepare(client as pg.PoolClient, limits),
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    });
    this.options = this.#pool.options;
    this.#log = log;
    this.#pool.on('error', () => {});
  }

  /** Returns how the pool is used now. */
  get use(): PoolUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max ?? 0 };
  }

  /** Makes a new connection ready for use. A rejection closes it. */
  async #prepare(client: pg.PoolClient, limits: StatementLimits | undefined): Promise<void> {
    const watched = new WatchedClient(client, limits?.silenceMs);
    this.#clients.set(client, watched);
    client.on('end', () => this.#clients.delete(client));
    // A broken connection rejects its query (the response is 503) and emits 'error' on itself and, while idle, on the
    // pool. Without listeners, that would end the process. While the pool ends, a broken connection isn't worth a
    // warning: the server may already be stopping, because the pool doesn't wait until its connections are closed.
    client.on('error', (error) => this.#pool.ending || this.#log.warn({ err: error }, 'a database connection broke'));
    await watched.set({
      timezone: 'UTC',
      statement_timeout: limits?.statementTimeoutMs ?? 0,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    });
  }

  async connect(): Promise<WatchedClient> {
    const connecting = this.#pool.connect();
    const giveBack = () => connecting.then((client) => client.release()).catch(() => {});
    const client = await waitWithinBudget(connecting, giveBack);
    const watched = this.#clients.get(client);
    if (watched) return watched;
    client.release(true);
    throw new Error('Connection terminated before it was used');
  }

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.connect();
    let failed = true;
    try {
      const result = await client.query(text, values);
      failed = false;
      return result;
    } finally {
      client.release(failed);
    }
  }

  /** Waits up to half a second for running statements, then closes every connection. */
  async end(): Promise<void> {
    const closing = new AbortController();
    const { signal } = closing;
    const ended = this.#pool.end().finally(() => closing.abort());
    await Promise.race([ended, pass(endMs, undefined, { signal }).catch(() => {})]);
    for (const client of this.#clients.values()) client.close('The server is stopping');
  }
}

/** An error with a lost connection's code, so that the response is 503 with Retry-After (http/error-handler.ts). */
class ConnectionClosed extends Error {
  readonly code = 'ETIMEDOUT';
}

/** A connection that is closed when nothing arrives from the server while a statement runs. */
export class WatchedClient {
  readonly #client: pg.PoolClient;
  readonly #silenceMs: number | undefined;
  #running = 0;

  constructor(client: pg.PoolClient, silenceMs: number | undefined) {
    this.#client = client;
    this.#silenceMs = silenceMs;
    client.connection.stream.on('timeout', () => this.close('The database has gone silent'));
  }

  /** Identifies the server's process; kysely and tests use it. */
  get processID(): number {
    return (this.#client as unknown as { processID: number }).processID;
  }

  async query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    this.#running += 1;
    if (this.#running === 1) this.#watch(this.#silenceMs);
    try {
      const response = this.#client.query(text, [...values]);
      return await waitWithinBudget(response, () => this.close('The request has waited too long for the database'));
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#watch(0);
    }
  }

  /**
   * Sets the connection's parameters. They are not startup parameters, because poolers refuse those or leave them out
   * (decision 107). The connection is closed when the response takes as long as a connection may take.
   */
  async set(parameters: Readonly<Record<string, string | number>>): Promise<void> {
    this.#watch(connectionTimeoutMs);
    await this.#client.query(
      Object.entries(parameters)
        .map(([name, value]) => `SET ${name} = ${pg.escapeLiteral(String(value))}`)
        .join('; '),
    );
    this.#watch(0);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  /** Closes the connection; its statement rejects. */
  close(reason: string): void {
    this.#client.connection.stream.destroy(new ConnectionClosed(reason));
  }

  /** Sets the socket's timeout, which starts again with every byte; 0 turns it off. */
  #watch(ms = 0): void {
    const { stream } = this.#client.connection;
    if (stream instanceof Socket) stream.setTimeout(ms);
  }
}

const dateOid = 1082;
const instantOid = 1184;

/** Keeps `date` and types that JavaScript would round (numeric, int8) as text. */
function typeParser(oid: number, format: 'text' | 'binary'): unknown {
  if (oid === dateOid) return (value: string) => value;
  return oid === instantOid ? parseInstant : pg.types.getTypeParser(oid, format as 'text');
}

const parseAnyInstant: (text: string) => Date | number = pg.types.getTypeParser(instantOid, 'text');

/** Parses an instant. The parser of `pg` takes twice as long, and a list has a thousand instants. */
function parseInstant(text: string): Date | number {
  const isUsual = text.charAt(10) === ' ' && text.endsWith('+00');
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -'+00'.length)}Z`) : parseAnyInstant(text);
}
