import { v7 as newId } from 'uuid';
import type { ImportDetails } from '../../contract/import.ts';
import { inTransaction } from '../database/transaction.ts';
import { Limiter } from '../limiter.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { describeImport, samplesOf } from './describe-import.ts';
import { excerpt } from './reading/csv-rules.ts';
import { guessFields, hasHeaderRow } from './reading/guess-rules.ts';
import { type CsvRecord, readCsv } from './reading/read-csv.ts';
import { insertRows } from './rows.store.ts';
import { insertBatch } from './store.ts';

const uploadLimit: RateLimit = { name: 'import', limit: 30, windowMs: 60 * 60_000 };

/** Each process reads one file at a time, because the whole file is in memory. */
const uploads = new Limiter(1, 5);

/** How many rows at the start of the file are used to guess the number and the fields of the columns. */
const guessedFrom = 20;

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
    const records = await readCsv(bytes);
    const { firstNumber, hasHeader, fields } = guess(records);
    const id = newId();
    await inTransaction(services.db, async (trx) => {
      await insertBatch(trx, {
        ...{ id, fileName: name, hasHeader, firstNumber, records: records.length, fields },
        ...{ createdBy: actorId, createdAt: services.clock() },
      });
      await insertRows(trx, id, records);
    });
    return await describeImport(services, id);
  });
}

function guess(records: readonly CsvRecord[]) {
  const [first] = records;
  if (!first) throw new Refusal(400, 'This file has no rows. Please choose a CSV file with your customers.');
  const start = records.slice(0, guessedFrom);
  const width = Math.max(...start.map(({ cells }) => cells.length));
  const names = first.cells.map((cell) => excerpt(cell, 100));
  const hasHeader = hasHeaderRow(names);
  if (hasHeader && records.length === 1) {
    throw new Refusal(400, 'This file only has a row of column names. Please add your customers below it.');
  }
  const values = start.slice(hasHeader ? 1 : 0).map(({ cells }) => cells);
  const columns = Array.from({ length: width }, (_, at) => ({
    name: hasHeader ? (names[at] ?? '') : null,
    values: samplesOf(values, at, guessedFrom),
  }));
  return { firstNumber: first.number, hasHeader, fields: guessFields(columns) };
}
