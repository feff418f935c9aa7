import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ClientSettings } from '../contract/client-settings.ts';
import { authorizer } from './accounts/authorize.ts';
import { type DemoSignIn, openDemo, shutDemo } from './accounts/demo-accounts.ts';
import { accountJobs } from './accounts/jobs.ts';
import { accountRoutes } from './accounts/routes.ts';
import { addressRoutes } from './addresses/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { openDatabase } from './database/connect.ts';
import { type EmbeddedServer, startEmbeddedServer } from './database/embedded.ts';
import { migrateToLatest } from './database/migrate.ts';
import { pingDatabase } from './database/ping.ts';
import { demoRoutes } from './demo/routes.ts';
import { driverRoutes } from './drivers/routes.ts';
import type { AddressLookup } from './external/address-lookup.ts';
import { fileMail } from './external/file-mail.ts';
import { googlePlaces } from './external/google-places.ts';
import type { Mailer } from './external/mail.ts';
import { simulatedPayments } from './external/simulated-payments.ts';
import { smtpMail } from './external/smtp-mail.ts';
import type { Handlers } from './http/adapter.ts';
import { buildApp } from './http/app.ts';
import { type JobHandlers, openJobs } from './jobs/queue.ts';
import { createLogger } from './log.ts';
import { notificationJobs } from './notifications/jobs.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { paymentJobs } from './payments/jobs.ts';
import { serveReturnAddresses } from './payments/return-addresses.ts';
import { paymentRoutes } from './payments/routes.ts';
import { pickupJobs } from './pickups/jobs.ts';
import { pickupRoutes } from './pickups/routes.ts';
import { routingRoutes } from './routing/routes.ts';
import type { Services } from './services.ts';
import { readSettings, type Settings } from './settings.ts';
import { explainStartFailure } from './start-failure.ts';
import { subscriptionJobs } from './subscriptions/jobs.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';

/** Every endpoint that has been built. What is missing here answers 501. */
export function handlersOf(services: Services): Partial<Handlers> {
  return {
    ...accountRoutes(services),
    ...addressRoutes(services),
    ...pickupRoutes(services),
    ...subscriptionRoutes(services),
    ...paymentRoutes(services),
    ...driverRoutes(services),
    ...notificationRoutes(services),
    ...auditRoutes(services),
    ...adminRoutes(services),
    ...routingRoutes(services),
    ...demoRoutes(services),
  };
}

/** What works off each kind of job. */
export function jobHandlersOf(services: Services): JobHandlers {
  return {
    ...accountJobs(services),
    ...pickupJobs(services),
    ...paymentJobs(services),
    ...subscriptionJobs(services),
    ...notificationJobs(services),
  };
}

/** The HTTP app over the given services. Tests build the same one over a database of their own. */
export async function assemble(
  services: Services,
  options: { logger: Logger | undefined; responses: 'strip' | 'check'; webDir: string | undefined },
): Promise<FastifyInstance> {
  const { settings } = services;
  const app = await buildApp({
    ...options,
    handlers: handlersOf(services),
    authorize: authorizer(services),
    pingDatabase: () => pingDatabase(services.db),
    metricsToken: settings.metricsToken,
    trustProxy: settings.trustProxy,
    https: settings.appUrl.startsWith('https:'),
    client: clientSettingsOf(settings),
    docs: !settings.production,
  });
  serveReturnAddresses(app, services);
  return app;
}

export function clientSettingsOf(settings: Settings): ClientSettings {
  return {
    brandName: settings.brandName,
    supportPhone: settings.supportPhone,
    supportEmail: settings.supportEmail,
    stripePublishableKey: settings.stripePublishableKey ?? null,
    testMode: true,
    addressLookup: settings.googleMapsApiKey !== undefined,
    sameDayCutoff: settings.sameDayCutoff ?? null,
  };
}

interface RunningServer {
  url: string;
  signIns: DemoSignIn[];
  /** Drains requests first, then jobs, then the pool, then the database server. */
  stop(): Promise<void>;
}

