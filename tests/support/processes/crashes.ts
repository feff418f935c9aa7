import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Db } from '../../../server/database/transaction.ts';
import type { WatchedClient } from '../../../server/database/watched-pool.ts';
import type { PaymentProvider } from '../../../server/external/payments/payment-provider.ts';
import { Refusal } from '../../../server/refusal.ts';

/**
 * Processes that can die at any of their steps. A step is a point at which another process or a crash could intervene:
 * before a query is sent, after a query has changed something (above all a COMMIT), before and after a call of the
 * provider. One process runs at a time, chosen by a seed, so that a run can be repeated. A dead process does nothing
 * more, and its open transaction is rolled back, as the database does when a connection closes.
 */

export class Crash extends Error {
  constructor() {
    super('the process died');
  }
}

export interface Plan {
  name: string;
  /** The step at which the process dies. */
  diesAt?: number | undefined;
  /** From this step on, the provider's next response is lost (503), once. */
  losesAt?: number | undefined;
}

/** A process that waits for its turn. */
export interface Waiting {
  /** Its index among the processes that were started together. */
  place: number;
  /** The number of the step that it waits for. */
  steps: number;
}

interface Process extends Plan, Waiting {
  isDead: boolean;
  hasLost: boolean;
}

export interface Outcome {
  name: string;
  /** The number of steps that it took. */
  steps: number;
  /** The value that it returned, or the error that it threw. */
  value?: unknown;
  error?: unknown;
}

/** How often a running query is checked for waiting on a lock. */
const lockCheckMs = 4;

export class Machine {
  readonly #here = new AsyncLocalStorage<Process>();
  readonly #waiting: { process: Process; go: () => void }[] = [];
  readonly #blocked = new Set<Process>();
  readonly #isBlocked: (backend: number) => Promise<boolean>;
  #running: Process | undefined;
  #alive = 0;
  /** Chooses the next process. Returns its index among those that wait. */
  pick: (waiting: readonly Waiting[]) => number = () => 0;

  constructor(isBlocked: (backend: number) => Promise<boolean>) {
    this.#isBlocked = isBlocked;
  }

  /** Runs each task in a process, interleaved step by step, until all have ended. */
  async run(tasks: readonly (Plan & { work: () => Promise<unknown> })[]): Promise<Outcome[]> {
    this.#alive += tasks.length;
    return await Promise.all(
      tasks.map(async ({ work, ...plan }, place) => {
        const process: Process = { ...plan, place, steps: 0, isDead: false, hasLost: false };
        return await this.#here.run(process, async () => await this.#live(process, work));
      }),
    );
  }

  async #live(process: Process, work: () => Promise<unknown>): Promise<Outcome> {
    const { name } = process;
    try {
      await this.#turn(process);
      const value = await work();
      return { name, steps: process.steps, value };
    } catch (error) {
      return { name, steps: process.steps, error: process.isDead ? new Crash() : error };
    } finally {
      if (this.#running === process) this.#running = undefined;
      this.#alive -= 1;
      this.#next();
    }
  }

  /** Takes a step of the running process: others may run before it, or the process dies here. */
  async step(): Promise<void> {
    const process = this.#here.getStore();
    if (!process) return;
    if (process.isDead) throw new Crash();
    process.steps += 1;
    await this.#turn(process);
    if (process.steps === process.diesAt) process.isDead = true;
    if (process.isDead) throw new Crash();
  }

  /** Throws the 503 of an unreachable provider, once, at the planned step. */
  loseResponse(): void {
    const process = this.#here.getStore();
    if (!process || process.losesAt === undefined || process.hasLost || process.steps < process.losesAt) return;
    process.hasLost = true;
    throw new Refusal(503, 'The payment provider does not answer.');
  }

  /** Lets the others run while a query waits for a lock that one of them holds. */
  async watch<T>(backend: number, query: () => Promise<T>): Promise<T> {
    const process = this.#here.getStore();
    if (!process || this.#alive === 1) return await query();
    let isOver = false;
    const watching = setInterval(async () => {
      if (this.#blocked.has(process) || !(await this.#isBlocked(backend)) || isOver) return;
      this.#blocked.add(process);
      if (this.#running === process) this.#running = undefined;
      this.#next();
    }, lockCheckMs);
    try {
      return await query();
    } finally {
      isOver = true;
      clearInterval(watching);
      this.#blocked.delete(process);
    }
  }

  async #turn(process: Process): Promise<void> {
    if (this.#running === process) this.#running = undefined;
    await new Promise<void>((go) => {
      this.#waiting.push({ process, go });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running || this.#waiting.length === 0) return;
    // Wait until all processes have reached a step, so that the choice does not depend on their speed.
    if (this.#waiting.length + this.#blocked.size < this.#alive) return;
    const [chosen] = this.#waiting.splice(this.pick(this.#waiting.map(({ process }) => process)), 1);
    this.#running = chosen?.process;
    chosen?.go();
  }
}

/** A round has at most three processes, and the server is shared with other tests. */
const mostConnections = 6;

/** Opens the app's own pool, in which every query is a step of the process that sends it. */
export function crashingDatabase(url: string): { db: Db; machine: Machine; close(): Promise<void> } {
  const { pool } = openDatabase(url, { warn: () => {} }, mostConnections);
  const control = new pg.Pool({ connectionString: url, max: 1 });
  const machine = new Machine(async (backend) => {
    const { rows } = await control.query('SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked', [backend]);
    return rows[0].blocked;
  });
  const stepping: PostgresPool = {
    options: pool.options,
    connect: async () => steppingClient(await pool.connect(), machine),
    end: async () => await pool.end(),
  };
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: stepping }) }),
    machine,
    async close() {
      await control.end();
      await pool.end();
    },
  };
}

function steppingClient(client: WatchedClient, machine: Machine): PostgresPoolClient {
  const backend = client.processID;
  let isInTransaction = false;
  const send = (text: string, values: readonly unknown[]) =>
    machine.watch(backend, async () => await client.query(text, values));
  const query = async (text: string, values: readonly unknown[]) => {
    if (text === 'rollback' || text === 'begin') {
      // These are no steps: after a crash the database rolls back automatically, and a begin changes nothing.
      isInTransaction = text === 'begin';
      return await client.query(text);
    }
    await machine.step();
    const result = await send(text, values);
    const isDone = text === 'commit' || (!isInTransaction && result.command !== 'SELECT');
    if (text === 'commit') isInTransaction = false;
    if (isDone) await machine.step();
    return result;
  };
  return {
    processID: backend,
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy?: boolean) => client.release(destroy),
  } as PostgresPoolClient;
}

/**
 * Returns the provider as a process sees it: the process may die before a call, or after the call before its response.
 */
export function crashingProvider(real: PaymentProvider, machine: Machine): PaymentProvider {
  return new Proxy(real, {
    get(target, name) {
      const call = target[name as keyof PaymentProvider] as ((...args: unknown[]) => unknown) | undefined;
      if (typeof call !== 'function' || name === 'listMovements') return call;
      return async (...args: unknown[]) => {
        await machine.step();
        machine.loseResponse();
        const answer = await call.apply(target, args);
        await machine.step();
        machine.loseResponse();
        return answer;
      };
    },
  });
}
