import { resolve } from 'node:path';
import { z } from 'zod';
import type { Sender } from './external/mail.ts';
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
  stripePublishableKey: string | undefined;
  /** The server that mail goes out by; undefined: into files below `dataDir`. */
  smtp: SmtpServer | undefined;
  mailFrom: Sender;
  googleMapsApiKey: string | undefined;
  /** New York time, HH:MM. */
  sameDayCutoff: string | undefined;
  logLevel: string;
  metricsToken: string | undefined;
  /** How many proxies in front are believed, or all (true), or none (false). */
  trustProxy: boolean | number;
  /** NODE_ENV says so. */
  production: boolean;
  /** Nothing was set up for real use: sign-ins that everyone knows, simulated payments, this machine only. */
  demo: boolean;
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
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('hello@stoop.example'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be a publishable key, which starts with pk_ (the secret one must never reach a browser)')
    .optional(),
  STRIPE_SECRET_KEY: z
    .undefined('is set, but this version takes simulated payments only and would charge nobody: remove it')
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
  SAME_DAY_CUTOFF: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a New York time such as 14:30')
    .optional(),
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
  const demo = values.DATABASE_URL === undefined && values.NODE_ENV !== 'production';
  if (demo) refusePublicDemo(values.HOST);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    appUrl: values.APP_URL?.replace(/\/$/, '') ?? defaultAppUrl(values.HOST, values.PORT),
    brandName: values.BRAND_NAME,
    supportPhone: values.SUPPORT_PHONE,
    supportEmail: values.SUPPORT_EMAIL,
    stripePublishableKey: values.STRIPE_PUBLISHABLE_KEY,
    smtp: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? { name: values.BRAND_NAME, address: values.SUPPORT_EMAIL },
    googleMapsApiKey: values.GOOGLE_MAPS_API_KEY,
    sameDayCutoff: values.SAME_DAY_CUTOFF,
    // A line for every request would push the demo's sign-ins off the screen.
    logLevel: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    production: values.NODE_ENV === 'production',
    demo,
  };
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

/** A wildcard is no address that a browser can open. */
function defaultAppUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

/** `a@b.example`, `Name <a@b.example>` or `"Name, Inc." <a@b.example>`. */
function readSender(value: string): Sender | undefined {
  const [, quoted, bare, bracketed, plain] =
    /^(?:(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]+)>|([^<>]+))$/.exec(value.trim()) ?? [];
  const address = bracketed ?? plain;
  if (/\p{Cc}/u.test(value) || !z.email().safeParse(address).success) return undefined;
  return { name: quoted ?? bare ?? '', address: address as string };
}
