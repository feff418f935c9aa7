import type { z } from 'zod/mini';
import type { ImportDetails, matchImport } from '../../contract/import.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { describeImport, requireBatch } from './describe-import.ts';
import { setFields } from './import.store.ts';

/**
 * Saves which field each column of a batch contains, and enqueues a check. Throws 400 when a field is chosen twice or
 * the number of columns is wrong, 404, and 409 once the batch has been run.
 */
export async function matchColumns(
  services: Services,
  id: string,
  { hasHeader, fields }: z.output<typeof matchImport.body>,
): Promise<ImportDetails> {
  const batch = await requireBatch(services.db, id);
  if (fields.length !== batch.fields.length) {
    throw new Refusal(400, `This file has ${batch.fields.length} columns. Please say what each one holds.`);
  }
  const used = fields.filter((field) => field !== null);
  const twice = used.find((field, at) => used.indexOf(field) !== at);
  if (twice)
    throw new Refusal(400, 'Two columns hold the same thing. Please choose one of them.', {
      errors: { [twice]: 'Chosen twice' },
    });
  await inTransaction(services.db, async (trx) => {
    const changed = await setFields(trx, id, { hasHeader, fields });
    if (!changed) throw alreadyRun();
    await services.jobs.enqueue(trx, 'check-import', { batchId: id, revision: changed.revision });
  });
  services.jobs.kick('check-import');
  return await describeImport(services, id);
}

export function alreadyRun(): Refusal {
  return new Refusal(409, 'This file has already been imported.', { code: 'already_run' });
}
