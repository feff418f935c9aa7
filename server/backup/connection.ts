import type { Socket } from 'node:net';
import pg from 'pg';
import { copyIn, copyOut } from './copy-stream.ts';
import { secondsText, type WaitLimit, within } from './wait-limit.ts';

/** Settings for text that any server reads back exactly, whatever its own settings are, and for no time limit. */
const exactText = [
  "SET timezone = 'UTC'",
  "SET datestyle = 'ISO, MDY'",
  "SET intervalstyle = 'postgres'",
  'SET extra_float_digits = 3',
  "SET bytea_output = 'hex'",
  "SET client_encoding = 'UTF8'",
  'SET statement_timeout = 0',
  'SET idle_in_transaction_session_timeout = 0',
];

/** How long the server has to say what a connection waits for. */
const askMs = 5_000;

/**
 * The one connection of a backup or a restore. Its statements may take as long as they need, but each wait ends with a
 * BackupError when nothing moves: no byte passed, and the server doesn't say that it works on the statement.
 */
export class BackupConnection {
  /** What it is used for now, for the sentence when nothing moves: "copying the table pickups". */
  task = 'opening the connection';
  readonly #url: string;
  readonly #client: pg.Client;
  readonly #wait: WaitLimit;
  #pid = 0;

  constructor(url: string, wait: WaitLimit) {
    this.#url = url;
    this.#wait = wait;
    this.#client = new pg.Client({
      connectionString: url,
      application_name: 'stoop backup',
      keepAlive: true,
    });
    // A lost connection rejects the running statement. Without a listener it would also end the process.
    this.#client.on('error', () => {});
  }

  async open(): Promise<void> {
    await within(this.#wait, this.#client.connect(), () => this.#explainStall());
    for (const statement of exactText) await this.query(statement);
    const { rows } = await this.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
    this.#pid = rows[0]?.pid ?? 0;
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<T>> {
    return await this.#whileMoving(this.#client.query<T>(text, values));
  }

  /** Returns the blocks of `COPY … TO STDOUT`. A reader may take as long as it wants between two blocks. */
  async *copyOut(statement: string): AsyncGenerator<Buffer> {
    const blocks = copyOut(this.#client, statement);
    const next = blocks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { value, done } = await this.#whileMoving(next.next());
        if (done) return;
        yield value;
      }
    } finally {
      blocks.destroy();
    }
  }

  /** Sends the blocks to `COPY … FROM STDIN`. Throws the source's error when reading it fails, else the server's. */
  async copyIn(statement: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
    const { done, waitsForSource } = copyIn(this.#client, statement, blocks);
    await this.#whileMoving(done, waitsForSource);
  }

  /** Ends the connection in order. */
  async close(): Promise<void> {
    await this.#whileMoving(this.#client.end());
  }

  /** Ends the connection at once. The server rolls back. `close` would wait for the rest of an unread copy. */
  destroy(): void {
    this.#client.connection.stream.destroy();
  }

  async #whileMoving<T>(work: Promise<T>, isElsewhere = () => false): Promise<T> {
    // The types don't say that it is a socket.
    const stream = this.#client.connection.stream as Socket;
    // What is written but not yet sent doesn't count.
    const moved = () => stream.bytesRead + stream.bytesWritten - stream.writableLength;
    let last = moved();
    return await within(this.#wait, work, async () => {
      const before = last;
      last = moved();
      return isElsewhere() || last !== before ? undefined : await this.#explainStall();
    });
  }

  /** Returns the sentence for a wait in which no byte has passed; undefined while the server works. */
  async #explainStall(): Promise<string | undefined> {
    const cause = await this.#findCause();
    return cause && `Nothing has moved for ${secondsText(this.#wait)} while ${this.task}: ${cause}.`;
  }

  /**
   * Asks the server over another connection what this one waits for: a sum, a constraint of a large table or a commit
   * sends nothing for minutes. Returns undefined while the server works on the statement.
   */
  async #findCause(): Promise<string | undefined> {
    const asking = new pg.Client({
      connectionString: this.#url,
      application_name: 'stoop backup',
      connectionTimeoutMillis: Math.min(askMs, this.#wait.limitMs),
      query_timeout: Math.min(askMs, this.#wait.limitMs),
    });
    asking.on('error', () => {});
    try {
      await asking.connect();
      const { rows } = await asking.query<{ waits: string | null }>(
        `SELECT wait_event_type AS "waits" FROM pg_stat_activity WHERE pid = $1 AND state = 'active'`,
        [this.#pid],
      );
      const [working] = rows;
      if (working?.waits === 'Lock') return 'another program holds a lock in the database';
      // "Client": the server waits for what we send or read, so the network has lost it.
      return working && working.waits !== 'Client' ? undefined : 'the connection to the database is stuck';
    } catch {
      return 'the database does not respond';
    } finally {
      asking.connection.stream.destroy();
    }
  }
}

/** Opens a connection for the work and closes it afterwards, at once if the work fails. */
export async function withConnection<T>(
  url: string,
  wait: WaitLimit,
  work: (connection: BackupConnection) => Promise<T>,
): Promise<T> {
  const connection = new BackupConnection(url, wait);
  try {
    await connection.open();
    const result = await work(connection);
    await connection.close();
    return result;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** Runs the work in a read-only transaction whose statements all see the same snapshot. */
export async function inSnapshot<T>(connection: BackupConnection, work: () => Promise<T>): Promise<T> {
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const result = await work();
  await connection.query('COMMIT');
  return result;
}
