import { resolve } from 'node:path';
import type { PassageName } from '../../contract/owner-settings.ts';
import type { ServiceSeconds } from '../../contract/service-times.ts';
import type { BucketSettings } from '../external/bucket/s3-bucket.ts';
import type { StripeSettings } from '../external/payments/stripe/stripe-settings.ts';
import type { TwilioSettings } from '../external/sms/twilio-settings.ts';
import { isThisMachine } from '../this-machine.ts';
import { settingsTable } from './table.ts';
import { findUnknownSettings } from './unknown-settings.ts';
import { SettingValues } from './values.ts';

/** Thrown for an invalid setting. The message is one line for the operator and contains no secret. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * The settings in the form that the app uses. The values that an owner changes without a restart
 * (server/owner-settings/) change in place, so read them at each use.
 */
export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings from the environment. Throws a SettingsError for invalid and unknown settings. */
export function readSettings(env: NodeJS.ProcessEnv, argv: readonly string[]) {
  const values = readValues(env, argv);
  const demo = values.DATABASE_URL === undefined && values.NODE_ENV !== 'production';
  if (demo) refusePublicDemo(values.HOST);
  const stripe = readStripe(values);
  if (demo && stripe) {
    throw new SettingsError(
      'STRIPE_SECRET_KEY is set, but the demo, whose passwords are public, uses simulated payments only. Set DATABASE_URL or NODE_ENV=production too.',
    );
  }
  // SQL adds up whole seconds, and 1.1 × 60 isn't exactly 66.
  const setTimes = { stopSeconds: Math.round(values.STOP_MINUTES * 60), bagSeconds: values.BAG_SECONDS };
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    /** The URL of the PostgreSQL to use; undefined for the embedded database. */
    databaseUrl: values.DATABASE_URL,
    /** The most connections of the pool of requests and jobs. */
    poolSize: values.POOL_SIZE,
    /** The public URL, without a trailing slash. */
    appUrl: values.APP_URL?.replace(/\/$/, '') ?? defaultAppUrl(values.HOST, values.PORT),
    brandName: values.BRAND_NAME,
    supportPhone: values.SUPPORT_PHONE,
    supportEmail: values.SUPPORT_EMAIL,
    /** The business's postal address, shown to customers. */
    businessAddress: values.BUSINESS_ADDRESS,
    /** The hours when people answer the phone. */
    officeHours: undefined as string | undefined,
    /** The business's own passages of the Terms and the Privacy Policy. */
    passages: {} as Partial<Record<PassageName, string | null>>,
    /** The capacity of a truck, in bags. */
    truckBags: 120,
    /** Increases with every change by an owner; 0 while all values come from the environment. */
    ownerVersion: 0,
    stripePublishableKey: values.STRIPE_PUBLISHABLE_KEY,
    /** Stripe's keys; undefined for simulated payments. */
    stripe,
    /** The mail server; undefined when emails are written to files below `dataDir`. */
    smtp: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? { name: values.BRAND_NAME, address: values.SUPPORT_EMAIL },
    /** The account that sends text messages; undefined when none are sent. */
    twilio: readTwilio(values),
    /** The most texts sent in a day, in all and to one person. */
    textsPerDay: { all: values.MAX_TEXTS, perPerson: values.MAX_TEXTS_PER_PERSON },
    /** The origin of a stand-in for the browsers' push services, for tests; undefined for the real ones. */
    pushServiceUrl: readPushServiceUrl(values),
    googleMapsApiKey: values.GOOGLE_MAPS_API_KEY,
    geocoder: values.GEOCODER ?? (values.GOOGLE_MAPS_API_KEY === undefined ? 'census' : 'google'),
    censusGeocoderUrl: values.CENSUS_GEOCODER_URL,
    /** The URL of an OSRM server; undefined when distances are estimated. */
    osrmUrl: values.OSRM_URL,
    /** A truck's speed when no road service provides travel times. */
    routeSpeedMph: values.ROUTE_SPEED_MPH,
    /** The times from which a driver's day is computed. */
    workTimes: { startTime: values.ROUTE_START_TIME, ...setTimes },
    /** The operator's times for a stop and a bag. The times in effect are in `workTimes`. */
    setTimes,
    /** The measured times, if an owner chose to use them in place of `setTimes`. */
    measuredTimes: null as ServiceSeconds | null,
    /** A driver's working day, in hours. */
    routeHours: values.ROUTE_HOURS,
    /** The place where every route starts; undefined when it starts at its first stop. */
    routeStart: values.ROUTE_START,
    /** The place where every route ends; undefined when it ends at its last stop. */
    routeEnd: values.ROUTE_END,
    /** The URL of a map style; undefined for only our own map. */
    mapStyleUrl: values.MAP_STYLE_URL,
    /** The New York time (HH:MM) after which no same-day pickup can be booked; undefined for no limit. */
    sameDayCutoff: values.SAME_DAY_CUTOFF,
    /** The New York time (HH:MM) on the day before service until which a booking can be changed for free. */
    changeCutoff: values.CHANGE_CUTOFF,
    /** The part of the price that a cancellation after the cut-off refunds, in whole percent. */
    lateRefundPercent: values.LATE_REFUND_PERCENT,
    /** `required` if a driver has to take a photo to mark a stop incomplete. */
    incompletePhoto: values.INCOMPLETE_PHOTO,
    /** The bucket for photos and copies of backups; undefined when photos are files below `dataDir`. */
    bucket: readBucket(values),
    /** Where and when (New York time, HH:MM) a backup is made each night; undefined for none. */
    nightlyBackup:
      values.BACKUP_DIR === undefined ? undefined : { dir: resolve(values.BACKUP_DIR), at: values.BACKUP_AT },
    /** The hours without use after which an admin's or driver's session ends; null for never. */
    staffIdleHours: values.STAFF_IDLE_HOURS,
    /** If true, an admin without two-factor sign-in can only turn it on. */
    requireStaffTwoFactor: values.REQUIRE_STAFF_2FA,
    /** The key (256 bits) that encrypts the keys of authenticator apps; undefined when they are stored unencrypted. */
    twoFactorKey: values.TWO_FACTOR_KEY,
    // One line per request would scroll the demo's credentials off the screen.
    logLevel: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metricsToken: values.METRICS_TOKEN,
    /** The number of trusted proxies in front of the server; true trusts all, false none. */
    trustProxy: values.TRUST_PROXY,
    /** How long a stopping server still serves. Nobody else sends requests to a server that listens on loopback. */
    drainMs: (values.DRAIN_SECONDS ?? (isThisMachine(values.HOST) ? 0 : 5)) * 1000,
    ceilings: readCeilings(values, stripe !== undefined),
    production: values.NODE_ENV === 'production',
    /**
     * True when the server isn't configured for real use: published credentials, simulated payments, this machine only.
     */
    demo,
  };
}

