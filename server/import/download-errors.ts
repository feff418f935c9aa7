import type { FileBytes } from '../../contract/endpoint.ts';
import { recordChanges } from '../audit/record-change.ts';
import { byteOrderMark, csvLines } from '../csv.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { requireBatch } from './describe-import.ts';
import { listNotImported } from './list-rows.store.ts';
import { findCells, type RowRow } from './rows.store.ts';

const rowsAtOnce = 500;

/**
 * Returns a CSV file of the batch's rows that weren't imported: row number, reason, and the original columns. The
 * corrected file can be uploaded again. Records the download in the trail. Throws 404, and 409 before the check has
 * finished.
 */
export async function downloadErrors(services: Services, actorId: string, id: string): Promise<FileBytes> {
  const { db } = services;
  const batch = await requireBatch(db, id);
  if (batch.state === 'uploaded' || batch.state === 'checking') {
    throw new Refusal(409, 'Please wait until the rows are checked.', { code: 'check_first' });
  }
  const header = batch.hasHeader
    ? await findCells(db, id, batch.firstNumber)
    : batch.fields.map((_, at) => `Column ${at + 1}`);
  const lines = [['Row', 'Reason', ...header]];
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listNotImported(db, batch, { after, most: rowsAtOnce });
    isMore = rows.length === rowsAtOnce;
    after = rows.at(-1)?.number ?? after;
    for (const row of rows) lines.push([String(row.number), reasonOf(row), ...row.cells]);
  }
  const line = { actorId, action: 'data_exported', subject: 'import', subjectId: id } as const;
  await recordChanges(services, db, [{ ...line, details: { file: batch.fileName } }]);
  const bytes = Buffer.from(byteOrderMark + csvLines(lines));
  return { type: 'text/csv; charset=utf-8', name: 'not-imported.csv', bytes };
}

/** Returns the reason in sentences. Messages of form fields have no period at their end, so each gets one. */
function reasonOf({ outcomeText, problems }: RowRow): string {
  return outcomeText ?? problems.map(({ text }) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
}
