import { v7 as newId } from 'uuid';
import type { ImportDetails } from '../../contract/import.ts';
import { inTransaction } from '../database/transaction.ts';
import { Limiter } from '../limiter.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import type { Services } from '../services.ts';
import { describeImport } from './describe-import.ts';
import { guessReading } from './guess-reading.ts';
import { insertBatch } from './import.store.ts';
import { readCsv } from './reading/read-csv.ts';
import { insertRows } from './rows.store.ts';

const uploadLimit: RateLimit = { name: 'import', limit: 30, windowMs: 60 * 60_000 };

/** Each process reads one file at a time, because the whole file is in memory. */
const uploads = new Limiter(1, 5);

/**
 * Saves an uploaded file's rows and guesses the fields of its columns. Imports nothing. Throws 400 for an empty file or
 * as `readCsv` does, 429 over the limit, and 503 when too many uploads are waiting.
 */
export async function uploadFile(
  services: Services,
  actorId: string,
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<ImportDetails> {
  await limitByKey(services, uploadLimit, actorId);
  return await uploads.run(async () => {
    const { encoding, records } = await readCsv(bytes);
    const { firstNumber, hasHeader, fields } = guessReading(records, 'guess');
    const id = newId();
    await inTransaction(services.db, async (trx) => {
      await insertBatch(trx, {
        ...{ id, fileName: name, encoding, hasHeader, firstNumber, fields },
        records: records.filter(({ number }) => number >= firstNumber).length,
        ...{ createdBy: actorId, createdAt: services.clock() },
      });
      await insertRows(trx, id, records);
    });
    return await describeImport(services, id);
  });
}
