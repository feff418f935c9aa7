import type { ImportDetails } from '../../contract/import.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { describeImport, requireBatch } from './describe-import.ts';
import { findBatch, moveBatch } from './import.store.ts';
import { importRow } from './import-row.ts';
import { alreadyRun } from './match-columns.ts';
import { listToImport } from './rows.store.ts';

/** Rows read at a time. Each is imported in its own transaction. */
const rowsAtOnce = 100;

/**
 * Starts the import of a batch's checked rows. Throws 404, and 409: `check_first` when the columns were matched again
 * since the revision that the admin saw, and `already_run` when the batch has been run.
 */
export async function startImport(
  services: Services,
  actorId: string,
  id: string,
  revision: number,
): Promise<ImportDetails> {
  const batch = await requireBatch(services.db, id);
  await inTransaction(services.db, async (trx) => {
    if (!(await moveBatch(trx, id, 'checked', { state: 'running', startedBy: actorId }, revision))) {
      if (!['uploaded', 'checking', 'checked'].includes(batch.state)) throw alreadyRun();
      throw new Refusal(409, 'The columns were changed. Please check the rows again.', { code: 'check_first' });
    }
    const line = { actorId, action: 'imported', subject: 'import', subjectId: id } as const;
    await recordChanges(services, trx, [{ ...line, details: { file: batch.fileName } }]);
    await services.jobs.enqueue(trx, 'run-import', { batchId: id });
  });
  services.jobs.kick('run-import');
  return await describeImport(services, id);
}

/**
 * Imports the remaining rows of a batch. If the process dies, nothing is lost: each row commits together with the
 * records it makes, and the job runs again.
 */
export async function runImport(services: Services, batchId: string): Promise<void> {
  const batch = await findBatch(services.db, batchId);
  if (batch?.state !== 'running') return;
  const actorId = batch.startedBy ?? batch.createdBy;
  for (let isMore = true; isMore; ) {
    const rows = await listToImport(services.db, batch, rowsAtOnce);
    isMore = rows.length > 0;
    for (const row of rows) await importRow(services, { batch, actorId }, row);
  }
  await moveBatch(services.db, batchId, 'running', { state: 'done', finishedAt: services.clock() });
}
