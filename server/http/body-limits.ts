import type { IncomingMessage, Server } from 'node:http';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Gives the body of every request so long to arrive. Node has one limit for all (`requestTimeout`), which has to be that of the
 * longest upload; a stranger may not hold a connection for so long.
 */
export function limitBodies(server: Server, ms: number): void {
  // Before the app's own listener, which may give more.
  server.prependListener('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length !== undefined && length !== '0') || encoding !== undefined) limitBody(server, request, ms);
  });
}

/** Gives this request another time to arrive, counted from now. */
export function limitBody(server: Server, request: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(request));
  if (request.complete) return;
  const timer = setTimeout(() => breakOff(server, request), ms);
  timers.set(request, timer.unref());
  request.once('close', () => clearTimeout(timer));
}

/** As Node ends what is too slow for it: with a 408, and without the connection. */
function breakOff(server: Server, request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  if (!server.emit('clientError', error, request.socket)) request.socket.destroy();
}
