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
 * than the server.
 */
export function copyOut(client: pg.Client, statement: string): AsyncIterable<Buffer> {
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
      read: () => this.#connection?.stream.resume(),
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

  handleReadyForQuery(): void {
    this.blocks.push(null);
  }

  handleError(error: Error): void {
    this.blocks.destroy(error);
  }

  #flush(): void {
    if (this.#used === 0) return;
    const full = this.#block.subarray(0, this.#used);
    this.#block = Buffer.allocUnsafe(blockBytes);
    this.#used = 0;
    this.#push(full);
  }

  #push(block: Buffer): void {
    if (!this.blocks.push(block)) this.#connection?.stream.pause();
  }
}

/**
 * Sends the blocks to `COPY … FROM STDIN`. Throws the source's error when reading it fails, and the server's error
 * when a row doesn't fit. Either one also makes the transaction fail.
 */
export async function copyIn(client: pg.Client, statement: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
  const input = new CopyIn(statement, blocks);
  client.query(input as unknown as pg.Submittable);
  await input.done;
}

class CopyIn {
  readonly done: Promise<void>;
  readonly #statement: string;
  readonly #blocks: AsyncIterable<Uint8Array>;
  readonly #end = Promise.withResolvers<void>();
  #failure: unknown;
  #isOver = false;

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
    this.#isOver = true;
    this.#end.resolve();
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.#end.reject(this.#failure ?? error);
  }

  async #send(connection: Connection): Promise<void> {
    try {
      for await (const block of this.#blocks) {
        if (this.#isOver) return;
        connection.sendCopyFromChunk(block);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    } catch (error) {
      this.#failure = error;
      if (connection.stream.destroyed) this.#end.reject(error);
      else connection.sendCopyFail('the backup could not be read');
    }
  }
}
