import { Counter } from 'prom-client';
import type { JobName } from './job-kinds.ts';

/** Counts the jobs that this process ran, for /metrics. `failed` is a failed attempt. */
export const jobCounter = new Counter({
  name: 'jobs_total',
  help: 'Jobs that were run, by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [],
});

export function countJob(kind: JobName, outcome: 'completed' | 'failed'): void {
  jobCounter.inc({ kind, outcome });
}
