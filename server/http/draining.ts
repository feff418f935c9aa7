import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailableBody } from './error-handler.ts';

/**
 * The stop of a server without losing requests (decision 104). First it drains: it serves everything, but `/readyz`
 * tells the proxy to send no more, and each response closes its connection. A connection that was closed that way can't
 * carry a request that arrives too late. Then it closes.
 */

/** How long the last responses have to reach their clients before their connections are closed. */
const lingerMs = 500;

export class Draining {
  readonly #server: Server;
  readonly #unanswered = new Set<ServerResponse>();
  #hasBegun = false;

  /** Watches every request of a server, including those that never reach a route. */
  constructor(server: Server) {
    this.#server = server;
    server.prependListener('request', (_request, response) => {
      this.#unanswered.add(response);
      response.once('close', () => this.#unanswered.delete(response));
      if (this.#hasBegun) closeAfter(response);
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Makes `/readyz` respond 503, and every response from now on close its connection. Requests are still served. */
  begin(): void {
    this.#hasBegun = true;
    for (const response of this.#unanswered) closeAfter(response);
  }

  /**
   * Closes the app: takes no connections, ends the streams, and waits for the running requests. After `timeoutMs` it
   * responds 503 to the rest and closes every connection.
   */
  async close(app: FastifyInstance, timeoutMs: number): Promise<void> {
    this.begin();
    const closed = new AbortController();
    const closing = app.close().finally(() => closed.abort());
    await Promise.all([closing, this.#refuseRest(timeoutMs, closed.signal)]);
  }

  async #refuseRest(afterMs: number, closed: AbortSignal): Promise<void> {
    try {
      await sleep(afterMs, undefined, { signal: closed });
      for (const response of this.#unanswered) refuse(response);
      await sleep(lingerMs, undefined, { signal: closed });
      this.#server.closeAllConnections();
    } catch (error) {
      // A pause ends early when the app has closed.
      if (!closed.aborted) throw error;
    }
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** Responds 503. A response that has begun can't be replaced; its connection is closed, so nobody takes it as whole. */
function refuse(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify(unavailableBody);
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(body);
}

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining;
  }
}
