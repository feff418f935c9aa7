import type { z } from 'zod/mini';
import { addressParts, type ImportRow, type listImportRows } from '../../contract/import.ts';
import type { Services } from '../services.ts';
import { requireBatch } from './describe-import.ts';
import type { BatchRow } from './import.store.ts';
import { countRows, findPrevious, type ListedRow, listRows as listStored } from './list-rows.store.ts';
import type { AddressParts } from './reading/address-rules.ts';
import { excerpt } from './reading/csv-rules.ts';
import { readRow } from './reading/row-rules.ts';

const pageSize = 50;

/** Lists one page of a batch's rows, in the order of the file. Throws 404. */
export async function listRows(
  { db }: Pick<Services, 'db'>,
  id: string,
  { show, q, after }: z.output<typeof listImportRows.query>,
): Promise<z.input<typeof listImportRows.response>> {
  const batch = await requireBatch(db, id);
  const filter = { batchId: id, show, q: q || undefined };
  const [found, total, previous] = await Promise.all([
    listStored(db, filter, { after: Number(after), most: pageSize + 1 }),
    countRows(db, filter),
    Number(after) === 0 ? null : findPrevious(db, filter, Number(after), pageSize),
  ]);
  const rows = found.slice(0, pageSize);
  const next = found.length > pageSize ? (rows.at(-1)?.number ?? null) : null;
  return { rows: rows.map((row) => presentRow(batch, row)), total, next, previous };
}

/** Keeps each row short, whatever is in the file. */
const short = (text: string) => excerpt(text, 300);

function partsOf(parts: AddressParts): ImportRow['addressParts'] {
  return addressParts.flatMap((part) => (parts[part] === '' ? [] : [{ part, text: short(parts[part]) }]));
}

function presentRow(batch: BatchRow, row: ListedRow): ImportRow {
  const { shown } = readRow(row.cells, row.cells.length > 0 ? batch.fields : []);
  const isNow = row.verdict !== null && row.revision === batch.revision;
  return {
    ...{ number: row.number, name: short(shown.name), email: short(shown.email), phone: short(shown.phone) },
    ...{ address: short(shown.address), addressParts: partsOf(shown.parts), plan: shown.plan },
    verdict: isNow ? row.verdict : null,
    ...{ problems: isNow ? row.problems : [], remarks: isNow ? row.remarks : [] },
    ...{ outcome: row.outcome, outcomeText: row.outcomeText, customerId: row.customerId },
    consent: row.hasImportedPlan ? (row.hasAwaiting ? 'awaiting' : 'consented') : null,
    invitedAt: row.invitedAt?.toISOString() ?? null,
  };
}
