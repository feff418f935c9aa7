import { resolve } from 'node:path';
import { z } from 'zod';
import { type Place, placeOf } from '../contract/places.ts';
import type { Sender } from './external/mail.ts';
import type { S3Bucket } from './external/s3-photos.ts';
import { readSmtpUrl, type SmtpServer } from './external/smtp-url.ts';
import { settingsTable } from './settings-table.ts';
import { isThisMachine } from './this-machine.ts';
import { findUnknownSettings } from './unknown-settings.ts';

/** A setting is wrong. The message is one line for the person who starts the server, and holds no secret. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

export interface Settings {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  /** The address people use, without a slash at its end. */
  appUrl: string;
  brandName: string;
  supportPhone: string;
  supportEmail: string;
  /** For receipts. */
  businessAddress: string | undefined;
  stripePublishableKey: string | undefined;
  /** Live payments; undefined: simulated ones. */
  stripe: StripeSettings | undefined;
  /** The server that mail goes out by; undefined: into files below `dataDir`. */
  smtp: SmtpServer | undefined;
  mailFrom: Sender;
  googleMapsApiKey: string | undefined;
  geocoder: 'google' | 'census' | 'off';
  censusGeocoderUrl: string;
  /** Where an OSRM server stands; undefined: distances are estimated. */
  osrmUrl: string | undefined;
  /** How fast a truck gets along where no road service says so. */
  routeSpeedMph: number;
  /** What a driver's day is reckoned with. */
  workTimes: { startTime: string; stopSeconds: number; bagSeconds: number };
  /** A day's work of one driver, in hours. */
  routeHours: number;
  /** Where every route starts, and where it ends; undefined: at its first, and at its last stop. */
  routeStart: Place | undefined;
  routeEnd: Place | undefined;
  /** Address of a map style; undefined: the driver's route is drawn by our own sketch alone. */
  mapStyleUrl: string | undefined;
  /** New York time, HH:MM. */
  sameDayCutoff: string | undefined;
  /** Where photos are kept; undefined: in files below `dataDir`. */
  photoBucket: S3Bucket | undefined;
  logLevel: string;
  metricsToken: string | undefined;
  /** How many proxies in front are believed, or all (true), or none (false). */
  trustProxy: boolean | number;
  /** NODE_ENV says so. */
  production: boolean;
  /** Nothing was set up for real use: sign-ins that everyone knows, simulated payments, this machine only. */
  demo: boolean;
}

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Something on this machine that stands in for Stripe. */
  apiUrl: URL | undefined;
}

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(maxLength, `must have at most ${maxLength} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line');

/** A value that is read into something richer than text; `message` when it cannot be. */
const read = <T>(reader: (text: string) => T | undefined, message: string) =>
  z.string().transform((value, context) => {
    const result = reader(value);
    if (result !== undefined) return result;
    // The value stays out of the issue: it may hold a password.
    context.issues.push({ code: 'custom', message, input: undefined });
    return z.NEVER;
  });

const newYorkTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a New York time such as 14:30');

const numberBetween = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, `must be a number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a number from ${least} to ${most}`)
    .default(usual);

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:[\]-]+$/, 'must be an address or a host name, such as 127.0.0.1, without port or http://')
    .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must start with postgres:// or postgresql://')
    .optional(),
  NODE_ENV: z.enum(['development', 'production', 'test'], 'must be development, production or test').optional(),
  APP_URL: z.string().refine(isOrigin, 'must be an address such as https://stoop.example, without a path').optional(),
  BRAND_NAME: text(50).default('Stoop'),
  SUPPORT_PHONE: text(40).default('(215) 555-0107'),
  BUSINESS_ADDRESS: text(200).optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('hello@stoop.example'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be a publishable key, which starts with pk_ (the secret one must never reach a browser)')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_(test|live)_\w+$/,
      'must be a secret key, as in sk_live_… or sk_test_… (or a restricted one, rk_…)',
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=-]+$/, "must be the webhook endpoint's signing secret, which starts with whsec_")
    .optional(),
  STRIPE_API_URL: z
    .string()
    .refine(isStandIn, 'must be something on this machine, as in http://127.0.0.1:12111, without a path')
    .optional(),
  SMTP_URL: read(
    readSmtpUrl,
    'must be as in smtp://user:password@host:587 or smtps://…, with special characters of the password percent-encoded and no option but ?requireTLS=true or false',
  ).optional(),
  MAIL_FROM: read(readSender, 'must be an e-mail address, as in Stoop <hello@stoop.example>').optional(),
  GOOGLE_MAPS_API_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'must be a key of letters, digits, - and _')
    .optional(),
  GEOCODER: z.enum(['google', 'census', 'off'], 'must be google, census or off').optional(),
  CENSUS_GEOCODER_URL: z
    .string()
    .refine(isServiceUrl, 'must be an address such as https://geocoding.geo.census.gov')
    .default('https://geocoding.geo.census.gov'),
  OSRM_URL: z.string().refine(isServiceUrl, 'must be an address such as http://127.0.0.1:5000').optional(),
  ROUTE_SPEED_MPH: numberBetween(5, 60, 18),
  ROUTE_START_TIME: newYorkTime.default('07:00'),
  ROUTE_START: read(readPosition, 'must be a latitude and a longitude, such as 39.9526,-75.1652').optional(),
  ROUTE_END: read(readPosition, 'must be a latitude and a longitude, such as 39.9526,-75.1652').optional(),
  ROUTE_HOURS: numberBetween(1, 16, 8),
  STOP_MINUTES: numberBetween(0, 60, 3),
  BAG_SECONDS: numberBetween(0, 600, 20),
  MAP_STYLE_URL: z
    .string()
    .refine(isMapAddress, 'must be the https address of a map style, or one on this machine')
    .optional(),
  SAME_DAY_CUTOFF: newYorkTime.optional(),
  S3_ENDPOINT: z
    .string()
    .refine(isServiceUrl, 'must be an address such as https://s3.us-east-1.amazonaws.com, without the bucket')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: small letters, digits, dots and hyphens',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region, such as us-east-1')
    .optional(),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a key of letters, digits, dots, - and _')
    .optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(/^\S+$/, 'must not hold spaces').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .optional(),
  METRICS_TOKEN: z.string().regex(/^\S+$/, 'must not hold spaces').optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|\d{1,2})$/, 'must be true, false or the number of proxies in front')
    .transform((value) => (value === 'true' ? true : value === 'false' ? false : Number(value)))
    .default(false),
});

/** Reads the settings from the environment and refuses what it does not know, before anything is opened. */
export function readSettings(env: NodeJS.ProcessEnv, argv: readonly string[]): Settings {
  const [argument] = argv;
  if (argument !== undefined) {
    throw new SettingsError(
      `Unknown argument '${argument}': settings are environment variables, as in PORT=8080 npm start.`,
    );
  }
  const unknown = findUnknownSettings(env);
  if (unknown.length > 0) throw new SettingsError(unknown.join(' '));

  const parsed = schema.safeParse(onlyOurs(env));
  if (!parsed.success) {
    throw new SettingsError(
      `${parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join('; ')}.`,
    );
  }
  const values = parsed.data;
  if (values.GEOCODER === 'google' && values.GOOGLE_MAPS_API_KEY === undefined) {
    throw new SettingsError('GEOCODER=google needs GOOGLE_MAPS_API_KEY.');
  }
  const demo = values.DATABASE_URL === undefined && values.NODE_ENV !== 'production';
  if (demo) refusePublicDemo(values.HOST);
  const stripe = readStripe(values);
  if (demo && stripe) {
    throw new SettingsError(
      'STRIPE_SECRET_KEY is set, but the demo, whose sign-ins everyone knows, takes simulated payments only: set DATABASE_URL or NODE_ENV=production as well.',
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    appUrl: values.APP_URL?.replace(/\/$/, '') ?? defaultAppUrl(values.HOST, values.PORT),
    brandName: values.BRAND_NAME,
    supportPhone: values.SUPPORT_PHONE,
    supportEmail: values.SUPPORT_EMAIL,
    businessAddress: values.BUSINESS_ADDRESS,
    stripePublishableKey: values.STRIPE_PUBLISHABLE_KEY,
    stripe,
    smtp: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? { name: values.BRAND_NAME, address: values.SUPPORT_EMAIL },
    googleMapsApiKey: values.GOOGLE_MAPS_API_KEY,
    geocoder: values.GEOCODER ?? (values.GOOGLE_MAPS_API_KEY === undefined ? 'census' : 'google'),
    censusGeocoderUrl: values.CENSUS_GEOCODER_URL,
    osrmUrl: values.OSRM_URL,
    routeSpeedMph: values.ROUTE_SPEED_MPH,
    workTimes: {
      startTime: values.ROUTE_START_TIME,
      stopSeconds: values.STOP_MINUTES * 60,
      bagSeconds: values.BAG_SECONDS,
    },
    routeHours: values.ROUTE_HOURS,
    routeStart: values.ROUTE_START,
    routeEnd: values.ROUTE_END,
    mapStyleUrl: values.MAP_STYLE_URL,
    sameDayCutoff: values.SAME_DAY_CUTOFF,
    photoBucket: readBucket(values),
    // A line for every request would push the demo's sign-ins off the screen.
    logLevel: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    production: values.NODE_ENV === 'production',
    demo,
  };
}

function readPosition(text: string): Place | undefined {
  return placeOf({ coordinates: text, coordinatesPrecision: null }) ?? undefined;
}

/** Our variables only. An empty one counts as not set: compose files pass on what they do not have. */
function onlyOurs(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(settingsTable.map(({ name }) => [name, env[name] === '' ? undefined : env[name]]));
}

function refusePublicDemo(host: string): void {
  if (isThisMachine(host)) return;
  throw new SettingsError(
    `HOST=${host} would show the demo, whose sign-ins everyone knows, to other machines: leave HOST at 127.0.0.1, or set DATABASE_URL or NODE_ENV=production.`,
  );
}

/** The keys of one account in one mode, or none of them. A publishable key alone does nothing. */
function readStripe(values: z.output<typeof schema>): StripeSettings | undefined {
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
      `STRIPE_SECRET_KEY is of the mode ${mode} and STRIPE_PUBLISHABLE_KEY is not: take both of one.`,
    );
  }
  if (apiUrl && mode === 'live') {
    throw new SettingsError('STRIPE_API_URL is for test keys only: a live key must go nowhere but to Stripe.');
  }
  return { secretKey, publishableKey, webhookSecret, apiUrl: apiUrl ? new URL(apiUrl) : undefined };
}

/** All that a bucket takes, or nothing of it: half a bucket would keep photos where nobody looks for them. */
function readBucket(values: z.output<typeof schema>): S3Bucket | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = values;
  const parts = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === 4 && S3_REGION === undefined) return undefined;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    const names = missing.map(([name]) => name).join(', ');
    throw new SettingsError(`Photos in a bucket need ${names} too: set all of S3_…, or none.`);
  }
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: S3_BUCKET,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function isStandIn(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'http:' && isOrigin(value) && isThisMachine(url.hostname) && url.port !== '';
}

/** A wildcard is no address that a browser can open. */
function defaultAppUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

/** A path is fine, as behind a proxy; a question or a password in it is not. */
function isServiceUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
}

/** Its origin goes into the content security policy: it must name one host and nothing else. */
function isMapAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '' || !/^[\w.:[\]-]+$/.test(url.host)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname.replace(/^\[|\]$/g, '')));
}

/** `a@b.example`, `Name <a@b.example>` or `"Name, Inc." <a@b.example>`. */
function readSender(value: string): Sender | undefined {
  const [, quoted, bare, bracketed, plain] =
    /^(?:(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]+)>|([^<>]+))$/.exec(value.trim()) ?? [];
  const address = bracketed ?? plain;
  if (/\p{Cc}/u.test(value) || !z.email().safeParse(address).success) return undefined;
  return { name: quoted ?? bare ?? '', address: address as string };
}
