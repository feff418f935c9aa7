import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { listOldBatches, setEmptied } from './import.store.ts';
import { emptyRows } from './rows.store.ts';

/** How long the contents of a file are kept after its upload: long enough to correct failed rows. */
const daysKept = 90;
const batchesAtOnce = 20;

/**
 * Deletes the contents of old files. Accounts and plans stay, and so do the keys that prevent importing a row twice.
 */
export async function sweepImports({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - daysKept * 24 * 60 * 60_000);
  for (const { id } of await listOldBatches(db, before, batchesAtOnce)) {
    await inTransaction(db, async (trx) => {
      await emptyRows(trx, id);
      await setEmptied(trx, id, clock());
    });
  }
}
