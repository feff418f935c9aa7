import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Gauge } from 'prom-client';
import type { Role } from '../../contract/accounts.ts';
import type { Subscribe } from '../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';
import { withTimeBudget } from '../time-budget.ts';

/** Streams of server-sent events (`stream` in the contract). They send changes to pages that stay open. */

/** Shorter than the connection timeout (app.ts), and short enough for proxies that end silent connections. */
const heartbeatMs = 15_000;
/** After this long a stream ends. The page opens another one, which checks its token or session again. */
const longestMs = 10 * 60_000;
/** A client with more unsent bytes than this isn't reading, so its stream ends. */
const mostUnsentBytes = 64 * 1024;
/** The limit for one process. A stream takes about 30 kB. A page that gets none polls every 20 s instead. */
const mostOpen = 2_000;
/** The limits for one holder, so that nobody can take the streams of all others. Offices share an IP address. */
const mostPerAccount = 10;
const mostPerAddress = 200;
/** For one path that opens without signing in, such as a live link: a phone, a computer and one more. */
const mostPerPath = 3;

export const openStreams = new Gauge({
  name: 'http_open_streams',
  help: 'Open streams of server-sent events',
  registers: [],
});

/** Who opens a stream. */
export interface StreamHolder {
  /** The account and its session; undefined for a public endpoint. */
  readonly account: StreamAccount | undefined;
  /** The client's IP address. */
  readonly address: string;
  /** The endpoint with its parameters. It counts for public endpoints only, where it holds a secret. */
  readonly path: string;
}

/** The signed-in user of a stream, as known when it was opened. */
interface StreamAccount {
  readonly id: string;
  readonly sid: string;
  readonly role: Role;
}

/** Returns those of the accounts whose sessions are still open and whose roles are still the same. */
export type ListWorking = <A extends StreamAccount>(accounts: readonly A[]) => Promise<ReadonlySet<A>>;

interface OpenStream {
  readonly raw: ServerResponse;
  readonly account: StreamAccount | undefined;
  readonly holds: readonly Hold[];
  readonly openedMs: number;
  readonly end: () => void;
  /** Whether something was still unsent at the last heartbeat. */
  isBehind: boolean;
}

/** A count of open streams that a stream belongs to, and its limit. */
interface Hold {
  readonly key: string;
  readonly most: number;
}

export class EventStreams {
  readonly #open = new Set<OpenStream>();
  /** The number of open streams by the key of their holds. */
  readonly #counts = new Map<string, number>();
  readonly #listWorking: ListWorking;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  /** Ends every stream when the server stops, because an open stream would delay the stop. */
  constructor(app: Pick<FastifyInstance, 'addHook'>, listWorking: ListWorking) {
    this.#listWorking = listWorking;
    app.addHook('preClose', (done) => {
      this.#isClosing = true;
      for (const stream of this.#open) stream.end();
      done();
    });
  }

  /**
   * Responds with a stream of the events that `subscribe` sends, until either side or the end of its session ends it.
   * Throws a 503 Refusal when too many streams are open, in all or by its holder, or the server is stopping.
   */
  open(
    reply: FastifyReply,
    holder: StreamHolder,
    subscribe: Subscribe<unknown>,
    toJson: (event: unknown) => string,
  ): FastifyReply {
    reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    // `x-accel-buffering` keeps nginx from holding back the events.
    reply.headers({ 'x-accel-buffering': 'no', connection: 'close' });
    if (reply.request.method === 'HEAD') return reply.send();
    const holds = holdsOf(holder);
    const isHeld = holds.some(({ key, most }) => (this.#counts.get(key) ?? 0) >= most);
    if (this.#isClosing || this.#open.size >= mostOpen || isHeld) {
      throw new Refusal(503, "We're busy right now. Please try again.", { code: 'busy', retryAfterSeconds: 20 });
    }
    reply.hijack();
    const { raw } = reply;
    // The client left while its request was checked.
    if (raw.destroyed) return reply;
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    const { account } = holder;
    const stream = { raw, account, holds, openedMs: performance.now(), end: () => raw.end(), isBehind: false };
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
    for (const { key } of stream.holds) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    openStreams.set(this.#open.size);
    this.#timer ??= setInterval(() => {
      this.#beat();
      // Without this, the query would inherit the time budget of the request that started the timer.
      void withTimeBudget(undefined, () => this.#endUnauthorized());
    }, heartbeatMs).unref();
  }

  #remove(stream: OpenStream): void {
    this.#open.delete(stream);
    for (const { key } of stream.holds) {
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
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

  /** Ends the streams whose sessions have ended since they were opened, at the latest two heartbeats after that. */
  async #endUnauthorized(): Promise<void> {
    const streams = [...this.#open].filter(({ account }) => account !== undefined);
    if (streams.length === 0) return;
    try {
      const working = await this.#listWorking(streams.flatMap(({ account }) => account ?? []));
      for (const { account, end } of streams) if (account && !working.has(account)) end();
    } catch {
      // What can't be checked ends: the page asks again, and that request says what is wrong.
      for (const { end } of streams) end();
    }
  }
}

function holdsOf({ account, address, path }: StreamHolder): Hold[] {
  const byAddress = { key: `address ${address}`, most: mostPerAddress };
  if (!account) return [byAddress, { key: `path ${path}`, most: mostPerPath }];
  return [byAddress, { key: `account ${account.id}`, most: mostPerAccount }];
}

function write(raw: ServerResponse, text: string): void {
  if (raw.writableEnded || raw.destroyed) return;
  raw.write(text);
  if (raw.writableLength > mostUnsentBytes) raw.destroy();
}
