import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Gauge } from 'prom-client';
import type { Subscribe } from '../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';

/** Streams of server-sent events (`stream` in the contract). They send changes to pages that stay open. */

/** Shorter than the connection timeout (app.ts), and short enough for proxies that end silent connections. */
const heartbeatMs = 15_000;
/** After this long a stream ends. The page opens another one, which checks its token or session again. */
const longestMs = 10 * 60_000;
/** A client with more unsent bytes than this isn't reading, so its stream ends. */
const mostUnsentBytes = 64 * 1024;
/** The limit for one process. A stream takes about 30 kB. A page that gets none polls every 20 s instead. */
const mostOpen = 2_000;

export const openStreams = new Gauge({
  name: 'http_open_streams',
  help: 'Open streams of server-sent events',
  registers: [],
});

interface OpenStream {
  readonly raw: ServerResponse;
  readonly openedMs: number;
  readonly end: () => void;
  /** Whether something was still unsent at the last heartbeat. */
  isBehind: boolean;
}

export class EventStreams {
  readonly #open = new Set<OpenStream>();
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  /** Ends every stream when the server stops, because an open stream would delay the stop. */
  constructor(app: Pick<FastifyInstance, 'addHook'>) {
    app.addHook('preClose', (done) => {
      this.#isClosing = true;
      for (const stream of this.#open) stream.end();
      done();
    });
  }

  /**
   * Responds with a stream of the events that `subscribe` sends, until either side ends it. Throws a 503 Refusal when
   * too many streams are open or the server is stopping.
   */
  open(reply: FastifyReply, subscribe: Subscribe<unknown>, toJson: (event: unknown) => string): FastifyReply {
    reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    // `x-accel-buffering` keeps nginx from holding back the events.
    reply.headers({ 'x-accel-buffering': 'no', connection: 'close' });
    if (reply.request.method === 'HEAD') return reply.send();
    if (this.#isClosing || this.#open.size >= mostOpen) {
      throw new Refusal(503, "We're busy right now. Please try again.", { code: 'busy', retryAfterSeconds: 20 });
    }
    reply.hijack();
    const { raw } = reply;
    // The client left while its request was checked.
    if (raw.destroyed) return reply;
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    const stream = { raw, openedMs: performance.now(), end: () => raw.end(), isBehind: false };
    this.#add(stream);
    const stop = subscribe({ send: (event) => write(raw, `data: ${toJson(event)}\n\n`), end: stream.end });
    raw.once('close', () => {
      stop();
      this.#remove(stream);
    });
    return reply;
  }

  #add(stream: OpenStream): void {
    this.#open.add(stream);
    openStreams.set(this.#open.size);
    this.#timer ??= setInterval(() => this.#beat(), heartbeatMs).unref();
  }

  #remove(stream: OpenStream): void {
    this.#open.delete(stream);
    openStreams.set(this.#open.size);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Ends streams that are too old, and those with unsent data at two heartbeats in a row: a slow or lost client. */
  #beat(): void {
    const nowMs = performance.now();
    for (const stream of this.#open) {
      const { raw, openedMs, isBehind, end } = stream;
      stream.isBehind = raw.writableLength > 0;
      if (stream.isBehind && isBehind) raw.destroy();
      else if (nowMs - openedMs >= longestMs) end();
      else raw.write(': \n\n');
    }
  }
}

function write(raw: ServerResponse, text: string): void {
  if (raw.writableEnded || raw.destroyed) return;
  raw.write(text);
  if (raw.writableLength > mostUnsentBytes) raw.destroy();
}
