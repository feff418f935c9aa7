import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { broken, type SavedFailure, StripeApi, type StripeRequest, type StripeResponse } from './api.ts';
import type { StripeBooks } from './books.ts';
import { stripeBrowser } from './browser.ts';
import { matchRequest, type RequestName } from './requests.ts';

/** How one request can fail. After most failures the client cannot know whether the request took effect. */
export type Failure =
  /** The request is refused without any effect, and nothing is saved under its key. */
  | { refuse: { status: number; error: object } }
  /** The request is refused once its work has begun, without effect. The refusal is returned again for the same key. */
  | { saves: { status: number; error: object } }
  /** Stripe returns 500 before or after handling the request, and again for the same idempotency key. */
  | { breaks: 'before' | 'after' }
  | { delayMs: number }
  /** The connection is closed before or after the request is handled. */
  | { cut: 'before' | 'after' }
  /** The request is handled, but another response is sent. */
  | { say: { status: number; body: string } }
  /** The request arrives twice, as after a proxy's retry. The second response is returned. */
  | { twice: true };

export interface SeenRequest extends StripeRequest {
  readonly status: number | undefined;
  readonly replayed: boolean;
}

export interface StripeStandIn {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Settings with which a server uses this instead of Stripe. */
  readonly env: Record<string, string>;
  readonly books: StripeBooks;
  /** All requests in order. */
  readonly seen: SeenRequest[];
  /** The actions at Stripe without our server. */
  readonly browser: ReturnType<typeof stripeBrowser>;
  /** Makes the next requests of this kind fail. */
  failNext(name: RequestName, failure: Failure, times?: number): void;
  /** Runs `happens` right before the next request of this kind is handled. */
  meanwhile(name: RequestName, happens: () => void): void;
  /** Removes the failures that have not happened yet. */
  stopFailing(): void;
  /** Forgets the idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  /** Signs an event as Stripe signs its webhook requests. */
  sign(event: object, options?: { secret?: string; timestamp?: number }): { payload: string; signature: string };
  /** Closes all connections from now on. The books stay. */
  goDown(): void;
  /** Responds again, at the same address. */
  comeBack(): void;
  close(): Promise<void>;
}

/** Starts a stand-in for Stripe's API on a free port of this machine. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const secretKey = 'sk_test_standin';
  const webhookSecret = 'whsec_standin';
  const api = new StripeApi(secretKey);
  const browser = stripeBrowser(api.books);
  const seen: SeenRequest[] = [];
  const failures: { name: RequestName; failure: Failure }[] = [];
  const happenings: { name: RequestName; happens: () => void }[] = [];

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const body = await text(request);
    const received = {
      method: request.method ?? '',
      path: pathname,
      query: search.slice(1),
      headers: request.headers,
      body,
    };
    const soon = happenings.findIndex(({ name }) => isFor(received, name));
    if (soon >= 0) happenings.splice(soon, 1)[0]?.happens();
    const at = failures.findIndex(({ name }) => isFor(received, name));
    const failure = at < 0 ? undefined : failures.splice(at, 1)[0]?.failure;
    const result = await handle(api, received, failure);
    seen.push({ ...received, status: result?.status, replayed: result?.headers['idempotent-replayed'] === 'true' });
    if (!result) request.socket.destroy();
    else response.writeHead(result.status, { 'content-type': 'application/json', ...result.headers }).end(result.text);
  };

  // The stand-in keeps its port while it is down, because another program might take it.
  let isDown = false;
  const server = await listen(respond);
  server.on('connection', (socket) => {
    if (isDown) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...{ url, secretKey, webhookSecret, books: api.books, seen, browser },
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    },
    failNext(name, failure, times = 1) {
      for (let count = 0; count < times; count += 1) failures.push({ name, failure });
    },
    meanwhile(name, happens) {
      happenings.push({ name, happens });
    },
    stopFailing() {
      failures.length = 0;
    },
    forgetKeys: () => api.forgetKeys(),
    sign(event, { secret = webhookSecret, timestamp = Math.floor(Date.now() / 1000) } = {}) {
      const payload = JSON.stringify(event, null, 2);
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
    },
    goDown() {
      isDown = true;
      server.closeAllConnections();
    },
    comeBack() {
      isDown = false;
    },
    close: async () => await shut(server),
  };
}

async function listen(respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<Server> {
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      console.error('the stand-in for Stripe failed', error);
      request.socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function isFor({ method, path }: StripeRequest, name: RequestName): boolean {
  try {
    return matchRequest(method, path).name === name;
  } catch {
    return false;
  }
}

function savedFailureOf(failure: Failure | undefined): SavedFailure | undefined {
  if (failure && 'breaks' in failure) return { when: failure.breaks, ...broken };
  if (failure && 'saves' in failure) {
    const { status, error } = failure.saves;
    return { when: 'before', status, body: { error } };
  }
  return undefined;
}

/** Returns the response to send, or undefined if the connection is to be closed without one. */
async function handle(
  api: StripeApi,
  request: StripeRequest,
  failure: Failure | undefined,
): Promise<(StripeResponse & { text: string }) | undefined> {
  if (failure && 'refuse' in failure) {
    const { status, error } = failure.refuse;
    return { status, body: {}, headers: {}, text: JSON.stringify({ error }) };
  }
  if (failure && 'cut' in failure && failure.cut === 'before') return undefined;
  if (failure && 'twice' in failure) api.handle(request);
  const response = api.handle(request, savedFailureOf(failure));
  if (failure && 'cut' in failure) return undefined;
  if (failure && 'delayMs' in failure) await sleep(failure.delayMs);
  if (failure && 'say' in failure) return { ...response, status: failure.say.status, text: failure.say.body };
  return { ...response, text: JSON.stringify(response.body) };
}