/** Returns the environment's values, each of them valid. Throws a SettingsError. */
function readValues(env: NodeJS.ProcessEnv, argv: readonly string[]): SettingValues {
  const [argument] = argv;
  if (argument !== undefined) {
    throw new SettingsError(
      `Unknown argument '${argument}'. Settings are environment variables, as in PORT=8080 npm start.`,
    );
  }
  const unknown = findUnknownSettings(env);
  if (unknown.length > 0) throw new SettingsError(unknown.join(' '));
  const parsed = SettingValues.safeParse(onlyOurs(env));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
    throw new SettingsError(`${problems.join('; ')}.`);
  }
  const values = parsed.data;
  if (values.GEOCODER === 'google' && values.GOOGLE_MAPS_API_KEY === undefined) {
    throw new SettingsError('GEOCODER=google needs GOOGLE_MAPS_API_KEY.');
  }
  return values;
}

/** Returns only our variables. An empty one counts as unset, because compose files pass empty values. */
function onlyOurs(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(settingsTable.map(({ name }) => [name, env[name] === '' ? undefined : env[name]]));
}

function refusePublicDemo(host: string): void {
  if (isThisMachine(host)) return;
  throw new SettingsError(
    `HOST=${host} would open the demo, whose passwords are public, to other machines. Leave HOST at 127.0.0.1, or set DATABASE_URL or NODE_ENV=production.`,
  );
}

/**
 * Returns the keys of one Stripe account and mode, or undefined if none is set. Ignores a publishable key alone. Throws
 * a SettingsError for other incomplete or mixed keys.
 */
