import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Refuses a request with more than one Host header (RFC 9112, 3.2). Node takes the first of them, and a proxy may have
 * taken the other one.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
    done(hosts > 1 ? new Refusal(400, 'The request could not be read') : undefined);
  });
}
