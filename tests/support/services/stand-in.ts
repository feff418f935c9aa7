import { createServer, type ServerResponse } from 'node:http';
import { listenLocally } from './local-server.ts';

type Behavior = (response: ServerResponse, url: URL) => void;

/** A local server that stands in for an outside service with GET requests. */
export interface StandIn {
  url: string;
  /** The requested URLs so far, oldest first. */
  requests: URL[];
  /** Sets how it responds from now on. */
  behave(behavior: Behavior): void;
  close(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  let behavior: Behavior = (response) => void response.writeHead(404).end();
  const requests: URL[] = [];
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://stand-in');
    requests.push(url);
    behavior(response, url);
  });
  const local = await listenLocally(server);
  return {
    ...local,
    requests,
    behave: (next) => {
      behavior = next;
    },
  };
}

/** Bad responses of a service or of a proxy in between, and the reason that we log for each. */
export const badResponses: [name: string, behavior: Behavior, reason: RegExp][] = [
  ['cut off', (response) => void response.end('{"result": {"addr'), /the response was invalid/],
  [
    'a page',
    (response) => void response.end('<!doctype html><title>Sign in to the Wi-Fi</title>'),
    /the response was invalid/,
  ],
  ['empty', (response) => void response.end(), /the response was invalid/],
  ['null', (response) => void response.end('null'), /the response was invalid/],
  [
    'of another form',
    (response) => void response.end('{"result": [], "results": 1, "durations": {}}'),
    /the response was invalid/,
  ],
  ['too large', (response) => void response.end(`"${'y'.repeat(2_000_000)}"`), /too large/],
  ['an error', (response) => void response.writeHead(500).end('<h1>Internal Server Error</h1>'), /refused with 500/],
  ['forbidden', (response) => void response.writeHead(403).end('{"message": "no"}'), /refused with 403/],
  ['broken off', (response) => void response.destroy(), /^no connection \(\w+\)$/],
  ['elsewhere', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), /^no /],
];

/**
 * Responses that never end. They are separate because their test needs a short timeout, which would make the others
 * unreliable.
 */
export const endlessResponses: typeof badResponses = [
  ['no answer', () => {}, /timed out/],
  ['slow', (response) => void dripInto(response), /timed out/],
];

function dripInto(response: ServerResponse): void {
  response.writeHead(200);
  const dripping = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(dripping));
}
