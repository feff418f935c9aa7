import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from '../database/transaction.ts';

/** Every kind of job and what it carries. A job may run twice, so what it does must be safe to do again. */
export interface JobPayloads {
  'notify-person': { userId: string; title: string; message: string; type: string; actionUrl: string | null };
  'refund-payment': { paymentId: string };
  'reconcile-payments': Record<string, never>;
  'sweep-expired': Record<string, never>;
  'sweep-idempotency-keys': Record<string, never>;
}
export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], jobId: string) => Promise<void> };

export interface JobQueue {
  /** Leaves a job row in the caller's transaction: the job exists exactly if the transaction commits. */
  enqueue<Name extends JobName>(trx: Db, name: Name, payload: JobPayloads[Name]): Promise<void>;
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
  'sweep-expired': '17 * * * *',
  'sweep-idempotency-keys': '23 * * * *',
};

const jobNames: JobName[] = [
  'notify-person',
  'refund-payment',
  'reconcile-payments',
  'sweep-expired',
  'sweep-idempotency-keys',
];

/** Opens the queue in the application's own database (schema `pgboss`), creating what it needs. */
export async function openJobs(
  url: string,
  log: { warn(details: object, message: string): void },
): Promise<RunningJobs> {
  const boss = new PgBoss({ connectionString: url, application_name: 'stoop', max: 4, options: '-c timezone=UTC' });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'));
  await boss.start();
  for (const name of jobNames) {
    // A job of the clock is one at a time; the others retry with growing pauses for about a day.
    const retries = schedules[name] ? { retryLimit: 0 } : { retryLimit: 12, retryDelay: 5, retryBackoff: true };
    await boss.createQueue(name, { policy: schedules[name] ? 'singleton' : 'standard', ...retries });
  }
  return {
    async enqueue(trx, name, payload) {
      await boss.send(name, payload, { db: fromKysely(trx) });
    },
    async work(handlers) {
      for (const name of jobNames)
        await boss.work(name, { pollingIntervalSeconds: 2 }, (jobs) => runAll(handlers, name, jobs));
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron);
    },
    async drain(handlers) {
      for (const name of jobNames) {
        for (let jobs = await boss.fetch(name); jobs.length > 0; jobs = await boss.fetch(name)) {
          await runAll(handlers, name, jobs);
          await boss.complete(
            name,
            jobs.map((job) => job.id),
          );
        }
      }
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

async function runAll(handlers: JobHandlers, name: JobName, jobs: { id: string; data: unknown }[]): Promise<void> {
  const handler = handlers[name] as (payload: unknown, jobId: string) => Promise<void>;
  for (const job of jobs) await handler(job.data ?? {}, job.id);
}