function readStripe(values: SettingValues): StripeSettings | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
  } = values;
  if (!secretKey) {
    const alone = webhookSecret ? 'STRIPE_WEBHOOK_SECRET' : apiUrl ? 'STRIPE_API_URL' : undefined;
    if (alone) throw new SettingsError(`${alone} is set without STRIPE_SECRET_KEY: set both, or remove it.`);
    return undefined;
  }
  if (!publishableKey || !webhookSecret) {
    const missing = publishableKey ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_PUBLISHABLE_KEY';
    throw new SettingsError(`STRIPE_SECRET_KEY is set without ${missing}: live payments need both.`);
  }
  const mode = secretKey.split('_')[1];
  if (publishableKey.split('_')[1] !== mode) {
    throw new SettingsError(
      `STRIPE_SECRET_KEY is a ${mode} key and STRIPE_PUBLISHABLE_KEY is not. Use keys of the same mode.`,
    );
  }
  if (apiUrl && mode === 'live') {
    throw new SettingsError('STRIPE_API_URL is for test keys only. A live key must be sent to Stripe only.');
  }
  return { secretKey, publishableKey, webhookSecret, apiUrl: apiUrl ? new URL(apiUrl) : undefined };
}

/**
 * Returns the Twilio account that sends text messages, or undefined if none is set. Throws a SettingsError when it is
 * only partly configured.
 */
function readTwilio(values: SettingValues): TwilioSettings | undefined {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_API_URL, NODE_ENV } = values;
  const parts = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM };
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === 3 && TWILIO_API_URL === undefined) return undefined;
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM) {
    const names = missing.map(([name]) => name).join(', ');
    throw new SettingsError(`Text messages also need ${names}. Set all three, or none.`);
  }
  if (TWILIO_API_URL && NODE_ENV === 'production') {
    throw new SettingsError('TWILIO_API_URL is for tests only. Remove it in production.');
  }
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    apiUrl: TWILIO_API_URL ? new URL(TWILIO_API_URL) : undefined,
  };
}

function readPushServiceUrl({ PUSH_SERVICE_URL: url, NODE_ENV }: SettingValues): string | undefined {
  if (url !== undefined && NODE_ENV === 'production') {
    throw new SettingsError('PUSH_SERVICE_URL is for tests only. Remove it in production.');
  }
  return url && new URL(url).origin;
}

/** The largest limit of an IP address. Its counter is a 32-bit column, which counts one attempt beyond the limit. */
const maxPerAddress = 2 ** 31 - 2;

/**
 * Returns the limits of one person. Simulated payments allow ten times as much, because they cost nothing and tests
 * make many. Throws a SettingsError when the limit of an IP address, which is a product, would be above `maxPerAddress`.
 */
function readCeilings(values: SettingValues, isLive: boolean) {
  const times = isLive ? 1 : 10;
  requireCountable(values, times);
  return {
    /** How many payments may be open at a time. */
    openPayments: values.MAX_OPEN_PAYMENTS * times,
    /** How many booked pickups may be unpaid at a time. */
    unpaidBookings: values.MAX_UNPAID_BOOKINGS * times,
    // The next four are limits per hour.
    paymentsPerHour: values.MAX_PAYMENTS_PER_HOUR * times,
    refusedCards: values.MAX_REFUSED_CARDS * times,
    cardForms: values.MAX_CARD_FORMS * times,
    photos: values.MAX_PHOTOS * times,
    /** One IP address may do as much in an hour as this many people. */
    perAddress: values.MAX_CUSTOMERS_PER_ADDRESS,
  };
}

function requireCountable(values: SettingValues, times: number): void {
  const counted = [
    'MAX_PAYMENTS_PER_HOUR',
    'MAX_UNPAID_BOOKINGS',
    'MAX_REFUSED_CARDS',
    'MAX_CARD_FORMS',
    'MAX_PHOTOS',
  ] as const;
  const tooLarge = counted.filter((name) => values[name] * times * values.MAX_CUSTOMERS_PER_ADDRESS > maxPerAddress);
  if (tooLarge.length === 0) return;
  const most = Math.floor(maxPerAddress / times);
  const why = times === 1 ? '' : ` with simulated payments, which allow ${times} times as much`;
  throw new SettingsError(
    `${tooLarge.join(', ')} multiplied by MAX_CUSTOMERS_PER_ADDRESS must be at most ${most}${why}.`,
  );
}

/**
 * Returns the settings of a bucket, or undefined if none is set. Throws a SettingsError when the bucket is only partly
 * configured.
 */
function readBucket(values: SettingValues): BucketSettings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = values;
  const parts = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === 4 && S3_REGION === undefined) return undefined;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    const names = missing.map(([name]) => name).join(', ');
    throw new SettingsError(`A bucket also needs ${names}. Set all S3_… settings, or none.`);
  }
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: S3_BUCKET,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** Returns the URL of this server. Browsers can't open a wildcard address, so that becomes localhost. */
function defaultAppUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
