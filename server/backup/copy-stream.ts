import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/**
 * PostgreSQL's COPY over a connection of `pg`, which speaks the protocol but has no streams for it. `pg` accepts any
 * object with a `submit` method and one method for each kind of message from the server.
 */

/** The connection that `pg` passes to the methods of a submitted object. Its types don't declare it. */
interface Connection {
  readonly stream: Readable & { readonly writableNeedDrain: boolean; readonly destroyed: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Rows are collected into blocks of this size, because each message from the server has only one row. */
const blockBytes = 512 * 1024;

/**
 * Returns the output of `COPY … TO STDOUT` as blocks of whole rows. Pauses the connection while the reader is slower
 * than the server. When the reader ends early, the rest of the output is discarded.
 */
export function copyOut(client: pg.Client, statement: string): Readable {
  const output = new CopyOut(statement);
  // The driver's types declare only `submit`.
  client.query(output as unknown as pg.Submittable);
  return output.blocks;
}

class CopyOut {
  readonly blocks: Readable;
  readonly #statement: string;
  #connection: Connection | undefined;
  #block = Buffer.allocUnsafe(blockBytes);
  #used = 0;

  constructor(statement: string) {
    this.#statement = statement;
    this.blocks = new Readable({
      objectMode: true,
      highWaterMark: 2,
      read: () => this.#resume(),
      destroy: (error, done) => {
        this.#resume();
        done(error);
      },
    });
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  /** Copies the row, because the driver reuses its bytes. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > blockBytes) this.#flush();
    if (chunk.length > blockBytes) this.#push(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#block, this.#used);
  }

  handleCommandComplete(): void {
    this.#flush();
  }

  /** The last block may have paused the connection, and after the end nobody calls `read` any more. */
  handleReadyForQuery(): void {
    this.blocks.push(null);
    this.#resume();
  }

  handleError(error: Error): void {
    this.blocks.destroy(error);
  }

  #resume(): void {
    this.#connection?.stream.resume();
  }

  #flush(): void {
    if (this.#used === 0) return;
    const full = this.#block.subarray(0, this.#used);
    this.#block = Buffer.allocUnsafe(blockBytes);
    this.#used = 0;
    this.#push(full);
  }

  #push(block: Buffer): void {
    if (this.blocks.destroyed) return;
    if (!this.blocks.push(block)) this.#connection?.stream.pause();
  }
}

/** A running `COPY … FROM STDIN`. */
export interface RunningCopyIn {
  /**
   * Rejects with the source's error when reading it fails, and with the server's error when a row doesn't fit. Either
   * one also makes the transaction fail.
   */
  readonly done: Promise<void>;
  /** Returns true while the copy waits for the source's next block. */
  readonly waitsForSource: () => boolean;
}

/** Sends the blocks to `COPY … FROM STDIN`. Waits while the server is slower than the source. */
export function copyIn(client: pg.Client, statement: string, blocks: AsyncIterable<Uint8Array>): RunningCopyIn {
  const input = new CopyIn(statement, blocks);
  client.query(input as unknown as pg.Submittable);
  return { done: input.done, waitsForSource: () => input.waitsForSource };
}

class CopyIn {
  readonly done: Promise<void>;
  waitsForSource = false;
  readonly #statement: string;
  readonly #blocks: AsyncIterable<Uint8Array>;
  readonly #end = Promise.withResolvers<void>();
  /** Aborted when the copy is over, which also ends a wait for the connection. */
  readonly #over = new AbortController();
  #failure: unknown;

  constructor(statement: string, blocks: AsyncIterable<Uint8Array>) {
    this.#statement = statement;
    this.#blocks = blocks;
    this.done = this.#end.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: Connection): void {
    void this.#send(connection);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#over.abort();
    this.#end.resolve();
  }

  handleError(error: Error): void {
    this.#over.abort();
    this.#end.reject(this.#failure ?? error);
  }

  async #send(connection: Connection): Promise<void> {
    const { signal } = this.#over;
    try {
      this.waitsForSource = true;
      for await (const block of this.#blocks) {
        if (signal.aborted) return;
        this.waitsForSource = false;
        connection.sendCopyFromChunk(block);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal });
        this.waitsForSource = true;
      }
      this.waitsForSource = false;
      connection.endCopyFrom();
    } catch (error) {
      if (signal.aborted) return;
      this.waitsForSource = false;
      this.#failure = error;
      if (connection.stream.destroyed) this.#end.reject(error);
      else connection.sendCopyFail('the backup could not be read');
    }
  }
}
