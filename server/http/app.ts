import { randomUUID } from 'node:crypto';
import fastifyHelmet from '@fastify/helmet';
import fastifyUnderPressure from '@fastify/under-pressure';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ClientSettings } from '../../contract/client-settings.ts';
import { uploadSeconds } from '../../contract/photos.ts';
import { TimeBudget, withTimeBudget } from '../time-budget.ts';
import { type BindOptions, bindContract } from './adapter.ts';
import { limitBodies } from './body-limits.ts';
import { serveDocs } from './docs.ts';
import { doors } from './doors.ts';
import { Draining } from './draining.ts';
import { handleErrors } from './error-handler.ts';
import { type HealthOptions, serveHealth } from './health.ts';
import { refuseWrongMethods } from './known-paths.ts';
import type { LandingForms } from './landing-forms.ts';
import { serveOpenApi } from './openapi.ts';
import type { PageSettings } from './page-texts.ts';
import { contentSecurityPolicy, foreignHostsOf, servePages } from './pages.ts';
import { refuseUnreadable } from './parser-errors.ts';
import { refuseTwoHosts } from './refuse-two-hosts.ts';

export interface AppOptions extends BindOptions, HealthOptions, LandingForms {
  logger: FastifyBaseLogger | undefined;
  /** How many proxies in front of us report the client's IP address. */
  trustProxy: boolean | number;
  /** Whether clients use https, so that browsers can be told to use nothing else (HSTS). */
  https: boolean;
  client: ClientSettings;
  /** Returns the current settings of the pages: the same object until something changes. */
  pageSettings: () => PageSettings;
  /** Whether to serve the API documentation at /api/docs. */
  docs: boolean;
  /** The folder of the built web app; undefined to serve only the API. */
  webDir: string | undefined;
}

const bodyLimitBytes = 64 * 1024;
const bodyTimeoutMs = 20_000;
const maxParamLength = 200;
/** How long a request may wait for the database, so that every response arrives within 10 s. */
const databaseBudgetMs = 8_500;

/** Builds the HTTP app: limits, headers, health, API and pages. The caller starts listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { trustProxy } = options;
  const app = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength, ignoreTrailingSlash: true },
    // A request whose headers stall ends within 30 s; Node checks every 5 s. Bodies have their own limits
    // (body-limits.ts). A client that doesn't read its response is disconnected after about twice the connection
    // timeout.
    requestTimeout: (uploadSeconds + 10) * 1000,
    connectionTimeout: 28_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    // Longer than a proxy's own limit (20 s in deploy/Caddyfile), so that no request arrives on a connection that ends.
    keepAliveTimeout: 30_000,
    // Requests that arrive while the server closes are served. Fastify would refuse them with a body of its own.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      reply.code(400).type('application/json').send({ message: 'The request could not be read' });
    },
  });
  limitBodies(app.server, bodyTimeoutMs);
  app.decorate('draining', new Draining(app.server));
  limitDatabaseTime(app);
  app.decorateRequest('actor', undefined);
  handleErrors(app);
  acceptJsonOnly(app);
  logRequests(app);
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const ownHeaders = {
    // Also sent with files: the map's worker runs under the policy that its own file is served with.
    'content-security-policy': contentSecurityPolicy([], [], foreignHostsOf(options.client)),
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(self)',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ownHeaders);
    done();
  });
  refuseTwoHosts(app);
  refuseWrongMethods(app, { hasPages: options.webDir !== undefined });
  // `maxEventLoopDelay` limits the mean delay over five seconds. An interval without any sample counts as overload, and
  // on a busy machine a single stall can fill a shorter interval.
  await app.register(fastifyUnderPressure, { maxEventLoopDelay: 2_000, sampleInterval: 5_000, retryAfter: 1 });
  serveHealth(app, options);
  bindContract(app, options);
  serveOpenApi(app, options.client.brandName);
  if (options.docs) serveDocs(app, options.client.brandName);
  if (options.webDir) await servePages(app, options.webDir, options.pageSettings, options);
  else app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ message: 'Not found' }));
  return app;
}

/**
 * Gives every request its time budget. Reading the body leaves the async context of `onRequest`, so `preValidation`
 * enters the budget again.
 */
function limitDatabaseTime(app: FastifyInstance): void {
  const budgets = new WeakMap<FastifyRequest, TimeBudget>();
  app.addHook('onRequest', (request, _reply, done) => {
    const budget = new TimeBudget(databaseBudgetMs);
    budgets.set(request, budget);
    withTimeBudget(budget, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    withTimeBudget(budgets.get(request), done);
  });
}

/** Accepts JSON bodies only. A client may send a JSON content type without a body (API-1). */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'ignore');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
}

/** The proxy and the container's health check ask these every few seconds, so their lines are for debugging only. */
const probes: readonly string[] = [doors.alive.path, doors.ready.path];

/** Logs one line per request, with the route pattern instead of the URL, whose query may contain private data. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    request.log[probes.includes(route) ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        userId: request.actor?.id,
      },
      'request',
    );
    done();
  });
}
