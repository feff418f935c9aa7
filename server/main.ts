import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { closeDemo, type DemoSignIn, openDemo } from './accounts/demo-accounts.ts';
import { assemble, jobHandlersOf, noCardIsCharged } from './assemble.ts';
import { createLogger, logNodeWarnings } from './log.ts';
import { openServices } from './open-services.ts';
import { defineDemoArea } from './service-areas/define-demo-area.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { explainStartFailure } from './start-failure.ts';
import { stopOnErrors } from './stop-process.ts';

interface RunningServer {
  url: string;
  signIns: DemoSignIn[];
  /** Still serves for `drainMs` (http/draining.ts). Then closes requests first, then jobs, the pool, the database server. */
  stop(drainMs: number): Promise<void>;
}

const webDir = join(import.meta.dirname, '../dist/web');
/** How long running requests may take to finish. With the jobs, it stays well below `closeMs`. */
const requestsMs = 4_000;
/** How long a stop may take after the drain. The stop_grace_period of compose.yaml is longer than both together. */
const closeMs = 10_000;

/** Opens the services, starts the jobs and listens. If a later step fails, closes everything that was opened. */
async function start(settings: Settings, log: Logger): Promise<RunningServer> {
  const { services, close, pools, work } = await openServices(settings, log);
  const closers = [close];
  const stop = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    const signIns = settings.demo ? await openDemo(services) : await closeDemo(services);
    if (settings.demo) await defineDemoArea(services);
    await work(jobHandlersOf(services));
    const app = await assemble(services, { logger: log, responses: 'strip', webDir, pools });
    closers.push(() => app.draining.close(app, requestsMs));
    const url = await app.listen({ port: settings.port, host: settings.host });
    const drainAndStop = async (drainMs: number) => {
      app.draining.begin();
      await sleep(drainMs);
      await stop();
    };
    return { url, signIns, stop: drainAndStop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs the server until a signal stops it. Checks the settings before `prepare`, which builds stale files, so that a
 * wrong setting is reported immediately. If the start fails, prints one line and sets a non-zero exit code. In
 * production every line is a JSON object, because programs read them.
 */
export async function main(
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  prepare: () => Promise<unknown> = async () => {},
): Promise<void> {
  const isProduction = env.NODE_ENV === 'production';
  try {
    const settings = readSettings(env, argv);
    const log = createLogger(settings.logLevel);
    if (isProduction) logNodeWarnings(log);
    let server: RunningServer | undefined;
    const stopOnSignals = stopOnErrors(log, settings.drainMs + closeMs, async ({ isAfterError }) => {
      await server?.stop(isAfterError ? 0 : settings.drainMs);
    });
    await prepare();
    server = await start(settings, log);
    stopOnSignals();
    if (noCardIsCharged(settings)) log.warn(noChargeWarning);
    if (isProduction) log.info({ url: server.url }, `Stoop is ready at ${server.url}`);
    else announce(server);
  } catch (error) {
    const message = explainStartFailure(error);
    if (isProduction) createLogger('fatal').fatal(message);
    else console.error(message);
    process.exitCode = 1;
  }
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
