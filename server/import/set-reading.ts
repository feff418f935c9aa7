import type { z } from 'zod/mini';
import type { ImportDetails, ImportEncoding, readImport } from '../../contract/import.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { describeImport, importNotFound } from './describe-import.ts';
import { guessReading, mostGuessedFrom } from './guess-reading.ts';
import { lockBatch, setReading as saveReading } from './import.store.ts';
import { alreadyRun } from './match-columns.ts';
import { canChange, reread } from './reading/encodings.ts';
import { listAfter, setCells } from './rows.store.ts';

/** Rows read again by one statement. */
const rowsAtOnce = 500;

/**
 * Sets which row names a batch's columns and the encoding of its letters, and guesses the fields again. Throws 400 for
 * a row that isn't among the first or an encoding that the file isn't in, 404, and 409 once the batch has been run.
 */
export async function setReading(
  services: Services,
  id: string,
  { headerRow, encoding }: z.output<typeof readImport.body>,
): Promise<ImportDetails> {
  await inTransaction(services.db, async (trx) => {
    const batch = await lockBatch(trx, id);
    if (!batch) throw importNotFound();
    if (!['uploaded', 'checking', 'checked'].includes(batch.state)) throw alreadyRun();
    if (batch.encoding !== encoding) await readAgain(trx, id, batch.encoding, encoding);
    const first = await listAfter(trx, id, { after: 0, most: mostGuessedFrom });
    await saveReading(trx, id, { ...guessReading(first, headerRow), encoding });
  });
  return await describeImport(services, id);
}

const encodingNames: Record<ImportEncoding, string> = {
  ...{ 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16' },
  ...{ 'windows-1252': 'Windows-1252', macintosh: 'Mac Roman' },
};

/** Replaces the text of all cells with what their bytes say in another encoding. */
async function readAgain(trx: Db, id: string, from: ImportEncoding, to: ImportEncoding): Promise<void> {
  const impossible = () => new Refusal(400, `This file isn't in ${encodingNames[to]}. Please choose another encoding.`);
  if (!canChange(from, to)) throw impossible();
  for (let after = 0, isMore = true; isMore; ) {
    const page = await listAfter(trx, id, { after, most: rowsAtOnce });
    isMore = page.length === rowsAtOnce;
    after = page.at(-1)?.number ?? after;
    const changed = page.flatMap(({ number, cells }) => {
      const next = cells.map((cell) => reread(cell, from, to));
      if (next.some((cell) => cell === null)) throw impossible();
      const texts = next.map((cell) => (cell ?? '').replaceAll('\u0000', ''));
      return texts.some((text, at) => text !== cells[at]) ? [{ number, cells: texts }] : [];
    });
    if (changed.length > 0) await setCells(trx, id, changed);
  }
}
