import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyTemplate } from '../../tests/support/fresh-database.ts';
import { openDatabase } from '../database/connect.ts';
import type { Db } from '../database/transaction.ts';
import { type JobHandlers, openJobs, type RunningJobs } from './queue.ts';

/** The state after a process died while it ran jobs. */

let database: Awaited<ReturnType<typeof copyTemplate>>;
let db: Db;
let jobs: RunningJobs;
beforeEach(async () => {
  database = await copyTemplate();
  ({ db } = openDatabase(database.url, { warn: () => {} }));
  jobs = await openJobs(database.url, { warn: () => {} });
});
afterEach(async () => {
  await jobs.stop(100);
  await db.destroy();
  await database.drop();
});

/** Handlers that do nothing, except for one kind. */
function only(act: (lineId: string) => Promise<void>): JobHandlers {
  const idle = async () => {};
  const receipt: JobHandlers['send-receipt'] = async ({ lineId }) => await act(lineId);
  return new Proxy({} as JobHandlers, { get: (_, name) => (name === 'send-receipt' ? receipt : idle) });
}

const stateOf = async (lineId: string) => {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM pgboss.job WHERE name = 'send-receipt' AND data ->> 'lineId' = ${lineId}`.execute(db);
  return rows.map(({ state }) => state);
};

it('records each job as soon as it is done', async () => {
  for (const lineId of ['one', 'two', 'three']) await jobs.enqueue(db, 'send-receipt', { lineId });
  const never = Promise.withResolvers<void>();
  const begun: string[] = [];
  await jobs.work(
    only(async (lineId) => {
      begun.push(lineId);
      if (begun.length === 3) await never.promise;
    }),
  );
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(3);
  await sleep(200);
  const states = [];
  for (const lineId of begun) states.push(...(await stateOf(lineId)));
  expect(states).toEqual(['completed', 'completed', 'active']);
  never.resolve();
});

it('fetches a job immediately when it is kicked, and runs events in parallel', async () => {
  const waiting = Promise.withResolvers<void>();
  const begun: string[] = [];
  const handle: JobHandlers['handle-event'] = async ({ eventId }) => {
    begun.push(eventId);
    if (eventId === 'slow') await waiting.promise;
  };
  const idle = async () => {};
  await jobs.work(new Proxy({} as JobHandlers, { get: (_, name) => (name === 'handle-event' ? handle : idle) }));
  // The first poll is over; the next would be two seconds later.
  await sleep(500);
  for (const eventId of ['slow', 'quick']) await jobs.enqueue(db, 'handle-event', { eventId });
  const start = performance.now();
  jobs.kick('handle-event');
  await expect.poll(() => begun.length, { interval: 20, timeout: 10_000 }).toBe(2);
  expect(performance.now() - start).toBeLessThan(1_300);
  waiting.resolve();
});

it('runs many jobs without a pause, and retries a failed one later', { timeout: 60_000 }, async () => {
  const ids = Array.from({ length: 100 }, (_, at) => `line-${at}`);
  for (const lineId of ids) await jobs.enqueue(db, 'send-receipt', { lineId });
  const done: string[] = [];
  await jobs.work(
    only(async (lineId) => {
      if (lineId === 'line-7') throw new Error('not today');
      done.push(lineId);
    }),
  );
  // With one job per poll of two seconds this would take minutes.
  await expect.poll(() => done.length, { timeout: 25_000 }).toBe(99);
  await expect.poll(async () => await stateOf('line-7')).toEqual(['retry']);
  await expect.poll(async () => await stateOf('line-99')).toEqual(['completed']);
});

it('restarts the jobs of a dead process within minutes', async () => {
  await jobs.enqueue(db, 'send-receipt', { lineId: 'one' });
  const other = new PgBoss({ connectionString: database.url, max: 1 });
  other.on('error', () => {});
  await other.start();
  const [taken] = await other.fetch('send-receipt');
  expect(taken?.heartbeatSeconds).toBe(60);
  expect(await stateOf('one')).toEqual(['active']);
  // No further heartbeat arrives.
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds' WHERE name = 'send-receipt'`.execute(
    db,
  );
  await other.supervise('send-receipt');
  await other.stop({ graceful: false });
  expect(await stateOf('one')).toEqual(['retry']);
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'send-receipt'`.execute(db);
  const ran: string[] = [];
  await jobs.drain(only(async (lineId) => void ran.push(lineId)));
  expect(ran).toEqual(['one']);
});

it('stops quietly in the middle of a batch: the job that runs on is no error, and the rest is retried', async () => {
  const warnings: string[] = [];
  const stopping = await openJobs(database.url, { warn: (_, message) => void warnings.push(message) });
  for (const lineId of ['slow', 'next']) await stopping.enqueue(db, 'send-receipt', { lineId });
  const closed = Promise.withResolvers<void>();
  const begun: string[] = [];
  await stopping.work(
    only(async (lineId) => {
      begun.push(lineId);
      await closed.promise;
      throw new Error('its connections are closed');
    }),
  );
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(1);
  await stopping.stop(100);
  closed.resolve();
  await sleep(500);
  expect(begun).toHaveLength(1);
  expect(warnings).toEqual([]);
  expect([...(await stateOf('slow')), ...(await stateOf('next'))]).not.toContain('completed');
});
