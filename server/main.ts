import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { closeDemo, type DemoSignIn, openDemo } from './accounts/demo-accounts.ts';
import { assemble, jobHandlersOf, noCardIsCharged } from './assemble.ts';
import { createLogger } from './log.ts';
import { openServices } from './open-services.ts';
import { defineDemoArea } from './service-areas/define-demo-area.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { explainStartFailure } from './start-failure.ts';

interface RunningServer {
  url: string;
  signIns: DemoSignIn[];
  /** Drains requests first, then jobs, then the pool, then the database server. */
  stop(): Promise<void>;
}

const webDir = join(import.meta.dirname, '../dist/web');
/** With the jobs' drain, this stays well below the 10 s that a stop may take. */
const requestDrainMs = 4_000;

/** Opens the services, starts the jobs and listens. If a later step fails, closes everything that was opened. */
async function start(settings: Settings, log: Logger): Promise<RunningServer> {
  const { services, close, work } = await openServices(settings, log);
  const closers = [close];
  const stop = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    const signIns = settings.demo ? await openDemo(services) : await closeDemo(services);
    if (settings.demo) await defineDemoArea(services);
    await work(jobHandlersOf(services));
    const app = await assemble(services, { logger: log, responses: 'strip', webDir });
    closers.push(() => drain(app));
    const url = await app.listen({ port: settings.port, host: settings.host });
    return { url, signIns, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for running requests, then closes the connections of clients that stall in the middle of one. */
async function drain(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), requestDrainMs);
  await app.close().finally(() => clearTimeout(deadline));
}

/**
 * Runs the server until a signal stops it. Checks the settings before `prepare`, which builds stale files, so that a
 * wrong setting is reported immediately. If the start fails, prints one line and sets a non-zero exit code.
 */
export async function main(
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  prepare: () => Promise<unknown> = async () => {},
): Promise<void> {
  let server: RunningServer;
  let settings: Settings;
  let log: Logger;
  try {
    settings = readSettings(env, argv);
    log = createLogger(settings.logLevel);
    await prepare();
    server = await start(settings, log);
  } catch (error) {
    console.error(explainStartFailure(error));
    process.exitCode = 1;
    return;
  }
  if (noCardIsCharged(settings)) {
    log.warn(noChargeWarning);
    console.log(noChargeWarning);
  }
  announce(server);
  // Ctrl-C arrives twice, from the terminal and again through npm: the second signal must not cut the stop short.
  const onSecondSignal = () => log.info('already stopping');
  const logger = { error: (message: unknown) => log.error(message) };
  closeWithGrace({ delay: 10_000, logger, onSecondSignal }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    await server.stop();
  });
}

const noChargeWarning =
  "no card is charged: payments are simulated until Stripe's keys are set (docs/operations/stripe.md)";

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

if (import.meta.main) await main(process.env, process.argv.slice(2));
