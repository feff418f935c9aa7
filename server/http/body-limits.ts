import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Limits how long the body of a request may take to arrive. Node's own limit (`requestTimeout`) applies to all
 * requests, so it has to allow the longest upload. This one is shorter.
 */
export function limitBodies(server: Server, ms: number): void {
  // Runs before the app's own listener, which may extend the limit.
  server.prependListener('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length !== undefined && length !== '0') || encoding !== undefined) limitBody(server, request, ms);
  });
}

/** Replaces the time limit of one request's body, counted from now. */
export function limitBody(server: Server, request: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(request));
  // An injected request has no connection to close.
  if (request.complete || !(request.socket instanceof Socket)) return;
  const timer = setTimeout(() => closeWithTimeout(server, request), ms);
  timers.set(request, timer.unref());
  request.once('close', () => clearTimeout(timer));
}

/** Ends the request as Node does: status 408, then closes the connection. */
function closeWithTimeout(server: Server, request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  if (!server.emit('clientError', error, request.socket)) request.socket.destroy();
}
