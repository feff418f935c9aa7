import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The fate of a request on its way; `undefined` lets it through. */
export type Fate =
  /** The connection is closed without a response. */
  | 'cut'
  /** The request never gets a response. */
  | 'swallowed'
  /** The server receives the request and responds; the response never arrives. */
  | 'response-lost'
  /** The request reaches the server late. */
  | { delayMs: number }
  /** A device in between responds in the server's place. */
  | { status: number; contentType: string; body: string; retryAfter?: number };

export interface WeakSignal {
  /** The address that the phone uses. It stays the same when the server behind it changes. */
  url: string;
  /** Sets the fate of each request from now on. */
  decide(fateOf: (call: { method: string; path: string }) => Fate | undefined): void;
  /** Cuts off the network completely. */
  cut(): void;
  restore(): void;
  /** Puts another server behind the same address. */
  leadTo(serverUrl: string): void;
  /** From now on the server acts as a new deployment: new file names and none of the old files. */
  deployNewVersion(): void;
  /** Resolves when the server has responded to the next request whose response is lost. */
  nextLoss(): Promise<void>;
  /** Every call that reached the server, as "POST /api/driver/complete-bulk". */
  reached: { line: string; body: string }[];
  close(): Promise<void>;
}

/** Starts a proxy between a browser and a server. The browser's own offline switch does not affect a service worker. */
export async function startWeakSignal(serverUrl: string): Promise<WeakSignal> {
  let target = serverUrl;
  let fateOf: (call: { method: string; path: string }) => Fate | undefined = () => undefined;
  let onLoss: () => void = () => undefined;
  const sockets = new Set<Socket>();
  const reached: WeakSignal['reached'] = [];
  let isNew = false;
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const fate = fateOf({ method: incoming.method ?? 'GET', path });
    if (fate === 'cut') return void incoming.socket.destroy();
    if (fate === 'swallowed') return;
    const isLate = typeof fate === 'object' && 'delayMs' in fate;
    if (fate && fate !== 'response-lost' && !isLate) {
      const { status, contentType, body, retryAfter } = fate;
      const headers = { 'content-type': contentType, ...(retryAfter && { 'retry-after': String(retryAfter) }) };
      outgoing.writeHead(status, headers).end(body);
      return;
    }
    if (isNew && !path.startsWith('/api'))
      return void passRenamed(path, outgoing, target, reached).catch(() => outgoing.destroy());
    const passOn = () =>
      pass(incoming, outgoing, target, reached, fate === 'response-lost' ? () => onLoss() : undefined);
    if (isLate) setTimeout(passOn, fate.delayMs);
    else passOn();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: (decision) => {
      fateOf = decision;
    },
    cut() {
      fateOf = () => 'cut';
      cutAll();
    },
    restore: () => {
      fateOf = () => undefined;
    },
    leadTo: (url) => {
      target = url;
    },
    deployNewVersion: () => {
      isNew = true;
    },
    nextLoss: () =>
      new Promise((resolve) => {
        onLoss = resolve;
      }),
    reached,
    close: () => closeNow(server, cutAll),
  };
}

/** Forwards a request, and its response unless it is to be lost. */
function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  reached: WeakSignal['reached'],
  onLoss: (() => void) | undefined,
): void {
  const call = { line: `${incoming.method} ${incoming.url}`, body: '' };
  incoming.on('data', (chunk: Buffer) => {
    call.body += chunk.toString('latin1');
  });
  const onward = request(target + incoming.url, { method: incoming.method, headers: incoming.headers }, (response) => {
    reached.push(call);
    if (onLoss) {
      incoming.socket.destroy();
      response.resume();
      onLoss();
      return;
    }
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}

/**
 * Serves the files of the next deployment: "app-BHznV1gd.js" of the build becomes "app-BHznV1gdNEW.js", and the worker
 * gets a new version name too.
 */
async function passRenamed(
  path: string,
  outgoing: ServerResponse,
  target: string,
  reached: WeakSignal['reached'],
): Promise<void> {
  reached.push({ line: `GET ${path}`, body: '' });
  const isOld = path.startsWith('/assets/') && !path.includes('NEW.');
  const response = isOld ? new Response('gone', { status: 404 }) : await fetch(target + path.replace('NEW.', '.'));
  const type = response.headers.get('content-type') ?? 'text/plain';
  const isText = /html|javascript|css/.test(type);
  const body = Buffer.from(await response.arrayBuffer());
  const policy = response.headers.get('content-security-policy');
  outgoing
    .writeHead(response.status, {
      ...{ 'content-type': type, 'cache-control': response.headers.get('cache-control') ?? 'no-cache' },
      ...(policy && { 'content-security-policy': policy }),
    })
    .end(isText ? rename(body.toString()) : body);
}

function rename(text: string): string {
  return text
    .replace(/(-[\w-]{8})\.(js|css|woff2)\b/g, '$1NEW.$2')
    .replace(/(name:)(["'`])[0-9a-f]{12}\2/g, '$1$2NEWNEWNEWNEW$2');
}

async function closeNow(server: Server, cutAll: () => void): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  cutAll();
  await closed;
}
