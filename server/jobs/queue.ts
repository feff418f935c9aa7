import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type Job, PgBoss } from 'pg-boss';
import { openQueuePool } from '../database/connect.ts';
import type { Db } from '../database/transaction.ts';
import type { PoolUse } from '../database/watched-pool.ts';
import {
  afterLastTry,
  hoursOf,
  type JobName,
  type JobPayloads,
  jobNames,
  keyOf,
  parallelBatchSize,
  retriesOf,
  schedules,
  workersOf,
} from './job-kinds.ts';
import { countJob } from './metrics.ts';

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

interface Log {
  warn(details: object, message: string): void;
}

export interface JobQueue {
  /**
   * Inserts a job row in the caller's transaction: the job exists only if the transaction commits. It is due
   * immediately, or after `afterSeconds`.
   */
  enqueue<Name extends JobName>(
    trx: Db,
    name: Name,
    payload: JobPayloads[Name],
    options?: { afterSeconds: number },
  ): Promise<void>;
  /** Enqueues many jobs of one kind in one statement. */
  enqueueAll<Name extends JobName>(
    trx: Db,
    name: Name,
    payloads: readonly JobPayloads[Name][],
    options?: { afterSeconds: number },
  ): Promise<void>;
  /** Makes this process fetch jobs of a kind now, not at its next poll. Call it after the transaction has committed. */
  kick(name: JobName): void;
}

export interface RunningJobs extends JobQueue {
  /** Starts running jobs. Every process may do so: each job goes to one of them. */
  work(handlers: JobHandlers): Promise<void>;
  /** Runs every job that is due now, then returns. For tests and the command line. */
  drain(handlers: JobHandlers): Promise<void>;
  /** Returns how the queue's own connections are used. */
  poolUse(): PoolUse;
  /** Waits for running jobs to end, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** How many jobs are fetched together. After a full batch, the next one is fetched immediately. */
const batchSize = 20;

/** How often a process looks for due jobs. */
const pollMs = 2_000;
/** Workers are woken when jobs of their kind are due. They also poll at this interval, in case they were not woken. */
const backstopSeconds = 60;

/** A dead process sends no heartbeats. Its jobs restart after this time, plus up to a minute. */
const heartbeatSeconds = 60;

function dedupOptions<Name extends JobName>(name: Name, payload: JobPayloads[Name]): { singletonKey?: string } {
  const singletonKey = keyOf[name]?.(payload);
  return singletonKey === undefined ? {} : { singletonKey };
}

/** Opens the queue in the app's own database and creates its tables there (schema `pgboss`). */
export async function openJobs(url: string, log: Log): Promise<RunningJobs> {
  const pool = openQueuePool(url, log);
  const boss = new PgBoss({ db: { executeSql: async (text, values) => await pool.query(text, values) } });
  // A job that outlives the stop fails because its connections are closed. That isn't an error, because it runs again
  // at the next start.
  const phase: Phase = { isStopping: false, isClosed: false };
  boss.on('error', (error) => phase.isClosed || log.warn({ err: error }, 'the job queue failed'));
  await boss.start();
  await createQueues(boss);
  const workerIds = new Map<JobName, string>();
  /**
   * Finds the kinds with due jobs in one statement. A fetch per kind would take 2% of a core of an idle server. No job
   * of ours is ever blocked, but only with that condition PostgreSQL uses the index of open jobs. Without it, it reads
   * all jobs of the last week.
   */
  const listDue = async () => {
    const { rows } = await pool.query(
      `SELECT DISTINCT "name" FROM pgboss.job WHERE "state" < 'active' AND NOT "blocked" AND "start_after" <= pgboss.job_now()`,
    );
    const due = new Set<string>(rows.map(({ name }: { name: string }) => name));
    return jobNames.filter((name) => due.has(name));
  };
  const kick = (name: JobName) => {
    const workerId = workerIds.get(name);
    if (workerId) boss.notifyWorker(workerId);
  };
  const stopPolling = new AbortController();
  let polling: Promise<void> | undefined;
  const poll = async () => {
    while (!phase.isStopping) {
      try {
        for (const name of await listDue()) kick(name);
      } catch (error) {
        if (!phase.isClosed) log.warn({ err: error }, 'the job queue failed');
      }
      await sleep(pollMs, undefined, { signal: stopPolling.signal, ref: false }).catch(() => undefined);
    }
  };
  return {
    async enqueue(trx, name, payload, options) {
      const startAfter = options && { startAfter: options.afterSeconds };
      await boss.send(name, payload, { db: fromKysely(trx), ...startAfter, ...dedupOptions(name, payload) });
    },
    async enqueueAll(trx, name, payloads, options) {
      if (payloads.length === 0) return;
      const startAfter = options && { startAfter: options.afterSeconds };
      const jobs = payloads.map((data) => ({ data, ...startAfter, ...dedupOptions(name, data) }));
      await boss.insert(name, jobs, { db: fromKysely(trx) });
    },
    kick,
    async work(handlers) {
      const shared = { pollingIntervalSeconds: backstopSeconds, burstWhenBatchFull: true } as const;
      for (const name of jobNames) {
        const parallel = parallelBatchSize[name];
        const run = async (jobs: readonly Job<unknown>[]) => {
          const batches = parallel ? jobs.map((job) => [job]) : [jobs];
          await Promise.all(batches.map((batch) => runJobs(boss, handlers, name, batch, { log, phase })));
        };
        const many = workersOf[name];
        const sharing = many
          ? {
              batchSize: many.batchSize,
              localConcurrency: many.workers,
              pollingIntervalSeconds: many.pollingSeconds,
            }
          : { batchSize: parallel ?? batchSize };
        workerIds.set(name, await boss.work(name, { ...shared, ...sharing }, run));
      }
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron);
      polling = poll();
    },
    async drain(handlers) {
      // A job may enqueue one of a kind that was already drained, so this repeats until nothing runs.
      for (let ran = 1; ran > 0; ) {
        ran = 0;
        for (const name of await listDue()) {
          for (let jobs = await boss.fetch(name); jobs.length > 0; jobs = await boss.fetch(name)) {
            ran += jobs.length;
            await runJobs(boss, handlers, name, jobs, { log, phase });
          }
        }
      }
    },
    poolUse: () => pool.use,
    async stop(timeoutMs) {
      phase.isStopping = true;
      stopPolling.abort();
      const stopping = Promise.all([polling, boss.stop({ graceful: true, timeout: timeoutMs })]);
      // Without this limit, a database that doesn't respond would delay the stop.
      await Promise.race([stopping, sleep(timeoutMs + 500, undefined, { ref: false })]);
      stopping.catch(() => {});
      phase.isClosed = true;
      await pool.end();
    },
  };
}

