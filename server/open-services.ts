import { join } from 'node:path';
import type { Logger } from 'pino';
import { afterPickupChange } from './after-pickup-change.ts';
import { openDatabase, pingDatabase } from './database/connect.ts';
import { startEmbeddedServer } from './database/embedded/server.ts';
import { migrateToLatest } from './database/migrate.ts';
import { requireOwnSessions } from './database/own-session.ts';
import type { PoolUse } from './database/watched-pool.ts';
import { censusGeocoder } from './external/geocoding/census-geocoder.ts';
import type { Geocoder } from './external/geocoding/geocoder.ts';
import { googleGeocoding } from './external/geocoding/google-geocoding.ts';
import { googlePlaces } from './external/geocoding/google-places.ts';
import { rateLimited } from './external/geocoding/rate-limited-geocoder.ts';
import { fileMail } from './external/mail/file-mail.ts';
import { smtpMail } from './external/mail/smtp-mail.ts';
import { simulatedPayments } from './external/payments/simulated/simulated-payments.ts';
import type { openStripe as OpenStripe } from './external/payments/stripe/stripe-payments.ts';
import { openPhotos } from './external/photos/open-photos.ts';
import { osrm } from './external/roads/osrm.ts';
import { twilioSms } from './external/sms/twilio-sms.ts';
import { type JobHandlers, openJobs } from './jobs/queue.ts';
import { messages } from './messages/outbox.ts';
import { followSettings } from './owner-settings/follow-settings.ts';
import { openPush } from './push/open-push.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings/settings.ts';
import { requireFreeDay } from './subscriptions/occurrences/require-free-day.ts';
import { plans } from './subscriptions/plans.ts';

export interface OpenServices {
  services: Services;
  /** How the connections are used: those of requests and jobs, and those of the queue itself. */
  pools: Readonly<Record<string, () => PoolUse>>;
  /** Starts running jobs. */
  work(handlers: JobHandlers): Promise<void>;
  /** Stops jobs first, then the pool, then the database server. */
  close(): Promise<void>;
}

const jobDrainMs = 3_000;

/**
 * Opens the services of the use cases, as the settings say: the database at its newest schema, the job queue, payments,
 * mail and the other external services. If a later step fails, closes everything that was opened.
 */
export async function openServices(settings: Settings, log: Logger): Promise<OpenServices> {
  const { dataDir, smtp, mailFrom, stripe, twilio, googleMapsApiKey } = settings;
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    let { databaseUrl } = settings;
    if (databaseUrl === undefined) {
      const embedded = await startEmbeddedServer({ dataDir, log });
      closers.push(() => embedded.stop());
      databaseUrl = embedded.url;
    }
    const { db, pool } = openDatabase(databaseUrl, log, settings.poolSize);
    closers.push(() => db.destroy());
    await pingDatabase(db);
    await requireOwnSessions(db);
    await migrateToLatest(databaseUrl, log);
    const stopFollowing = await followSettings({ db, settings, log });
    closers.push(stopFollowing);
    const clock = () => new Date();
    const mail = smtp ? smtpMail(smtp, mailFrom) : fileMail(join(dataDir, 'mail'), mailFrom, { clock, log });
    closers.push(async () => mail.close());
    const payments = stripe
      ? await openStripe({ settings: stripe, appUrl: settings.appUrl, clock, log })
      : simulatedPayments(db, clock);
    const jobs = await openJobs(databaseUrl, log);
    closers.push(() => jobs.stop(jobDrainMs));
    const services: Services = {
      ...{ db, databaseUrl, clock, settings, jobs, log },
      ...{ payments, plans, mail, push: await openPush({ db, settings }), sms: twilio && twilioSms(twilio) },
      photos: openPhotos(settings),
      addresses: googleMapsApiKey === undefined ? undefined : googlePlaces(googleMapsApiKey),
      ...{ geocoder: openGeocoder(settings), roads: settings.osrmUrl ? osrm(settings.osrmUrl) : undefined },
      ...{ afterPickupChange, messages, requireFreeDay },
    };
    const pools = { requests: () => pool.use, queue: () => jobs.poolUse() };
    return { services, close, pools, work: (handlers) => jobs.work(handlers) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loads Stripe's SDK only when it is used: it takes 25 MB, which a server with simulated payments doesn't need. */
const openStripe: typeof OpenStripe = async (options) =>
  await (await import('./external/payments/stripe/stripe-payments.ts')).openStripe(options);

/** The pause between two requests to a geocoder. The Census Bureau's service is free, so we keep its load low. */
const pauseMs = { google: 150, census: 500 };

function openGeocoder({ geocoder, googleMapsApiKey, censusGeocoderUrl }: Settings): Geocoder | undefined {
  if (geocoder === 'google' && googleMapsApiKey) return rateLimited(googleGeocoding(googleMapsApiKey), pauseMs.google);
  return geocoder === 'census' ? rateLimited(censusGeocoder(censusGeocoderUrl), pauseMs.census) : undefined;
}
