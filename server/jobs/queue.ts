import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type Job, PgBoss } from 'pg-boss';
import type { FactorAction } from '../../contract/audit.ts';
import type { ReportState } from '../../contract/missed.ts';
import { openQueuePool } from '../database/connect.ts';
import type { Db } from '../database/transaction.ts';

/** Scheduled jobs, in UTC. */
const schedules = {
  'reconcile-payments': '*/2 * * * *',
  // Every minute: the customer is told the minute of the refund.
  'refund-unspent': '* * * * *',
  // Every minute: a pickup that isn't paid at its cut-off must not be planned.
  'hold-unpaid': '* * * * *',
  // Hourly, so that time without a server is made up for. Existing stops aren't created twice.
  'sweep-subscriptions': '11 * * * *',
  'renew-subscriptions': '41 * * * *',
  // Soon after a cut-off: the customer sees the credit of a held visit.
  'sweep-credits': '*/10 * * * *',
  'sweep-expired': '17 * * * *',
  'sweep-idempotency-keys': '23 * * * *',
  'sweep-places': '41 * * * *',
  'sweep-driver-days': '29 * * * *',
  'sweep-bulk-actions': '47 * * * *',
} as const;

type Scheduled = keyof typeof schedules;

/** Every kind of job with its payload. A job may run twice, so handlers must be safe to repeat. */
export interface JobPayloads extends Record<Scheduled, Record<string, never>> {
  'geocode-address': { address: string };
  'notify-person': { userId: string; title: string; message: string; type: string; actionUrl: string | null };
  /** `completedAt` names the completion: one that was undone meanwhile is not notified. */
  'notify-completed': { pickupId: string; completedAt: string };
  /** With `onceFor`, a second job with the same key notifies nobody. */
  'notify-admins': { title: string; message: string; type: string; actionUrl: string | null; onceFor?: string };
  'refund-payment': { paymentId: string };
  'send-refund': { refundId: string };
  /** An event of the payment provider that is saved. */
  'handle-event': { eventId: string };
  /** Adds our ids to a payment at the provider, now that they are known. */
  'tag-payment': { paymentId: string };
  /** Brings the provider's customer in line with the user. */
  'sync-payer': { userId: string };
  'send-receipt': { lineId: string };
  /** The ledger row of a refund of money that bought nothing. */
  'send-unused-refund': { lineId: string };
  'close-open-payments': { customerId: string };
  'close-card-form': { setupId: string };
  'send-past-due': { subscriptionId: string };
  'sync-billing': { subscriptionId: string };
  'send-password-reset': { userId: string };
  /** To a customer whom an admin has added: a link that sets the password. */
  'send-welcome': { userId: string };
  'send-payment-link': { pickupId: string };
  'send-verification': { userId: string };
  'send-email-changed': { changeId: string };
  /** To an address that is no longer the account's, so the payload names it. */
  'send-email-restored': { userId: string; email: string };
  /** To the address at the time of the change: a thief may change it next. */
  'send-password-changed': { userId: string; email: string };
  'send-factor-notice': { userId: string; change: FactorAction; codesLeft: number | null };
  'sync-subscription': { subscriptionId: string };
  /** Gives a plan's credit to the provider. */
  'apply-credit': { creditId: string };
  /** Refunds what is left of a plan's credit at its end. */
  'close-credits': { customerId: string };
  'report-unsynced': { subscriptionId: string };
  'refresh-arrivals': { driverId: string; day: string };
  /** The email about a new date, unless the pickup has yet another one by then. */
  'send-rescheduled': { pickupId: string; scheduledDate: string; reason: string | null };
  /** Puts a stop first in its driver's planned route of a day. */
  'put-first': { pickupId: string; driverId: string; day: string };
  /** The email about what came of a report, unless it has another state by then. */
  'send-report-news': { reportId: string; state: ReportState };
  'count-driver-day': { driverId: string; date: string };
  'delete-unused-photo': { storageKey: string };
}
export type JobName = keyof JobPayloads;
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
  /** Has this process fetch jobs of a kind now instead of at its next poll. Call it after the transaction has committed. */
  kick(name: JobName): void;
}

