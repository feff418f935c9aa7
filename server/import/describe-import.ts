import type { ImportBatch, ImportDetails } from '../../contract/import.ts';
import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type BatchFigures, readFigures } from './figures.store.ts';
import { mostAbove, samplesOf } from './guess-reading.ts';
import { type BatchRow, findBatch, listBatches } from './import.store.ts';
import { cleanText, excerpt } from './reading/csv-rules.ts';
import { labeledNames } from './reading/label-rules.ts';
import { countUnused, listAfter, listWithLetters } from './rows.store.ts';

/** The most batches listed, more than a business imports in a year. */
const mostBatches = 50;
/** The number of values shown under a column's name. */
const mostSamples = 3;
/** The number of values shown of a row that may name the columns. */
const mostShown = 6;
/** The number of values shown with the encoding. */
const mostLetters = 5;

type Reading = Pick<Services, 'db' | 'geocoder'>;

/** Lists the newest batches, with their figures. */
export async function listImports(services: Reading): Promise<ImportBatch[]> {
  const batches = await listBatches(services.db, { most: mostBatches });
  const ids = batches.map(({ id }) => id);
  const figures = await readFigures(services.db, ids);
  return batches.map((batch) => presentBatch(services, batch, figures.get(batch.id)));
}

/** Returns one batch with its columns. Throws 404. */
export async function describeImport(services: Reading, id: string): Promise<ImportDetails> {
  const { db } = services;
  const [batch] = await listBatches(db, { id, most: 1 });
  if (!batch) throw importNotFound();
  const isOpen = batch.state === 'uploaded' || batch.state === 'checked';
  const [figures, start, letters, unused] = await Promise.all([
    readFigures(db, [id]),
    listAfter(db, id, { after: 0, most: mostAbove + mostSamples }),
    isOpen ? listLetters(db, batch) : [],
    isOpen ? countUnused(db, batch) : [],
  ]);
  const { hasHeader, firstNumber, fields, encoding } = batch;
  const used = start.filter(({ number }) => number >= firstNumber).map(({ cells }) => cells);
  const values = used.slice(hasHeader ? 1 : 0).slice(0, mostSamples);
  const names = hasHeader
    ? labeledNames(used[0] ?? [], start.findLast(({ number }) => number < firstNumber)?.cells)
    : [];
  const nameOf = (at: number) => excerpt(cleanText(names[at] ?? ''), 100) || `Column ${at + 1}`;
  return {
    ...presentBatch(services, batch, figures.get(id)),
    ...{ hasHeader, encoding, letters },
    headerRow: hasHeader ? firstNumber : null,
    rowsAbove: start.filter(({ number }) => number < firstNumber).length,
    firstRows: start.slice(0, mostAbove).map(({ number, cells }) => ({ number, cells: shortCells(cells) })),
    columns: fields.map((field, at) => ({
      name: nameOf(at),
      samples: samplesOf(values, at, mostSamples),
      field,
    })),
    unusedColumns: unused.map(({ at, values: count }) => ({ name: nameOf(at), values: count })),
  };
}

/** Returns the first values of a row, for telling it from others. */
function shortCells(cells: readonly string[]): string[] {
  const texts = cells.map((cell) => excerpt(cleanText(cell), 40)).filter((text) => text !== '');
  return texts.slice(0, mostShown);
}

/** Lists the first values whose letters depend on the encoding. */
async function listLetters(db: Db, batch: BatchRow): Promise<string[]> {
  const rows = await listWithLetters(db, batch, mostLetters);
  const cells = rows.flat().filter((cell) => /\P{ASCII}/u.test(cell));
  return [...new Set(cells.map((cell) => excerpt(cleanText(cell), 60)))].slice(0, mostLetters);
}

export async function requireBatch(db: Db, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id);
  if (!batch) throw importNotFound();
  return batch;
}

export function importNotFound(): Refusal {
  return new Refusal(404, 'Import not found');
}

/** Returns the number of a batch's data rows. */
export function rowCountOf({ records, hasHeader }: Pick<BatchRow, 'records' | 'hasHeader'>): number {
  return records - (hasHeader ? 1 : 0);
}

function presentBatch(
  { geocoder }: Reading,
  batch: BatchRow & { createdByUsername: string },
  read: BatchFigures | undefined,
): ImportBatch {
  const of = (name: Exclude<keyof BatchFigures, 'batchId'>) => read?.[name] ?? 0;
  return {
    ...{ id: batch.id, fileName: batch.fileName, state: batch.state, revision: batch.revision },
    ...{ createdBy: batch.createdByUsername, createdAt: batch.createdAt.toISOString() },
    finishedAt: batch.finishedAt?.toISOString() ?? null,
    rows: rowCountOf(batch),
    done: doneOf(batch.state, of),
    checked: {
      ...{
        new: of('verdictNew'),
        plan: of('verdictPlan'),
        duplicate: of('verdictDuplicate'),
        error: of('verdictError'),
      },
      ...{ plans: of('plannedPlans'), remarks: of('remarked') },
    },
    results: {
      ...{ made: of('made'), linked: of('linked'), leftOut: of('leftOut'), failed: of('failed') },
      ...{ undone: of('undone'), stays: of('stays') },
    },
    plans: { awaiting: of('awaiting'), consented: of('consented') },
    invitations: { open: of('invitable'), invited: of('invited'), sent: of('sent') },
    located: geocoder ? { done: of('located'), total: of('addresses') } : null,
  };
}

/** Returns the number of rows that the current job has finished. */
function doneOf(state: BatchRow['state'], of: (name: Exclude<keyof BatchFigures, 'batchId'>) => number): number {
  if (state === 'uploaded' || state === 'checking' || state === 'checked') return of('checked');
  if (state === 'undoing') return of('undone') + of('stays');
  return of('made') + of('linked') + of('leftOut') + of('failed') + of('undone') + of('stays');
}
