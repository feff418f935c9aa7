import { z } from 'zod';
import { type Place, placeOf } from '../../contract/values/places.ts';
import type { Sender } from '../external/mail/mail.ts';
import { readSmtpUrl } from '../external/mail/smtp-url.ts';
import { isThisMachine } from '../this-machine.ts';

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(maxLength, `must have at most ${maxLength} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line');

/** A schema that parses text into a richer value. `message` describes the valid form. */
const read = <T>(reader: (text: string) => T | undefined, message: string) =>
  z.string().transform((value, context) => {
    const result = reader(value);
    if (result !== undefined) return result;
    // The issue omits the value, which may contain a password.
    context.issues.push({ code: 'custom', message, input: undefined });
    return z.NEVER;
  });

const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message);
const checked = (isValid: (text: string) => boolean, message: string) => z.string().refine(isValid, message);
const serviceUrl = (example: string) => checked(isServiceUrl, `must be a URL such as ${example}`);

const newYorkTime = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a New York time such as 14:30');

const numberBetween = (least: number, most: number, usual: number) =>
  matching(/^\d+(\.\d+)?$/, `must be a number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a number from ${least} to ${most}`)
    .default(usual);

const wholeBetween = (least: number, most: number, usual: number) =>
  matching(/^\d{1,7}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`)
    .default(usual);

const countFrom1 = (usual: number) => wholeBetween(1, 9_999_999, usual);