export interface RunningJobs extends JobQueue {
  /** Starts running jobs. Every process may do so: each job goes to one of them. */
  work(handlers: JobHandlers): Promise<void>;
  /** Runs every job that is due now, then returns. For tests and the command line. */
  drain(handlers: JobHandlers): Promise<void>;
  /** Waits for running jobs to end, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

const jobNames: JobName[] = [
  ...(['geocode-address', 'notify-person', 'notify-admins', 'refund-payment', 'send-refund', 'send-receipt'] as const),
  ...(['send-past-due', 'sync-billing', 'send-password-reset', 'send-verification', 'sync-subscription'] as const),
  ...(['send-welcome', 'send-payment-link', 'send-unused-refund'] as const),
  ...(['send-email-changed', 'send-email-restored', 'send-password-changed', 'send-factor-notice'] as const),
  ...(['handle-event', 'tag-payment', 'sync-payer', 'report-unsynced', 'refresh-arrivals'] as const),
  ...(['count-driver-day', 'delete-unused-photo', 'close-open-payments', 'close-card-form'] as const),
  ...(['notify-completed', 'send-rescheduled', 'put-first', 'send-report-news'] as const),
  // After `sync-subscription`, which ends the plan at the provider.
  ...(['apply-credit', 'close-credits'] as const),
  ...(Object.keys(schedules) as Scheduled[]),
];

/** The job that runs, with the same payload, when all retries of another have failed. */
const afterLastTry: Partial<Record<JobName, JobName>> = { 'sync-subscription': 'report-unsynced' };

/** Kinds of jobs with retries of their own. The others retry twelve times, with growing pauses, for about a day. */
const retriesOf: Partial<Record<JobName, Retries>> = {
  // 20 tries, for about a day: as many as an event has before it is put aside (payments/webhook/handle-event.ts).
  'handle-event': { retryLimit: 19, retryDelay: 10, retryBackoff: true, retryDelayMax: 2 * 60 * 60 },
};

interface Retries {
  retryLimit: number;
  retryDelay?: number;
  retryBackoff?: boolean;
  retryDelayMax?: number;
}

/** Kinds of jobs whose batch runs in parallel: one that waits for the provider must not hold up the others. */
const parallelBatchSize: Partial<Record<JobName, number>> = { 'handle-event': 5 };

/** How many jobs are fetched together. After a full batch the next is fetched immediately. */
const batchSize = 20;

/** A dead process sends no heartbeats; its jobs restart after this time and up to a minute more. */
const heartbeatSeconds = 60;

/** Jobs that are deduplicated: while one is open, a second one with the same key isn't enqueued. */
const keyOf: { [Name in JobName]?: (payload: JobPayloads[Name]) => string } = {
  'geocode-address': ({ address }) => address,
};

function dedupOptions<Name extends JobName>(name: Name, payload: JobPayloads[Name]): { singletonKey?: string } {
  const singletonKey = keyOf[name]?.(payload);
  return singletonKey === undefined ? {} : { singletonKey };
}

/** Opens the queue in the app's own database (schema `pgboss`) and creates what it needs. */
export async function openJobs(url: string, log: Log): Promise<RunningJobs> {
  const pool = openQueuePool(url, log);
  const boss = new PgBoss({ db: { executeSql: async (text, values) => await pool.query(text, values) } });
  // A job that outlives the stop fails because its connections are closed. It runs again at the next start, so that is no error.
  const phase: Phase = { isStopping: false, isClosed: false };
  boss.on('error', (error) => phase.isClosed || log.warn({ err: error }, 'the job queue failed'));
  await boss.start();
  for (const name of jobNames) {
    // Scheduled jobs run one at a time and aren't retried.
    const isScheduled = Object.hasOwn(schedules, name);
    const others: Retries = { retryLimit: 12, retryDelay: 5, retryBackoff: true };
    const retries = isScheduled ? { retryLimit: 0 } : (retriesOf[name] ?? others);
    const policy = isScheduled ? 'singleton' : keyOf[name] ? 'exclusive' : 'standard';
    await boss.createQueue(name, { policy, ...retries, heartbeatSeconds });
    // `createQueue` doesn't change an existing queue.
    await boss.updateQueue(name, { heartbeatSeconds });
  }
  for (const [name, deadLetter] of Object.entries(afterLastTry)) await boss.updateQueue(name, { deadLetter });
  const workerIds = new Map<JobName, string>();
  /** The kinds with jobs that are due, in one statement: fetching each kind in vain takes a statement for each. */
  const listDue = async () => {
    const { rows } = await pool.query(
      `SELECT DISTINCT "name" FROM pgboss.job WHERE "state" < 'active' AND "start_after" <= pgboss.job_now()`,
    );
    const due = new Set<string>(rows.map(({ name }: { name: string }) => name));
    return jobNames.filter((name) => due.has(name));
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
    kick(name) {
      const workerId = workerIds.get(name);
      if (workerId) boss.notifyWorker(workerId);
    },
    async work(handlers) {
      const polling = { pollingIntervalSeconds: 2, burstWhenBatchFull: true } as const;
      for (const name of jobNames) {
        const parallel = parallelBatchSize[name];
        const run = async (jobs: readonly Job<unknown>[]) => {
          const batches = parallel ? jobs.map((job) => [job]) : [jobs];
          await Promise.all(batches.map((batch) => runJobs(boss, handlers, name, batch, { log, phase })));
        };
        workerIds.set(name, await boss.work(name, { ...polling, batchSize: parallel ?? batchSize }, run));
      }
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron);
    },
    async drain(handlers) {
      // A job may enqueue another of a kind that was already drained.
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
    async stop(timeoutMs) {
      phase.isStopping = true;
      const stopping = boss.stop({ graceful: true, timeout: timeoutMs });
      // It would wait longer for a database that has gone silent.
      await Promise.race([stopping, sleep(timeoutMs + 500, undefined, { ref: false })]);
      stopping.catch(() => {});
      phase.isClosed = true;
      await pool.end();
    },
  };
}

/** How far the stop of the queue is. */
interface Phase {
  /** No further job is started. */
  isStopping: boolean;
  /** The connections are closed, or about to be. */
  isClosed: boolean;
}

/**
 * Runs jobs one by one. A failed job is retried later, alone, and doesn't block the others. Each is recorded as soon as
 * it is done, not with its batch: a sent email stays sent if the process dies during the next job. Throws when the
 * queue stops before the last one; the rest of the batch is then retried.
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
      await boss.fail(name, job, { message: String(error) });
      continue;
    }
    await boss.complete(name, job);
  }
}
