import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface HealthOptions {
  /** Resolves when the database answers. */
  pingDatabase: () => Promise<void>;
  metricsToken: string | undefined;
}

/** `/healthz` (the process answers), `/readyz` (the database answers too), `/metrics` (loopback, or with the token). */
export function serveHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await options.pingDatabase();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable' });
    }
  });
  serveMetrics(app, options.metricsToken);
}

function serveMetrics(app: FastifyInstance, token: string | undefined): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_request_errors_total',
    help: 'Answers of 500 and above',
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, token)) return reply.code(404).send({ message: 'Not found' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Judged by the socket, not by a forwarded header, which anybody can send. Behind a proxy, use the token. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const address = request.socket.remoteAddress ?? '';
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && !request.headers['x-forwarded-for'];
}
