import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterPickupChange } from '../../server/after-pickup-change.ts';
import { assemble, jobHandlersOf } from '../../server/assemble.ts';
import { openDatabase } from '../../server/database/connect.ts';
import type { Db } from '../../server/database/transaction.ts';
import { fileMail } from '../../server/external/mail/file-mail.ts';
import { simulatedPayments } from '../../server/external/payments/simulated/simulated-payments.ts';
import { stripePayments } from '../../server/external/payments/stripe/stripe-payments.ts';
import { filePhotos } from '../../server/external/photos/file-photos.ts';
import { twilioSms } from '../../server/external/sms/twilio-sms.ts';
import { openJobs, type RunningJobs } from '../../server/jobs/queue.ts';
import { messages } from '../../server/messages/outbox.ts';
import { openPush } from '../../server/push/open-push.ts';
import type { Services } from '../../server/services.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { requireFreeDay } from '../../server/subscriptions/occurrences/require-free-day.ts';
import { plans } from '../../server/subscriptions/plans.ts';
import { copyTemplate } from './database/fresh-database.ts';
import { readMails, type SentMail } from './services/mails.ts';

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
  body: any;
  headers: Record<string, string | number | string[] | undefined>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  databaseUrl: string;
  services: Services;
  /** Sends one request through the whole HTTP stack. Every response is checked against the contract. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT', path: string, options?: CallOptions): Promise<ApiResponse>;
  /** Sets the services' clock to this time and stops it there. */
  setNow(now: Date): void;
  /** Runs jobs until none is due. */
  runJobs(): Promise<void>;
  /** Returns the emails sent so far, oldest first. Most are sent by jobs: call `runJobs` first. */
  mails(): Promise<SentMail[]>;
  /** Stops the job queue and then the pool, as a stopping server does. */
  stopDatabase(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the real app on a fresh copy of the migrated database. `instead` replaces services; `linkTo` returns another URL
 * that leads to the database.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  instead: Partial<Pick<Services, 'addresses' | 'photos' | 'geocoder' | 'roads' | 'log'>> = {},
  linkTo = async (databaseUrl: string) => databaseUrl,
): Promise<TestApp> {
  const database = await copyTemplate();
  const databaseUrl = await linkTo(database.url);
  let isClosing = false;
  const warnings = {
    // Dropping the database ends connections that are still closing.
    warn: (details: object, message: string) =>
      isClosing || databaseUrl !== database.url || console.error(message, details),
  };
  const { db, pool } = openDatabase(databaseUrl, warnings);
  const jobs = await openJobs(databaseUrl, warnings);
  const fixed = { now: undefined as Date | undefined };
  const clock = () => fixed.now ?? new Date();
  const log = { info: () => {}, warn: () => {}, error: (...details: unknown[]) => console.error(...details) };
  const dataDir = await mkdtemp(join(tmpdir(), 'stoop-test-'));
  const settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env }, []);
  const mailDir = join(dataDir, 'mail');
  const services: Services = {
    ...{ db, clock, settings, jobs, log, databaseUrl: database.url },
    payments: settings.stripe
      ? stripePayments({ settings: settings.stripe, appUrl: settings.appUrl, clock, log })
      : simulatedPayments(db, clock),
    plans,
    mail: fileMail(mailDir, settings.mailFrom, { clock, log }),
    sms: settings.twilio && twilioSms(settings.twilio),
    push: await openPush({ db, settings }),
    addresses: undefined,
    photos: filePhotos(join(dataDir, 'photos')),
    ...{ geocoder: undefined, roads: undefined },
    ...{ afterPickupChange, messages, requireFreeDay },
    ...instead,
  };
  let stopping: Promise<void> | undefined;
  const stopDatabase = () => {
    stopping ??= jobs.stop(2_000).then(() => db.destroy());
    return stopping;
  };
  const pools = { requests: () => pool.use, queue: () => jobs.poolUse() };
  const app = await assemble(services, { logger: undefined, responses: 'check', webDir: undefined, pools });
  return {
    app,
    db,
    databaseUrl: database.url,
    services,
    call: (method, path, options) => callApp(app, method, path, options),
    setNow: (now) => {
      fixed.now = now;
    },
    runJobs: () => runJobs(jobs, services),
    mails: () => readMails(mailDir),
    stopDatabase,
    async close() {
      isClosing = true;
      await app.close();
      await stopDatabase();
      await rm(dataDir, { recursive: true });
      await database.drop();
    },
  };
}

export async function callApp(
  app: FastifyInstance,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<ApiResponse> {
  const response = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: path,
    headers: {
      'content-type': 'application/json',
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(options.query && { query: options.query }),
    ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
  });
  const text = response.body;
  return { status: response.statusCode, body: text ? parseBody(text) : undefined, headers: response.headers };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function runJobs(jobs: RunningJobs, services: Services): Promise<void> {
  await jobs.drain(jobHandlersOf(services));
}
