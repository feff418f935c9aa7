import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client';
import { isSameSecret } from '../same-secret.ts';
import { openDoor } from './doors.ts';
import { openStreams } from './event-streams.ts';
import { type FigureSource, Figures } from './figures.ts';

export interface HealthOptions {
  /** Resolves when the database responds, and rejects otherwise. */
  pingDatabase: () => Promise<void>;
  metricsToken: string | undefined;
  /** The metrics of features. */
  metrics: readonly Metric[];
  /** The figures that features read from the database for /metrics. */
  figures: readonly FigureSource[];
  /** In production, `/metrics` needs the token. */
  production: boolean;
}

/**
 * Serves `/healthz` (the process is up), `/readyz` (the database responds too, and the server isn't about to stop) and
 * `/metrics` (`mayReadMetrics`).
 */
export function serveHealth(app: FastifyInstance, options: HealthOptions): void {
  openDoor(app, 'alive', async () => ({ status: 'ok' }));
  openDoor(app, 'ready', async (request, reply) => {
    if (app.draining.hasBegun) return reply.code(503).header('retry-after', 1).send({ status: 'stopping' });
    try {
      await options.pingDatabase();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', 1).send({ status: 'unavailable' });
    }
  });
  serveMetrics(app, options);
}

function serveMetrics(app: FastifyInstance, options: HealthOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_request_errors_total',
    help: 'Responses with status 500 and above',
    registers: [registry],
  });
  const figures = new Figures(options.figures, options.pingDatabase, app.log);
  for (const metric of [openStreams, ...options.metrics, ...figures.metrics]) registry.registerMetric(metric);
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    if (!request.routeOptions.config.isStream) durations.observe(labels, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc();
    done();
  });
  openDoor(app, 'metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options)) return reply.code(404).send({ message: 'Not found' });
    await figures.refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Headers that proxies add to a request. */
const proxyHeader =
  /^(forwarded|via|client-ip|true-client-ip|fastly-client-ip|fly-client-ip|x-(forwarded|original|real|client|cluster-client|envoy|proxyuser|arr|azure|amzn)(-.*)?|cf-.*|cdn-loop|proxy-.*)$/;

/**
 * Returns whether a request may read the metrics. If a token is set, only that token gives access. If none is set,
 * only this machine may read them, and only outside production. Requests through a proxy are refused, because their
 * socket's address is the proxy's. A proxy's header can only deny access, never give it.
 */
function mayReadMetrics(request: FastifyRequest, { metricsToken: token, production }: HealthOptions): boolean {
  if (token) return isSameSecret(request.headers.authorization, `Bearer ${token}`);
  if (production || Object.keys(request.headers).some((name) => proxyHeader.test(name))) return false;
  return /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
}
