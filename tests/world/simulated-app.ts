import type { InjectOptions } from 'fastify';
import { afterPickupChange } from '../../server/after-pickup-change.ts';
import { assemble, jobHandlersOf } from '../../server/assemble.ts';
import { openDatabase } from '../../server/database/connect.ts';
import type { Geocoder } from '../../server/external/geocoding/geocoder.ts';
import type { Mail } from '../../server/external/mail/mail.ts';
import { stripePayments } from '../../server/external/payments/stripe/stripe-payments.ts';
import { filePhotos } from '../../server/external/photos/file-photos.ts';
import type { schedules } from '../../server/jobs/job-kinds.ts';
import { openJobs } from '../../server/jobs/queue.ts';
import { messages } from '../../server/messages/outbox.ts';
import { openPush } from '../../server/push/open-push.ts';
import type { Services } from '../../server/services.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { requireFreeDay } from '../../server/subscriptions/occurrences/require-free-day.ts';
import { plans } from '../../server/subscriptions/plans.ts';

/** What outlives a process of the app: the database, the folder of photos, and the world outside. */
export interface Surroundings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The settings of the provider's stand-in. */
  readonly env: Record<string, string>;
  /** Emails that the mail server has taken. */
  readonly mails: SentMail[];
  /** Errors that the app has logged. */
  readonly errors: unknown[];
}

export interface SentMail extends Mail {
  readonly atMs: number;
}

/** One process of the app. */
export interface SimulatedApp {
  readonly services: Services;
  inject(options: InjectOptions): Promise<{ statusCode: number; body: string }>;
  /** Runs the due jobs, one at a time, in a fixed order. */
  runJobs(): Promise<void>;
  /** Runs a job of the clock. */
  runScheduled(name: keyof typeof schedules): Promise<void>;
  /** Ends the process. What it has committed stays. */
  stop(): Promise<void>;
}

/** Starts the real app on the simulated clock, without a socket of its own. */
export async function startSimulatedApp(around: Surroundings): Promise<SimulatedApp> {
  const { databaseUrl, dataDir, env, mails, errors } = around;
  const quiet = { info: () => {}, warn: () => {} };
  const { db, pool } = openDatabase(databaseUrl, quiet);
  const jobs = await openJobs(databaseUrl, quiet);
  const log = { ...quiet, error: (details: unknown, message?: string) => errors.push({ details, message }) };
  const clock = () => new Date();
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env }, []);
  if (!settings.stripe) throw new Error('the world needs the stand-in for Stripe');
  const services: Services = {
    ...{ db, clock, settings, jobs, log, databaseUrl, plans },
    payments: stripePayments({ settings: settings.stripe, appUrl: settings.appUrl, clock, log }),
    mail: {
      async send(mail) {
        mails.push({ ...mail, atMs: Date.now() });
      },
      close: () => {},
    },
    sms: undefined,
    push: await openPush({ db, settings }),
    ...{ addresses: undefined, roads: undefined, geocoder: numberedHouses },
    photos: filePhotos(`${dataDir}/photos`),
    ...{ afterPickupChange, messages, requireFreeDay },
  };
  const pools = { requests: () => pool.use, queue: () => jobs.poolUse() };
  const app = await assemble(services, { logger: undefined, responses: 'check', webDir: undefined, pools });
  const handlers = jobHandlersOf(services);
  return {
    services,
    inject: async (options) => await app.inject(options),
    runJobs: async () => await jobs.drain(handlers),
    runScheduled: async (name) => await handlers[name]({}, ''),
    async stop() {
      await app.close();
      await jobs.stop(2_000);
      await db.destroy();
    },
  };
}

/** Places a house by its number: a street of 40 houses has its own latitude, and a number its own longitude. */
const numberedHouses: Geocoder = {
  source: 'census',
  async find(address) {
    const [, house = '0', street = '0'] = /^(\d+) S (\d+)/.exec(address) ?? [];
    const spot = { latitude: 39.92 + Number(street) / 1000, longitude: -75.16 - Number(house) / 20_000 };
    return [{ ...spot, precision: 'address' }];
  },
};
