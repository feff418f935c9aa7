import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { openDatabase } from '../../server/database/connect.ts';
import type { Db } from '../../server/database/transaction.ts';
import { effort, isLong } from '../support/effort.ts';
import { laterClock } from '../support/processes/commands.ts';
import { endProcess, type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { tryRequest } from '../support/processes/try-request.ts';
import { parseMail } from '../support/services/mails.ts';
import { startSmtpServer } from '../support/services/smtp.ts';

/**
 * At 5 PM every customer with a pickup tomorrow gets a reminder. The mail server takes 0.3 s for each, and the app is
 * killed repeatedly. No reminder is lost, only those in flight may be sent twice, and nothing else waits for them.
 */

const count = effort({ sample: 120, full: 2_000 });
const kills = effort({ sample: 1, full: 3 });
const mailServerMs = 300;
/** The time limit for each part of the evening. */
const waitMs = effort({ sample: 60_000, full: 300_000 });
/** The emails that may be in flight when the server dies: one on each connection of the pool. */
const mostConnections = 10;

const five = instantOf(dateKeyOf(new Date()), '17:00');
const aheadMs = five.getTime() - Date.now();

interface Arrival {
  to: string;
  subject: string;
  messageId: string;
  atMs: number;
}
const arrivals: Arrival[] = [];
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let server: ServerProcess;
let db: Db;
beforeAll(async () => {
  smtp = await startSmtpServer({
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await sleep(mailServerMs);
        const raw = Buffer.concat(chunks).toString('utf8');
        const { to, subject } = parseMail(raw);
        const messageId = /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '';
        arrivals.push({ to, subject, messageId, atMs: Date.now() });
        done();
      });
    },
  });
  server = await startServerProcess({
    NODE_OPTIONS: `--import=${laterClock(aheadMs)}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LOG_LEVEL: 'warn',
  });
  ({ db } = openDatabase(server.databaseUrl, { warn: () => {} }));
});
afterAll(async () => {
  await db.destroy();
  await server.stop();
  await smtp.stop();
});

const reminders = () => arrivals.filter(({ subject }) => subject.startsWith('Your pickup is tomorrow'));

/** Inserts customers who each have a pickup tomorrow, booked yesterday. */
async function fill(): Promise<void> {
  await sql`
    WITH people AS (
      INSERT INTO users ("id", "username", "email", "password", "role", "createdAt")
      SELECT gen_random_uuid(), 'evening-' || i, 'evening-' || i || '@stoop.example', '', 'customer', ${five}::timestamptz - interval '9 days'
      FROM generate_series(1, ${count}::integer) AS i RETURNING "id")
    INSERT INTO pickups ("id", "customerId", "address", "bagCount", "amount", "serviceType", "status", "requestedDate", "scheduledDate",
      "paymentStatus", "createdAt", "updatedAt")
    SELECT gen_random_uuid(), "id", '1127 S 9th St, Philadelphia, PA 19147', 4, 30, 'one-time', 'pending', ${five}::timestamptz - interval '1 day',
      ${five}::timestamptz + interval '16 hours', 'paid', ${five}::timestamptz - interval '1 day', ${five}::timestamptz - interval '1 day'
    FROM people`.execute(db);
}

async function until(isTrue: () => boolean, mostMs: number): Promise<void> {
  for (const giveUpAt = Date.now() + mostMs; !isTrue(); await sleep(50)) {
    if (Date.now() > giveUpAt) throw new Error(`only ${reminders().length} reminders\n${server.output()}`);
  }
}

/**
 * Makes the queue notice a dead server immediately. In the long run its jobs wait until the queue notices, up to two
 * minutes.
 */
async function noticeDeath(boss: PgBoss): Promise<void> {
  if (isLong) return;
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds' WHERE state = 'active'`.execute(
    db,
  );
  await boss.supervise('send-bulk-message');
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'send-bulk-message' AND state = 'retry'`.execute(db);
  await sql`UPDATE messages SET "claimedUntil" = NULL WHERE "claimedUntil" IS NOT NULL`.execute(db);
}

/** Asks for a new password and returns how long its email took, in ms. */
async function resetPassword(email: string): Promise<number> {
  const startMs = Date.now();
  const asked = await tryRequest(server.url, 'POST', '/api/auth/forgot-password', { body: { email } });
  expect(asked?.status).toBe(200);
  const isReset = ({ to, subject }: Arrival) => to === email && subject.startsWith('Set a new');
  await until(() => arrivals.some(isReset), 60_000);
  return Date.now() - startMs;
}

it(`${count} reminders leave soon after 5 PM, through ${kills} kills, and nothing else waits for them`, async () => {
  await fill();
  const boss = new PgBoss({ connectionString: server.databaseUrl, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  const startMs = Date.now();
  // The schedule makes the reminders within a minute of 5 PM.
  await boss.send('make-reminders', {});
  const perKill = count / (kills + 1);
  for (let kill = 1; kill <= kills; kill++) {
    await until(() => reminders().length >= kill * perKill, waitMs);
    await endProcess(server.process, 'SIGKILL');
    await noticeDeath(boss);
    await server.killAndRestart();
  }
  await until(() => reminders().length >= count * 0.8, waitMs);
  expect(reminders().length).toBeLessThan(count);
  expect(await resetPassword('evening-1@stoop.example')).toBeLessThan(10_000);
  const everyone = () => new Set(reminders().map(({ to }) => to));
  await until(() => everyone().size === count, waitMs);
  const minutes = (Math.max(...reminders().map(({ atMs }) => atMs)) - startMs) / 60_000;
  await expect.poll(async () => await countUnsent(), { timeout: waitMs }).toBe(0);
  await boss.stop({ graceful: false });

  const byPerson = Map.groupBy(reminders(), ({ to }) => to);
  for (const [, mails] of byPerson) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(reminders().length - count).toBeLessThanOrEqual(kills * mostConnections);
  expect(Math.max(...[...byPerson.values()].map(({ length }) => length))).toBeLessThanOrEqual(1 + kills);
  // biome-ignore lint/suspicious/noConsole: the figure is what the long run is for
  console.log(`${count} reminders took ${minutes.toFixed(1)} minutes, ${reminders().length - count} of them twice`);
  expect(minutes).toBeLessThan(5);
});

async function countUnsent(): Promise<number> {
  const { count: unsent } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'reminder')
    .where('sentAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unsent);
}
