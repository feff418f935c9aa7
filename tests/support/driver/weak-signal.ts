import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What may happen to a request on the way; `undefined` lets it through. */
export type Fate =
  /** The connection ends without a word. */
  | 'cut'
  /** Nothing ever comes back. */
  | 'swallowed'
  /** The server gets it and answers; the answer never arrives. */
  | 'answer-lost'
  /** Somebody else answers in the server's place. */
  | { status: number; contentType: string; body: string; retryAfter?: number };

export interface WeakSignal {
  /** The address that the phone knows; it stays when the server behind it changes. */
  url: string;
  /** Decides what happens to each request from now on. */
  decide(fateOf: (call: { method: string; path: string }) => Fate | undefined): void;
  /** No network at all. */
  cut(): void;
  restore(): void;
  /** Another server takes over behind the same address. */
  leadTo(serverUrl: string): void;
  /** From now on the server stands for a new deployment: other file names, and none of the old ones. */
  deployAnew(): void;
  /** Resolves when the server has answered the next request whose answer is lost. */
  nextLoss(): Promise<void>;
  /** Every call that reached the server, as "POST /api/driver/complete-bulk". */
  reached: { line: string; body: string }[];
  close(): Promise<void>;
}

/** Stands between a browser and a server, as the air does. The browser's own offline switch does not reach a worker. */
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
    if (fate && fate !== 'answer-lost') {
      const { status, contentType, body, retryAfter } = fate;
      const headers = { 'content-type': contentType, ...(retryAfter && { 'retry-after': String(retryAfter) }) };
      outgoing.writeHead(status, headers).end(body);
      return;
    }
    if (isNew && !path.startsWith('/api'))
      return void passRenamed(path, outgoing, target, reached).catch(() => outgoing.destroy());
    pass(incoming, outgoing, target, reached, fate === 'answer-lost' ? () => onLoss() : undefined);
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
    deployAnew: () => {
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

/** Sends a request on, and its answer back unless that is to be lost. */
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
  const onward = request(target + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
    reached.push(call);
    if (onLoss) {
      incoming.socket.destroy();
      answer.resume();
      onLoss();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}

/** "app-BHznV1gd.js" of the build is "app-BHznV1gdNEW.js" of the next deployment; the worker's version has a new name too. */
async function passRenamed(
  path: string,
  outgoing: ServerResponse,
  target: string,
  reached: WeakSignal['reached'],
): Promise<void> {
  reached.push({ line: `GET ${path}`, body: '' });
  const isOld = path.startsWith('/assets/') && !path.includes('NEW.');
  const answer = isOld ? new Response('gone', { status: 404 }) : await fetch(target + path.replace('NEW.', '.'));
  const type = answer.headers.get('content-type') ?? 'text/plain';
  const isText = /html|javascript|css/.test(type);
  const body = Buffer.from(await answer.arrayBuffer());
  const policy = answer.headers.get('content-security-policy');
  outgoing
    .writeHead(answer.status, {
      ...{ 'content-type': type, 'cache-control': answer.headers.get('cache-control') ?? 'no-cache' },
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
