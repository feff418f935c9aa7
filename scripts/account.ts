import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { Role, type User } from '../contract/accounts.ts';
import { Email, FirstName, LastName, NewPassword, Phone, Username } from '../contract/values/account-fields.ts';
import { Address } from '../contract/values/shapes.ts';
import { resetFactor } from '../server/accounts/enrollment/reset-factor.ts';
import { activateAccount } from '../server/accounts/members/activate-account.ts';
import { deactivateAccount } from '../server/accounts/members/deactivate-account.ts';
import { findAccount } from '../server/accounts/members/find-account.ts';
import { listNewestAccounts } from '../server/accounts/members/list-people.ts';
import { requireUncommonPassword } from '../server/accounts/passwords/require-new-password.ts';
import { resetPassword } from '../server/accounts/passwords/reset-password.ts';
import { createAccount } from '../server/accounts/registration/create-account.ts';
import { afterPickupChange } from '../server/after-pickup-change.ts';
import { openDatabase } from '../server/database/connect.ts';
import { migrateToLatest } from '../server/database/migrate.ts';
import { requireOwnSessions } from '../server/database/own-session.ts';
import { type JobQueue, openJobs, type RunningJobs } from '../server/jobs/queue.ts';
import { messages } from '../server/messages/outbox.ts';
import { Refusal } from '../server/refusal.ts';
import type { PickupChangeServices, Services } from '../server/services.ts';
import { readSettings } from '../server/settings/settings.ts';
import { explainStartFailure } from '../server/start-failure.ts';
import { requireFreeDay } from '../server/subscriptions/occurrences/require-free-day.ts';
import { NoPassword, readPassword, typePassword } from './read-password.ts';
import { withDatabase } from './with-database.ts';

/**
 * Manages accounts from the command line, including the first admin. Prints JSON. An error is one line and exit code 1.
 */

const usage = `Usage: npm run account -- COMMAND OPTIONS
  create          --role customer|driver|admin --username NAME --email E [PASSWORD]
                  [--first-name F --last-name L --phone N --address A]
  list            [--role R] [--search TEXT]     the newest 200
  disable         --username NAME                (or an email)
  enable          --username NAME
  reset-password  --username NAME [PASSWORD]
  reset-factor    --username NAME                turns two-factor sign-in off and emails the owner
NAME may follow a command without --username, as in reset-factor pat@stoop.example.
PASSWORD: at a terminal it is asked for, twice and unseen. --password-stdin reads it from the first line of standard
input. --password P is for tests: every user of the machine sees the arguments of a running program.`;

/** Thrown if the command was called incorrectly. */
class UsageError extends Error {}

type CommandServices = Pick<Services, 'db' | 'settings'> & PickupChangeServices;
type Options = Record<string, string | undefined>;
type Command = (services: CommandServices) => Promise<User | User[]>;
/** The arguments of a command. `newPassword` asks for the password if it has to, so it is called last. */
interface Input {
  options: Options;
  newPassword(): Promise<string>;
}

const optionNames = ['role', 'username', 'email', 'password', 'first-name', 'last-name', 'phone', 'address', 'search'];