async function createQueues(boss: PgBoss): Promise<void> {
  for (const name of jobNames) {
    // Scheduled jobs run one at a time and aren't retried. Those that run for hours collect no others meanwhile.
    const isScheduled = Object.hasOwn(schedules, name);
    const hours = hoursOf[name];
    const options = { ...retriesOf(name), heartbeatSeconds, ...(hours && { expireInSeconds: hours * 3600 }) };
    const policy = hours || keyOf[name] ? 'exclusive' : isScheduled ? 'singleton' : 'standard';
    await boss.createQueue(name, { policy, ...options });
    // `createQueue` doesn't change an existing queue.
    await boss.updateQueue(name, options);
  }
  for (const [name, deadLetter] of Object.entries(afterLastTry)) await boss.updateQueue(name, { deadLetter });
}

/** How far the queue's stop has progressed. */
interface Phase {
  /** No further job is started. */
  isStopping: boolean;
  /** The connections are closed, or about to be. */
  isClosed: boolean;
}

/**
 * Runs jobs one by one. A failed job is retried later, alone, and doesn't block the others. Each job is recorded as
 * soon as it is done, not with its batch: a sent email stays sent if the process dies during the next job. Throws when
 * the queue stops before the last job; the rest of the batch is then retried.
 */
async function runJobs(
  boss: PgBoss,
  handlers: JobHandlers,
  name: JobName,
  jobs: readonly Job<unknown>[],
  { log, phase }: { log: Log; phase: Phase },
): Promise<void> {
  const handler = handlers[name] as (payload: unknown, jobId: string) => Promise<void>;
  for (const job of jobs) {
    const { id, data } = job;
    if (phase.isStopping) throw new Error('the server is stopping');
    try {
      await handler(data ?? {}, id);
    } catch (error) {
      if (phase.isClosed) throw error;
      log.warn({ err: error, job: name, jobId: id }, 'a job failed');
      countJob(name, 'failed');
      await boss.fail(name, job, { message: String(error) });
      continue;
    }
    await boss.complete(name, job);
    countJob(name, 'completed');
  }
}
