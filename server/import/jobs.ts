import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { checkImport } from './check-import.ts';
import { runImport } from './run-import.ts';
import { sweepImports } from './sweep-imports.ts';
import { undoImport } from './undo-import.ts';

export function importJobs(services: Services) {
  return {
    'check-import': async ({ batchId, revision }) => await checkImport(services, batchId, revision),
    'run-import': async ({ batchId }) => await runImport(services, batchId),
    'undo-import': async ({ batchId }) => await undoImport(services, batchId),
    'sweep-imports': async () => await sweepImports(services),
  } satisfies Partial<JobHandlers>;
}