const webDir = join(import.meta.dirname, '../dist/web');
/** Together well below the 10 s that a stop may take. */
const requestDrainMs = 4_000;
const jobDrainMs = 3_000;

/** Settings → database → app → jobs → listen. What was opened is closed again when a later step fails. */
async function start(settings: Settings, log: Logger): Promise<RunningServer> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const embedded = settings.databaseUrl
      ? undefined
      : await startEmbeddedServer({ dataDir: settings.dataDir, log: plainLog(log) });
    if (embedded) closers.push(() => embedded.stop());
    const databaseUrl = settings.databaseUrl ?? (embedded as EmbeddedServer).url;
    const { db } = openDatabase(databaseUrl, log);
    closers.push(() => db.destroy());
    await pingDatabase(db);
    await migrateToLatest(db);
    const mail = openMailer(settings, log);
    closers.push(async () => mail.close());
    const jobs = await openJobs(databaseUrl, log);
    closers.push(() => jobs.stop(jobDrainMs));

    const services: Services = {
      ...{ db, clock: () => new Date(), settings, jobs, log },
      ...{ payments: simulatedPayments(db), mail, addresses: openLookup(settings) },
    };
    const signIns = settings.demo ? await openDemo(services) : await shutDemo(services);
    await jobs.work(jobHandlersOf(services));
    const app = await assemble(services, { logger: log, responses: 'strip', webDir });
    closers.push(() => drain(app));
    const url = await app.listen({ port: settings.port, host: settings.host });
    return { url, signIns, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openMailer({ smtp, mailFrom, dataDir }: Settings, log: Logger): Mailer {
  if (smtp) return smtpMail(smtp, mailFrom);
  return fileMail(join(dataDir, 'mail'), mailFrom, { clock: () => new Date(), log });
}

function openLookup({ googleMapsApiKey }: Settings): AddressLookup | undefined {
  return googleMapsApiKey === undefined ? undefined : googlePlaces(googleMapsApiKey);
}

/** Lets running requests end. A client that stalls in the middle of its own must not hold up the stop. */
async function drain(app: FastifyInstance): Promise<void> {
  const impatient = setTimeout(() => app.server.closeAllConnections(), requestDrainMs);
  await app.close().finally(() => clearTimeout(impatient));
}

/**
 * Runs the server until it is told to stop. `prepare` builds what is stale; the settings are judged before it, so that a
 * wrong one is said at once. A failure to start is one line and a non-zero exit.
 */
export async function main(
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  prepare: () => Promise<unknown> = async () => {},
): Promise<void> {
  let server: RunningServer;
  let log: Logger;
  try {
    const settings = readSettings(env, argv);
    log = createLogger(settings.logLevel);
    await prepare();
    server = await start(settings, log);
  } catch (error) {
    console.error(explainStartFailure(error));
    process.exitCode = 1;
    return;
  }
  announce(server);
  // Ctrl-C reaches us twice, from the terminal and again through npm: the second one must not cut the first short.
  const onSecondSignal = () => log.info('already stopping');
  closeWithGrace({ delay: 10_000, logger: plainErrorLog(log), onSecondSignal }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    await server.stop();
  });
}

function announce({ url, signIns }: RunningServer): void {
  console.log(`Stoop is ready at ${url}`);
  if (signIns.length === 0) return;
  console.log('\nDemo on this machine: simulated payments, test cards only. Sign in as');
  const width = Math.max(...signIns.map((signIn) => signIn.username.length));
  for (const { role, username, password } of signIns) {
    console.log(`  ${role.padEnd(8)}  ${username.padEnd(width)}  ${password}`);
  }
  console.log('');
}

function plainLog(log: Logger): { info(message: string): void; warn(message: string): void } {
  return { info: (message) => log.info(message), warn: (message) => log.warn(message) };
}

function plainErrorLog(log: Logger): { error(message: unknown): void } {
  return { error: (message) => log.error(message) };
}

if (import.meta.main) await main(process.env, process.argv.slice(2));
