import { fromKysely, type Job, PgBoss } from 'pg-boss';
import type { Db } from '../database/transaction.ts';

/** Every kind of job and what it carries. A job may run twice, so what it does must be safe to do again. */
export interface JobPayloads {
  'geocode-address': { address: string };
  'notify-person': { userId: string; title: string; message: string; type: string; actionUrl: string | null };
  /** With `onceFor` a second job of these words rings no bell. */
  'notify-admins': { title: string; message: string; type: string; actionUrl: string | null; onceFor?: string };
  'refund-payment': { paymentId: string };
  'send-refund': { refundId: string };
  'send-receipt': { lineId: string };
  'send-past-due': { subscriptionId: string };
  'sync-billing': { subscriptionId: string };
  'send-password-reset': { userId: string };
  'send-verification': { userId: string };
  'sync-subscription': { subscriptionId: string };
  'report-unsynced': { subscriptionId: string };
  'refresh-arrivals': { driverId: string; day: string };
  'reconcile-payments': Record<string, never>;
  'sweep-subscriptions': Record<string, never>;
  'renew-subscriptions': Record<string, never>;
  'sweep-expired': Record<string, never>;
  'sweep-places': Record<string, never>;
  'sweep-idempotency-keys': Record<string, never>;
  'count-driver-day': { driverId: string; date: string };
  'sweep-driver-days': Record<string, never>;
  'delete-unused-photo': { storageKey: string };
}
export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

interface Log {
  warn(details: object, message: string): void;
}

export interface JobQueue {
  /**
   * Leaves a job row in the caller's transaction: the job exists exactly if the transaction commits. It is due at once, or
   * `afterSeconds` later.
   */
  enqueue<Name extends JobName>(
    trx: Db,
    name: Name,
    payload: JobPayloads[Name],
    options?: { afterSeconds: number },
  ): Promise<void>;
  /** The same for many of a kind, in one statement. */
  enqueueAll<Name extends JobName>(trx: Db, name: Name, payloads: readonly JobPayloads[Name][]): Promise<void>;
}

export interface RunningJobs extends JobQueue {
  /** Starts working off jobs. Every process may do so: a job goes to one of them. */
  work(handlers: JobHandlers): Promise<void>;
  /** Works off every job that is due now and returns: for a test, or for a person at the command line. */
  drain(handlers: JobHandlers): Promise<void>;
  /** Lets running jobs end, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** Jobs that run by the clock, in UTC. */
const schedules: Partial<Record<JobName, string>> = {
  'reconcile-payments': '*/2 * * * *',
  // Every hour, so that a night without a server is made up for; what is there already is not made again.
  'sweep-subscriptions': '11 * * * *',
  'renew-subscriptions': '41 * * * *',
  'sweep-expired': '17 * * * *',
  'sweep-idempotency-keys': '23 * * * *',
  'sweep-places': '41 * * * *',
  'sweep-driver-days': '29 * * * *',
};

const jobNames: JobName[] = [
  'geocode-address',
  'notify-person',
  'notify-admins',
  'refund-payment',
  'send-refund',
  'send-receipt',
  'send-past-due',
  'sync-billing',
  'send-password-reset',
  'send-verification',
  'sync-subscription',
  'report-unsynced',
  'refresh-arrivals',
  'reconcile-payments',
  'sweep-subscriptions',
  'renew-subscriptions',
  'sweep-expired',
  'sweep-idempotency-keys',
  'sweep-places',
  'count-driver-day',
  'sweep-driver-days',
  'delete-unused-photo',
];

/** The job that takes over, with the same payload, when all tries of another have failed. */
const afterLastTry: Partial<Record<JobName, JobName>> = { 'sync-subscription': 'report-unsynced' };

/** Taken up at once; a full batch is followed by the next without a pause. */
const batchSize = 20;

/** A process that dies stops saying that it is alive; its job is taken up again about that long and a minute later. */
const heartbeatSeconds = 60;

/** Jobs of which one with the same words is enough until it is done: no second one is left beside it. */
const keyOf: { [Name in JobName]?: (payload: JobPayloads[Name]) => string } = {
  'geocode-address': ({ address }) => address,
};

function onlyOne<Name extends JobName>(name: Name, payload: JobPayloads[Name]): { singletonKey?: string } {
  const singletonKey = keyOf[name]?.(payload);
  return singletonKey === undefined ? {} : { singletonKey };
}

/** Opens the queue in the application's own database (schema `pgboss`), creating what it needs. */
export async function openJobs(url: string, log: Log): Promise<RunningJobs> {
  const boss = new PgBoss({ connectionString: url, application_name: 'stoop', max: 4, options: '-c timezone=UTC' });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'));
  await boss.start();
  for (const name of jobNames) {
    // A job of the clock is one at a time; the others retry with growing pauses for about a day.
    const retries = schedules[name] ? { retryLimit: 0 } : { retryLimit: 12, retryDelay: 5, retryBackoff: true };
    const policy = schedules[name] ? 'singleton' : keyOf[name] ? 'exclusive' : 'standard';
    await boss.createQueue(name, { policy, ...retries, heartbeatSeconds });
    // A queue of an earlier version stays as it was made.
    await boss.updateQueue(name, { heartbeatSeconds });
  }
  for (const [name, deadLetter] of Object.entries(afterLastTry)) await boss.updateQueue(name, { deadLetter });
  return {
    async enqueue(trx, name, payload, options) {
      const startAfter = options && { startAfter: options.afterSeconds };
      await boss.send(name, payload, { db: fromKysely(trx), ...startAfter, ...onlyOne(name, payload) });
    },
    async enqueueAll(trx, name, payloads) {
      if (payloads.length === 0) return;
      const jobs = payloads.map((data) => ({ data, ...onlyOne(name, data) }));
      await boss.insert(name, jobs, { db: fromKysely(trx) });
    },
    async work(handlers) {
      const options = { pollingIntervalSeconds: 2, burstWhenBatchFull: true, batchSize } as const;
      for (const name of jobNames) await boss.work(name, options, (jobs) => workOff(boss, handlers, name, jobs, log));
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron);
    },
    async drain(handlers) {
      // A job may leave another, of a kind that was looked at before it.
      for (let ran = 1; ran > 0; ) {
        ran = 0;
        for (const name of jobNames) ran += await drainOne(boss, handlers, name, log);
      }
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/** Works off what is due of one kind and answers how many jobs that were. */
async function drainOne(boss: PgBoss, handlers: JobHandlers, name: JobName, log: Log): Promise<number> {
  let ran = 0;
  for (let jobs = await boss.fetch(name); jobs.length > 0; jobs = await boss.fetch(name)) {
    ran += jobs.length;
    await workOff(boss, handlers, name, jobs, log);
  }
  return ran;
}

/**
 * Works off jobs one by one: one that fails is tried again later, alone, and does not hold up the others. Each is noted when
 * it is done, not with the rest of its batch: a mail that is sent stays sent, should this process die in the next.
 */
async function workOff(
  boss: PgBoss,
  handlers: JobHandlers,
  name: JobName,
  jobs: readonly Job<unknown>[],
  log: Log,
): Promise<void> {
  const handler = handlers[name] as (payload: unknown, jobId: string) => Promise<void>;
  for (const job of jobs) {
    const { id, data } = job;
    try {
      await handler(data ?? {}, id);
    } catch (error) {
      log.warn({ err: error, job: name, jobId: id }, 'a job failed');
      await boss.fail(name, job, { message: String(error) });
      continue;
    }
    await boss.complete(name, job);
  }
}
