import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { makeNightlyBackup } from './nightly/make-nightly-backup.ts';

export function backupJobs(services: Services) {
  return {
    'make-nightly-backup': async () => await makeNightlyBackup(services),
  } satisfies Partial<JobHandlers>;
}
