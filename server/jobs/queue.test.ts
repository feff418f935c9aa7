import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyTemplate } from '../../tests/support/database/fresh-database.ts';
import { openDatabase } from '../database/connect.ts';
import type { Db } from '../database/transaction.ts';
import type { JobName } from './job-kinds.ts';
import { type JobHandlers, openJobs, type RunningJobs } from './queue.ts';

/** Jobs are recorded, retried and restarted, even after their process died or stopped. */

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
function only(act: (storageKey: string) => Promise<void>): JobHandlers {
  return handlersWith('delete-unused-photo', async ({ storageKey }) => await act(storageKey));
}

function handlersWith<Name extends JobName>(name: Name, handle: JobHandlers[Name]): JobHandlers {
  const idle = async () => {};
  return new Proxy({} as JobHandlers, { get: (_, kind) => (kind === name ? handle : idle) });
}

const stateOf = async (storageKey: string) => {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM pgboss.job WHERE name = 'delete-unused-photo' AND data ->> 'storageKey' = ${storageKey}`.execute(
    db,
  );
  return rows.map(({ state }) => state);
};

it('records each job as soon as it is done', async () => {
  for (const storageKey of ['one', 'two', 'three']) await jobs.enqueue(db, 'delete-unused-photo', { storageKey });
  const never = Promise.withResolvers<void>();
  const begun: string[] = [];
  await jobs.work(
    only(async (storageKey) => {
      begun.push(storageKey);
      if (begun.length === 3) await never.promise;
    }),
  );
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(3);
  await sleep(200);
  const states = [];
  for (const storageKey of begun) states.push(...(await stateOf(storageKey)));
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
  await jobs.work(handlersWith('handle-event', handle));
  // The first poll has ended, and the next one would be two seconds later.
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
  for (const storageKey of ids) await jobs.enqueue(db, 'delete-unused-photo', { storageKey });
  const done: string[] = [];
  await jobs.work(
    only(async (storageKey) => {
      if (storageKey === 'line-7') throw new Error('not today');
      done.push(storageKey);
    }),
  );
  // At one job per poll, every two seconds, this would take minutes.
  await expect.poll(() => done.length, { timeout: 25_000 }).toBe(99);
  await expect.poll(async () => await stateOf('line-7')).toEqual(['retry']);
  await expect.poll(async () => await stateOf('line-99')).toEqual(['completed']);
});

/** Fails all jobs until none of a kind is retried. Returns the tries of that kind, and all its pauses together, in hours. */
async function failAlways(name: 'send-message' | 'give-up-message'): Promise<{ tries: number; hours: number }> {
  let [tries, hours] = [0, 0];
  const failing = (kind: string | symbol) => async () => {
    if (kind === name) tries += 1;
    throw new Error('the mail server is down');
  };
  const handlers = new Proxy({} as JobHandlers, { get: (_, kind) => failing(kind) });
  for (;;) {
    await jobs.drain(handlers);
    const { rows } = await sql<{ hours: number }>`
      WITH next AS (SELECT id, start_after FROM pgboss.job WHERE name = ${name} AND state = 'retry')
      UPDATE pgboss.job SET start_after = now() FROM next WHERE pgboss.job.id = next.id
      RETURNING (extract(epoch FROM next.start_after - now()) / 3600)::float AS hours`.execute(db);
    const [retry] = rows;
    if (!retry) return { tries, hours };
    hours += retry.hours;
  }
}

it('retries a failing job for about a day, also in a queue that an earlier version made', async () => {
  await jobs.stop(100);
  await sql`UPDATE pgboss.queue SET retry_limit = 12, retry_delay = 5, retry_delay_max = NULL
    WHERE name = 'send-message'`.execute(db);
  jobs = await openJobs(database.url, { warn: () => {} });
  await jobs.enqueue(db, 'send-message', { messageId: 'one' });
  const { tries, hours } = await failAlways('send-message');
  expect(tries).toBe(20);
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(24);
});

it('retries the job that follows a last failure for less than a day', async () => {
  await jobs.enqueue(db, 'send-message', { messageId: 'one' });
  // The first job's only try fails.
  await sql`UPDATE pgboss.job SET retry_limit = 0 WHERE name = 'send-message'`.execute(db);
  const { tries, hours } = await failAlways('give-up-message');
  expect(tries).toBe(13);
  expect(hours).toBeGreaterThan(5);
  expect(hours).toBeLessThan(12);
});

it('restarts the jobs of a dead process within minutes', async () => {
  await jobs.enqueue(db, 'delete-unused-photo', { storageKey: 'one' });
  const other = new PgBoss({ connectionString: database.url, max: 1 });
  other.on('error', () => {});
  await other.start();
  const [taken] = await other.fetch('delete-unused-photo');
  expect(taken?.heartbeatSeconds).toBe(60);
  expect(await stateOf('one')).toEqual(['active']);
  // Pretends that the last heartbeat was 61 seconds ago.
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '61 seconds' WHERE name = 'delete-unused-photo'`.execute(
    db,
  );
  await other.supervise('delete-unused-photo');
  await other.stop({ graceful: false });
  expect(await stateOf('one')).toEqual(['retry']);
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'delete-unused-photo'`.execute(db);
  const ran: string[] = [];
  await jobs.drain(only(async (storageKey) => void ran.push(storageKey)));
  expect(ran).toEqual(['one']);
});

it('stops quietly in the middle of a batch: the job that runs on is no error, and the rest is retried', async () => {
  const warnings: string[] = [];
  const stopping = await openJobs(database.url, { warn: (_, message) => void warnings.push(message) });
  for (const storageKey of ['slow', 'next']) await stopping.enqueue(db, 'delete-unused-photo', { storageKey });
  const closed = Promise.withResolvers<void>();
  const begun: string[] = [];
  await stopping.work(
    only(async (storageKey) => {
      begun.push(storageKey);
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