/** The format and the parsed type of each setting. `readSettings` checks combinations. */
export const SettingValues = z.object({
  PORT: wholeBetween(0, 65_535, 3000),
  HOST: matching(/^[\w.:[\]-]+$/, 'must be an IP address or a host name such as 127.0.0.1, without port or http://')
    .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: matching(/^postgres(ql)?:\/\/./, 'must start with postgres:// or postgresql://').optional(),
  // With fewer than four, requests that hold a connection and need another one would wait for each other.
  POOL_SIZE: wholeBetween(4, 200, 12),
  NODE_ENV: z.enum(['development', 'production', 'test'], 'must be development, production or test').optional(),
  APP_URL: checked(isOrigin, 'must be a URL such as https://stoop.example, without a path').optional(),
  BRAND_NAME: text(50).default('Stoop'),
  SUPPORT_PHONE: text(40).default('(215) 555-0107'),
  BUSINESS_ADDRESS: text(200).optional(),
  SUPPORT_EMAIL: z.email('must be an email address').default('hello@stoop.example'),
  STRIPE_PUBLISHABLE_KEY: matching(
    /^pk_\w+$/,
    'must be a publishable key, which starts with pk_ (the secret one must never reach a browser)',
  ).optional(),
  STRIPE_SECRET_KEY: matching(
    /^(sk|rk)_(test|live)_\w+$/,
    'must be a secret key, as in sk_live_… or sk_test_… (or a restricted one, rk_…)',
  ).optional(),
  STRIPE_WEBHOOK_SECRET: matching(
    /^whsec_[\w+/=-]+$/,
    "must be the webhook endpoint's signing secret, which starts with whsec_",
  ).optional(),
  STRIPE_API_URL: checked(
    isStandIn,
    'must be on this machine, as in http://127.0.0.1:12111, without a path',
  ).optional(),
  SMTP_URL: read(
    readSmtpUrl,
    'must be as in smtp://user:password@host:587 or smtps://…, with special characters of the password percent-encoded and no option but ?requireTLS=true or false',
  ).optional(),
  MAIL_FROM: read(readSender, 'must be an email address, as in Stoop <hello@stoop.example>').optional(),
  TWILIO_ACCOUNT_SID: matching(/^AC[0-9a-f]{32}$/, 'must be the SID of an account: AC and 32 hex digits').optional(),
  TWILIO_AUTH_TOKEN: matching(/^[0-9a-zA-Z]{16,64}$/, "must be the account's token of letters and digits").optional(),
  TWILIO_FROM: matching(
    /^(\+1[2-9]\d{9}|\d{5,6}|MG[0-9a-f]{32})$/,
    'must be a US phone number such as +12155550107, a short code, or the SID of a messaging service (MG…)',
  ).optional(),
  TWILIO_API_URL: checked(
    isStandIn,
    'must be on this machine, as in http://127.0.0.1:12112, without a path',
  ).optional(),
  MAX_TEXTS: countFrom1(500),
  MAX_TEXTS_PER_PERSON: countFrom1(10),
  PUSH_SERVICE_URL: checked(
    isStandIn,
    'must be on this machine, as in http://127.0.0.1:8030, without a path',
  ).optional(),
  GOOGLE_MAPS_API_KEY: matching(/^[\w-]+$/, 'must be a key of letters, digits, - and _').optional(),
  GEOCODER: z.enum(['google', 'census', 'off'], 'must be google, census or off').optional(),
  CENSUS_GEOCODER_URL: serviceUrl('https://geocoding.geo.census.gov').default('https://geocoding.geo.census.gov'),
  OSRM_URL: serviceUrl('http://127.0.0.1:5000').optional(),
  ROUTE_SPEED_MPH: numberBetween(5, 60, 18),
  ROUTE_START_TIME: newYorkTime.default('07:00'),
  ROUTE_START: read(readPosition, 'must be a latitude and a longitude, such as 39.9526,-75.1652').optional(),
  ROUTE_END: read(readPosition, 'must be a latitude and a longitude, such as 39.9526,-75.1652').optional(),
  ROUTE_HOURS: numberBetween(1, 16, 8),
  STOP_MINUTES: numberBetween(0, 60, 3),
  // SQL adds up whole seconds.
  BAG_SECONDS: wholeBetween(0, 600, 20),
  MAP_STYLE_URL: checked(isMapAddress, 'must be the https URL of a map style, or one on this machine').optional(),
  SAME_DAY_CUTOFF: newYorkTime.optional(),
  CHANGE_CUTOFF: newYorkTime.default('18:00'),
  LATE_REFUND_PERCENT: wholeBetween(0, 100, 50),
  INCOMPLETE_PHOTO: z.enum(['off', 'required'], 'must be off or required').default('off'),
  S3_ENDPOINT: serviceUrl('https://s3.us-east-1.amazonaws.com, without the bucket').optional(),
  S3_BUCKET: matching(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be the name of a bucket: lowercase letters, digits, dots and hyphens',
  ).optional(),
  S3_REGION: matching(/^[\w-]+$/, 'must be the name of a region, such as us-east-1').optional(),
  S3_ACCESS_KEY_ID: matching(/^[\w.-]+$/, 'must be a key of letters, digits, dots, - and _').optional(),
  S3_SECRET_ACCESS_KEY: matching(/^\S+$/, 'must not contain spaces').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: newYorkTime.default('02:30'),
  STAFF_IDLE_HOURS: checked(isIdleHours, 'must be a whole number from 1 to 720, or off')
    .transform((value) => (value === 'off' ? null : Number(value)))
    .default(24),
  REQUIRE_STAFF_2FA: matching(/^(true|false)$/, 'must be true or false')
    .transform((value) => value === 'true')
    .default(false),
  TWO_FACTOR_KEY: matching(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits, as from openssl rand -hex 32')
    .transform((hex) => Buffer.from(hex, 'hex'))
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .optional(),
  METRICS_TOKEN: matching(/^\S+$/, 'must not contain spaces').optional(),
  TRUST_PROXY: matching(/^(true|false|\d{1,2})$/, 'must be true, false or the number of proxies in front')
    .transform((value) => (value === 'true' ? true : value === 'false' ? false : Number(value)))
    .default(false),
  DRAIN_SECONDS: matching(/^([1-5]?\d|60)$/, 'must be a whole number from 0 to 60')
    .transform(Number)
    .optional(),
  MAX_OPEN_PAYMENTS: countFrom1(20),
  MAX_PAYMENTS_PER_HOUR: countFrom1(60),
  MAX_UNPAID_BOOKINGS: countFrom1(20),
  MAX_REFUSED_CARDS: countFrom1(10),
  MAX_CARD_FORMS: countFrom1(20),
  MAX_PHOTOS: countFrom1(300),
  MAX_CUSTOMERS_PER_ADDRESS: countFrom1(10),
});

export type SettingValues = z.output<typeof SettingValues>;

function readPosition(text: string): Place | undefined {
  return placeOf({ coordinates: text, coordinatesPrecision: null }) ?? undefined;
}

function isIdleHours(value: string): boolean {
  return value === 'off' || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= 720);
}

function isStandIn(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'http:' && isOrigin(value) && isThisMachine(url.hostname) && url.port !== '';
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

/**
 * Returns true for an http or https URL. A path is allowed, for example behind a proxy; a query or a password isn't.
 */
function isServiceUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
}

/**
 * Returns true for the URL of a map style. Its origin becomes part of the content security policy, so it must be
 * exactly one host.
 */
function isMapAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '' || !/^[\w.:[\]-]+$/.test(url.host)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname.replace(/^\[|\]$/g, '')));
}

/** Parses `a@b.example`, `Name <a@b.example>` or `"Name, Inc." <a@b.example>`. Returns undefined for anything else. */
function readSender(value: string): Sender | undefined {
  const [, quoted, bare, bracketed, plain] =
    /^(?:(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]+)>|([^<>]+))$/.exec(value.trim()) ?? [];
  const address = bracketed ?? plain;
  if (/\p{Cc}/u.test(value) || !z.email().safeParse(address).success) return undefined;
  return { name: quoted ?? bare ?? '', address: address as string };
}