/** Reads arguments and password into a command, so that errors show before a database is started. Throws UsageError. */
async function readCommand(argv: readonly string[]): Promise<Command> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(optionNames.map((name) => [name, { type: 'string' as const }])),
      'password-stdin': { type: 'boolean' },
    },
  });
  const { 'password-stdin': fromStdin = false, ...texts } = values;
  const options = texts as Options;
  const [name, ...rest] = positionals;
  if (takesName.includes(name ?? '')) options.username ??= rest.shift();
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is unexpected; pass values as --name VALUE`);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined;
  if (!command) {
    const known = Object.keys(commands).join(', ');
    throw new UsageError(`${name ? `Unknown command '${name}'` : 'The command is missing'}: use ${known} (or --help)`);
  }
  return await command({ options, newPassword: () => readNewPassword(options.password, fromStdin === true) });
}

/** Returns a valid new password: of --password, of standard input, or typed twice. Throws UsageError and NoPassword. */
async function readNewPassword(given: string | undefined, fromStdin: boolean): Promise<string> {
  if (given !== undefined) {
    if (fromStdin) throw new UsageError('Use --password or --password-stdin, not both');
    return read(NewPassword, given);
  }
  if (!process.stdin.isTTY) {
    if (!fromStdin) throw new UsageError('--password is missing: run this at a terminal, or use --password-stdin');
    return read(NewPassword, await readPassword());
  }
  return await typePassword((typed) => read(NewPassword, typed));
}

const commands: Record<string, (input: Input) => Command | Promise<Command>> = {
  async create({ options, newPassword }) {
    const account = {
      role: read(Role, required(options, 'role')),
      username: readUsername(required(options, 'username')),
      email: read(Email, required(options, 'email')),
      firstName: readOptional(FirstName, options['first-name']),
      lastName: readOptional(LastName, options['last-name']),
      phone: readOptional(Phone, options.phone),
      address: readOptional(Address, options.address),
    };
    const password = await newPassword();
    return async (services) => {
      await requireUncommonPassword(services, password, account);
      return await createAccount(services, { ...account, password });
    };
  },
  list({ options }) {
    const role = options.role === undefined ? undefined : read(Role, options.role);
    return (services) => listNewestAccounts(services.db, role, options.search);
  },
  disable({ options }) {
    const name = required(options, 'username');
    return async (services) => await deactivateAccount(services, null, (await findAccount(services, name)).id);
  },
  enable({ options }) {
    const name = required(options, 'username');
    return async (services) => await activateAccount(services, null, (await findAccount(services, name)).id);
  },
  async 'reset-password'({ options, newPassword }) {
    const name = required(options, 'username');
    const password = await newPassword();
    return async (services) => {
      const account = await findAccount(services, name);
      await requireUncommonPassword(services, password, account);
      return await resetPassword(services, account.id, password);
    };
  },
  'reset-factor'({ options }) {
    const name = required(options, 'username');
    return async (services) => await resetFactor(services, null, (await findAccount(services, name)).id);
  },
};

/** The commands about one account, whose name may be given without --username. */
const takesName = ['disable', 'enable', 'reset-password', 'reset-factor'];

function required(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

function read<Schema extends z.core.$ZodType>(schema: Schema, value: string): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'A value is not valid');
  return parsed.data;
}

function readOptional<Schema extends z.core.$ZodType>(schema: Schema, value?: string): z.output<Schema> | null {
  return value === undefined ? null : read(schema, value);
}

/** Reads a username that may contain 'admin'. Registration rejects it, so that nobody can pose as an admin. */
function readUsername(value: string): string {
  read(Username, value.replace(/admin/gi, 'xxxxx'));
  return value.trim();
}

/**
 * Returns a queue that opens when a command enqueues its first job; most commands enqueue none. The server runs the
 * jobs.
 */
function queueOf(url: string): JobQueue & { stop(): Promise<void> } {
  let opening: Promise<RunningJobs> | undefined;
  const queue = async () => {
    opening ??= openJobs(url, { warn: (_details, message) => console.error(message) });
    return await opening;
  };
  return {
    enqueue: async (...args) => await (await queue()).enqueue(...args),
    enqueueAll: async (...args) => await (await queue()).enqueueAll(...args),
    // The server runs the jobs.
    kick: () => {},
    stop: async () => await (await opening)?.stop(queueStopMs),
  };
}

const queueStopMs = 2_000;

/** Runs the command on the deployment's database, migrated to the newest schema. */
async function runCommand(command: Command): Promise<User | User[]> {
  const settings = readSettings(process.env, []);
  return await withDatabase(settings, async (url) => {
    const log = { warn: (_details: object, message: string) => console.error(message) };
    const { db } = openDatabase(url, log, 2);
    const jobs = queueOf(url);
    try {
      await requireOwnSessions(db);
      await migrateToLatest(url, log);
      return await command({
        db,
        settings,
        clock: () => new Date(),
        jobs,
        geocoder: undefined,
        afterPickupChange,
        messages,
        requireFreeDay,
      });
    } finally {
      await jobs.stop();
      await db.destroy();
    }
  });
}

/** Describes an error in one line. The first sentence of the options parser's message names the option. */
function explain(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError || error instanceof NoPassword) return error.message;
  const { code, message } = error as Error & { code?: string };
  if (code?.startsWith('ERR_PARSE_ARGS')) return message.split('. ')[0] ?? message;
  return explainStartFailure(error).split('\n')[0] ?? 'The command failed';
}

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(usage);
} else {
  try {
    const command = await readCommand(args);
    console.log(JSON.stringify(await runCommand(command)));
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
