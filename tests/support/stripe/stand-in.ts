import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { type Answered, type Asked, StripeAnswers } from './answer.ts';
import type { StripeBooks } from './books.ts';
import { type BrowserAnswer, stripeBrowser } from './browser.ts';
import { matchRequest, type RequestName } from './requests.ts';

/**
 * What may go wrong with one request. `refuse` happens instead of the work; everything else after it, so that a client
 * cannot know whether it was done.
 */
export type Trouble =
  | { refuse: { status: number; error: object } }
  /** Stripe itself fails, before or after the work, and says so again of the same key. */
  | { breaks: 'before' | 'after' }
  | { delayMs: number }
  /** The connection is cut: before the work, or when it is done. */
  | { cut: 'before' | 'after' }
  /** Something else is said than was answered. */
  | { say: { status: number; body: string } }
  /** The request arrives a second time, as after a proxy's own retry; the second answer is the one that counts. */
  | { twice: true };

export interface SeenRequest extends Asked {
  readonly status: number | undefined;
  readonly replayed: boolean;
}

export interface StripeStandIn {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The settings of a server that takes this for Stripe. */
  readonly env: Record<string, string>;
  readonly books: StripeBooks;
  /** Every request, in the order in which they came. */
  readonly seen: SeenRequest[];
  /** What the person at the card form does. */
  readonly browser: ReturnType<typeof stripeBrowser>;
  /** Has the next requests of this kind go wrong. */
  trouble(name: RequestName, trouble: Trouble, times?: number): void;
  /** Nothing goes wrong any more. */
  calm(): void;
  /** Signs what happened, as Stripe signs what it sends to a webhook. */
  sign(event: object, options?: { secret?: string; timestamp?: number }): { payload: string; signature: string };
  /** Nobody answers any more; the books stay. */
  die(): void;
  /** Answers again, at the same address. */
  comeBack(): void;
  close(): Promise<void>;
}

/** Starts a stand-in for Stripe's API on a free port of this machine. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const secretKey = 'sk_test_standin';
  const webhookSecret = 'whsec_standin';
  const answers = new StripeAnswers(secretKey);
  const browser = stripeBrowser(answers.books);
  const seen: SeenRequest[] = [];
  const troubles: { name: RequestName; trouble: Trouble }[] = [];

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const body = await text(request);
    if (pathname.startsWith('/browser/')) return answerBrowser(browser, pathname, body, response);
    const asked = {
      method: request.method ?? '',
      path: pathname,
      query: search.slice(1),
      headers: request.headers,
      body,
    };
    const at = troubles.findIndex(({ name }) => isFor(asked, name));
    const trouble = at < 0 ? undefined : troubles.splice(at, 1)[0]?.trouble;
    const answer = await answerWith(answers, asked, trouble);
    seen.push({ ...asked, status: answer?.status, replayed: answer?.headers['idempotent-replayed'] === 'true' });
    if (!answer) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.text);
  };

  // It keeps its port while it is dead: another program might take it.
  let isDead = false;
  const server = await listen(respond);
  server.on('connection', (socket) => {
    if (isDead) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...{ url, secretKey, webhookSecret, books: answers.books, seen, browser },
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    },
    trouble(name, trouble, times = 1) {
      for (let count = 0; count < times; count += 1) troubles.push({ name, trouble });
    },
    calm() {
      troubles.length = 0;
    },
    sign(event, { secret = webhookSecret, timestamp = Math.floor(Date.now() / 1000) } = {}) {
      const payload = JSON.stringify(event, null, 2);
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
    },
    die() {
      isDead = true;
      server.closeAllConnections();
    },
    comeBack() {
      isDead = false;
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

function isFor({ method, path }: Asked, name: RequestName): boolean {
  try {
    return matchRequest(method, path).name === name;
  } catch {
    return false;
  }
}

/** What goes over the wire; undefined: nothing, and the connection is cut. */
async function answerWith(
  answers: StripeAnswers,
  asked: Asked,
  trouble: Trouble | undefined,
): Promise<(Answered & { text: string }) | undefined> {
  if (trouble && 'refuse' in trouble) {
    const { status, error } = trouble.refuse;
    return { status, body: {}, headers: {}, text: JSON.stringify({ error }) };
  }
  if (trouble && 'cut' in trouble && trouble.cut === 'before') return undefined;
  if (trouble && 'twice' in trouble) answers.answer(asked);
  const answer = answers.answer(asked, trouble && 'breaks' in trouble ? trouble.breaks : undefined);
  if (trouble && 'cut' in trouble) return undefined;
  if (trouble && 'delayMs' in trouble) await sleep(trouble.delayMs);
  if (trouble && 'say' in trouble) return { ...answer, status: trouble.say.status, text: trouble.say.body };
  return { ...answer, text: JSON.stringify(answer.body) };
}

/** For a stub of Stripe.js in a real browser, whose page comes from elsewhere. */
function answerBrowser(browser: StripeStandIn['browser'], path: string, body: string, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'content-type');
  const { clientSecret = '', testCard = '', isConfirmed = true } = body ? JSON.parse(body) : {};
  const actions: Record<string, () => BrowserAnswer> = {
    '/browser/confirm-payment': () => browser.confirmPayment(clientSecret, testCard),
    '/browser/confirm-setup': () => browser.confirmSetup(clientSecret, testCard),
    '/browser/complete-action': () => browser.completeAction(clientSecret, isConfirmed),
    '/browser/retrieve': () => browser.retrieve(clientSecret),
  };
  const answer = body ? actions[path]?.() : {};
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
}
