import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dateKeyOf } from '../../contract/values/dates.ts';
import { centsToText } from '../../contract/values/money.ts';
import { openDatabase } from '../../server/database/connect.ts';
import type { Db } from '../../server/database/transaction.ts';
import { findFaults, findStuck } from '../support/books/books.ts';
import { listMovements, readStripeBooks } from '../support/books/read-stripe-books.ts';
import { runCommand } from '../support/commands.ts';
import { effort, firstSeed } from '../support/effort.ts';
import { type Crowd, dispatch, liveThrough, makeCrowd } from '../support/live/crowd.ts';
import { randomOf } from '../support/random.ts';
import { makeAccount, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startPostman } from '../support/stripe/postman.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';

/**
 * Live payments against the stand-in for Stripe, while the server is killed again and again: `SEED=… BOOKINGS=…`. The same
 * seed has the same people, but when a kill falls nobody can have again.
 */

const urlOfServer = () => (server.process.signalCode === null ? server.url : undefined);

const seed = firstSeed();
const bookings = Number(process.env.BOOKINGS ?? effort({ sample: 24, full: 200 }));
const customers = 8;
const minuteMs = 60_000;

let standIn: StripeStandIn;
let server: ServerProcess;
let db: Db;
beforeAll(async () => {
  standIn = await startStripeStandIn();
  server = await startServerProcess({ ...standIn.env, LOG_LEVEL: 'error' });
  db = openDatabase(server.databaseUrl, { warn: () => {} }).db;
});
afterAll(async () => {
  await db.destroy();
  await server.stop();
  await standIn.close();
});

it(`keeps ${bookings} bookings and their money through kills, from seed ${seed}`, { timeout: 600_000 }, async () => {
  const crowd = makeCrowd(standIn, urlOfServer, { bookings, plans: Math.ceil(bookings / 10) });
  const { kills, letters, errors } = await liveWithKills(crowd);
  const { charged, refunded } = tellMoney();

  const early = await reconcile(10 * minuteMs);
  await drainJobs();
  // What was left open is given up after a day; then there is nothing left to do.
  const late = await reconcile(25 * 60 * minuteMs);
  await drainJobs();
  const { bookings: opened, plans, presses, lostAnswers } = crowd.counts;
  // biome-ignore lint/suspicious/noConsole: how much was tried, and the seed that it is tried by again
  console.info(
    `seed ${seed}: ${opened} bookings and ${plans} plans at the card form, ${kills} kills, ${lostAnswers} of ${presses} ` +
      `presses without an answer, ${letters.delivered} events delivered and ${letters.lost} lost; ${charged} charges and ` +
      `${refunded} refunds before, ${tellMoney().charged} and ${tellMoney().refunded} after ${early} + ${late} were repaired`,
  );
  const books = await readStripeBooks(db, standIn.books);
  expect(findFaults(books)).toEqual([]);
  expect(findStuck(books)).toEqual([]);
  expect(await reconcile(25 * 60 * minuteMs + 10 * minuteMs)).toBe(0);
  expect(crowd.wrong, errors.join('\n')).toEqual([]);
  await expectLedger();
  expect(charged).toBeGreaterThan(bookings / 2);
  expect(kills).toBeGreaterThan(bookings / 50);
});

/** Lets everybody press until the last wish was had, and kills the server meanwhile, again and again. */
async function liveWithKills(crowd: Crowd) {
  const random = randomOf(seed);
  const account = await makeAccount(server.databaseUrl, 'admin', 'dispatcher');
  const postman = startPostman(standIn, () => server.url, random.fork());
  let isOver = false;
  const people = Array.from({ length: customers }, () => liveThrough(crowd, random.fork()));
  const office = dispatch(crowd, random.fork(), { account, isOver: () => isOver });
  const crowded = Promise.all(people).finally(() => {
    isOver = true;
  });
  const said: string[] = [];
  let kills = 0;
  while (!isOver) {
    // However fast the machine is: in the middle of so many requests to Stripe, or a little later.
    const killAt = standIn.seen.length + 20 + random.int(200);
    while (standIn.seen.length < killAt && !isOver) await sleep(2);
    await sleep(random.int(60));
    const { output } = server;
    await server.killAndRestart();
    said.push(output());
    kills += 1;
  }
  await Promise.all([crowded, office, postman.stop()]);
  standIn.calm();
  const errors = [...said, server.output()].join('\n').split('\n').filter(isError);
  return { kills, letters: postman.counts, errors };
}

/** What the server has logged as an error; that it asked people to come again is none. */
const isError = (line: string) => /"level":[56]0\b/.test(line);

function tellMoney(): { charged: number; refunded: number } {
  const moved = listMovements(standIn.books);
  const charged = moved.filter(({ kind }) => kind === 'charge').length;
  return { charged, refunded: moved.length - charged };
}

const settings = () => ({ ...standIn.env, DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });

/** `npm run reconcile`, so much later; returns how much it repaired. */
async function reconcile(aheadMs: number): Promise<number> {
  const said = await runCommand(['reconcile.ts'], settings(), aheadMs);
  expect(said).not.toMatch(/could not be (reconciled|renewed|read)|not in our books/);
  return Number(/^(\d+) repaired/m.exec(said)?.[1]);
}

/**
 * Waits until the running server has worked off its queue. What the queue does by itself after a quarter of an hour is done
 * at once: a job whose process died, or that failed, is due again.
 */
async function drainJobs(): Promise<void> {
  await sql`UPDATE pgboss.job SET "state" = 'retry' WHERE "state" = 'active'`.execute(db);
  for (const until = Date.now() + 3 * minuteMs; ; await sleep(200)) {
    await sql`UPDATE pgboss.job SET "start_after" = now() WHERE "state" < 'active' AND "start_after" > now()`.execute(
      db,
    );
    const { rows } = await sql<{ name: string; state: string }>`
      SELECT "name", "state" FROM pgboss.job WHERE "state" <> 'completed' AND "name" NOT LIKE '\\_\\_pgboss%'
    `.execute(db);
    if (rows.length === 0) return;
    if (Date.now() > until) throw new Error(`jobs are left: ${rows.map(({ name, state }) => `${name} ${state}`)}`);
  }
}

/** `npm run ledger` says what the stand-in's list says, line by line and in sum. */
async function expectLedger(): Promise<void> {
  const today = dateKeyOf(new Date());
  const csv = await runCommand(['ledger.ts', '--from', addDays(today, -1), '--to', addDays(today, 1)], settings());
  const lines = csv.trimEnd().split('\r\n').slice(1);
  const moved = listMovements(standIn.books);
  const sum = moved.reduce((cents, { amountCents }) => cents + amountCents, 0);
  expect(lines.pop()).toBe(`,sum,,,${centsToText(sum)},,`);
  const theirs = moved.map(({ kind, id, intentId, amountCents }) => [kind, id, intentId, centsToText(amountCents)]);
  expect(lines.map((line) => line.split(',').slice(1, 5).join()).sort()).toEqual(theirs.map(String).sort());
}
