import type { ImportDetails } from '../../contract/import.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { removeUnused } from '../my-data/remove-unused.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { describeImport, requireBatch } from './describe-import.ts';
import { findBatch, moveBatch } from './import.store.ts';
import { noteIdOf } from './import-row.ts';
import { lockUse } from './people.store.ts';
import { deleteUnconsented, hasPlanOfRow } from './plans/plans.store.ts';
import { listToUndo, lockRow, type RowRow, setOutcome } from './rows.store.ts';

const rowsAtOnce = 100;

/** Starts undoing a batch that has been run. Throws 404, and 409 when the batch is in any other state. */
export async function startUndo(services: Services, actorId: string, id: string): Promise<ImportDetails> {
  const { fileName } = await requireBatch(services.db, id);
  await inTransaction(services.db, async (trx) => {
    if (!(await moveBatch(trx, id, 'done', { state: 'undoing' }))) {
      throw new Refusal(409, 'You can undo an import once, after it has finished.', { code: 'not_done' });
    }
    const line = { actorId, action: 'import_undone', subject: 'import', subjectId: id } as const;
    await recordChanges(services, trx, [{ ...line, details: { file: fileName } }]);
    await services.jobs.enqueue(trx, 'undo-import', { batchId: id });
  });
  services.jobs.kick('undo-import');
  return await describeImport(services, id);
}

/**
 * Removes the accounts and plans of a batch that nobody has used, row by row. It may run twice, and it continues after
 * a process died.
 */
export async function undoImport(services: Services, batchId: string): Promise<void> {
  const batch = await findBatch(services.db, batchId);
  if (batch?.state !== 'undoing') return;
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listToUndo(services.db, batchId, after, rowsAtOnce);
    isMore = rows.length > 0;
    after = rows.at(-1)?.number ?? after;
    for (const row of rows) await inTransaction(services.db, async (trx) => await undoRow(services, trx, row));
  }
  await moveBatch(services.db, batchId, 'undoing', { state: 'undone' });
}

async function undoRow(services: Services, trx: Db, { batchId, number }: RowRow): Promise<void> {
  const row = await lockRow(trx, { batchId, number }, ['made', 'linked']);
  if (!row?.customerId) return;
  const why = row.outcome === 'made' ? await lockUse(trx, row.customerId, noteIdOf(row)) : null;
  const hadPlan = await deleteUnconsented(trx, row);
  if (row.outcome === 'linked') {
    const isGone = hadPlan || !(await hasPlanOfRow(trx, row));
    const text = isGone ? 'The plan was removed.' : 'The customer has consented to the plan.';
    return await setOutcome(trx, row, { outcome: isGone ? 'undone' : 'stays', outcomeText: text });
  }
  if (why) {
    const text = hadPlan ? `${why} Only the plan was removed.` : why;
    return await setOutcome(trx, row, { outcome: 'stays', outcomeText: text });
  }
  await removeUnused(services, trx, row.customerId);
  await setOutcome(trx, row, { outcome: 'undone', outcomeText: 'The account was removed.' });
}
