import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { requireBatch } from './describe-import.ts';
import { deleteBatch } from './import.store.ts';
import { alreadyRun } from './match-columns.ts';

/** Deletes a batch that hasn't been run. Throws 404, and 409 once it has been run. */
export async function discardImport({ db }: Pick<Services, 'db'>, id: string): Promise<void> {
  await requireBatch(db, id);
  await inTransaction(db, async (trx) => {
    if (!(await deleteBatch(trx, id))) throw alreadyRun();
  });
}
