import { setImmediate as nextTurn } from 'node:timers/promises';
import { normalizePhone } from '../../contract/values/phone.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { addressKeyOf } from '../addresses/geocode-rules.ts';
import { inTransaction } from '../database/transaction.ts';
import { readServedZips } from '../service-areas/require-served.ts';
import type { Services } from '../services.ts';
import { type CheckFacts, type ReadBatchRow, verdictsOf } from './check-rules.ts';
import { mostAbove } from './guess-reading.ts';
import { type BatchRow, findBatch, moveBatch } from './import.store.ts';
import { type KnownPerson, listByEmail, listByHouseNumber, listByPhone, listTakenNames } from './people.store.ts';
import { listPlanned } from './plans/plans.store.ts';
import { excerpt } from './reading/csv-rules.ts';
import { labeledNames } from './reading/label-rules.ts';
import { leftOutOf } from './reading/report-rules.ts';
import { rowKeyOf } from './reading/row-key.ts';
import { readRow } from './reading/row-rules.ts';
import { remarksOnUnused } from './reading/unused-rules.ts';
import { type CheckedRow, findCells, listAfter, listImportedKeys, saveChecks } from './rows.store.ts';

type Checking = Pick<Services, 'db' | 'clock'>;

/** Rows handled before the event loop gets a turn: about 20 ms of work. */
const rowsAtOnce = 200;

/**
 * Checks a batch: interprets every row and looks for its customer among our accounts. Does nothing if the columns were
 * matched again since, because that enqueued another check. It may run twice.
 */
export async function checkImport(services: Checking, batchId: string, revision: number): Promise<void> {
  const batch = await findBatch(services.db, batchId);
  if (batch?.state !== 'checking' || batch.revision !== revision) return;
  const rows = await readRows(services, batch);
  const verdicts = verdictsOf(rows, await gatherFacts(services, rows));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const page: CheckedRow[] = [];
    for (const row of rows.slice(from, from + rowsAtOnce)) {
      const verdict = verdicts.next().value;
      if (verdict) page.push({ ...keysOf(row), ...verdict, number: row.number, hasPlan: Boolean(row.values?.plan) });
    }
    await saveChecks(services.db, batchId, revision, page);
  }
  await inTransaction(services.db, async (trx) => {
    await moveBatch(trx, batchId, 'checking', { state: 'checked' }, revision);
  });
}

function keysOf({ values, email, key, addressKey }: ReadBatchRow): Pick<CheckedRow, 'rowKey' | 'email' | 'addressKey'> {
  return { rowKey: values && key, email: excerpt(email.toLowerCase(), 255) || null, addressKey: values && addressKey };
}

async function readRows({ db }: Checking, batch: BatchRow): Promise<ReadBatchRow[]> {
  const rows: ReadBatchRow[] = [];
  const header = batch.hasHeader ? await findCells(db, batch.id, batch.firstNumber) : null;
  const names = header ? await listColumnNames(db, batch, header) : [];
  const above = batch.firstNumber - (batch.hasHeader ? 0 : 1);
  for (let after = above, isMore = true; isMore; ) {
    const page = await listAfter(db, batch.id, { after, most: rowsAtOnce });
    isMore = page.length === rowsAtOnce;
    after = page.at(-1)?.number ?? after;
    for (const { number, cells } of page) {
      const leftOut = leftOutOf(cells, batch.fields, header);
      const { values, problems, shown, ...read } = readRow(cells, batch.fields);
      const remarks = [...read.remarks, ...remarksOnUnused(cells, batch.fields, names)];
      const key = values && rowKeyOf(values);
      const addressKey = addressKeyOf(shown.address);
      rows.push({ number, leftOut, values, problems, remarks, email: shown.email, key, addressKey });
    }
  }
  return rows;
}

/** Lists the names of a batch's columns, with the labels above them. */
async function listColumnNames(db: Services['db'], { id, firstNumber }: BatchRow, header: string[]): Promise<string[]> {
  const start = await listAfter(db, id, { after: 0, most: mostAbove });
  return labeledNames(header, start.findLast(({ number }) => number < firstNumber)?.cells);
}

/** Loads our data about the people in the file, in a few statements for the whole file. */
async function gatherFacts({ db }: Checking, rows: readonly ReadBatchRow[]): Promise<CheckFacts> {
  const values = rows.flatMap((row) => row.values ?? []);
  const emails = unique(values.map(({ email }) => email));
  const byEmail = new Map((await listByEmail(db, emails)).map((person) => [person.email.toLowerCase(), person]));
  const byPhone = Map.groupBy(
    await listByPhone(db, unique(values.map(({ phone }) => phone))),
    ({ phone }) => normalizePhone(phone ?? '') ?? phone ?? '',
  );
  const byAddress = await gatherAddresses(db, rows);
  const known = [...byEmail.values(), ...[...byPhone.values(), ...byAddress.values()].flat()];
  const imported = await listImportedKeys(db, unique(rows.flatMap(({ key }) => key ?? [])));
  return {
    ...{ byEmail, byPhone, byAddress },
    takenNames: await listTakenNames(db, unique(values.flatMap(({ username }) => username?.toLowerCase() ?? []))),
    planned: await listPlanned(db, unique(known.map(({ id }) => id))),
    imported: toDays(imported),
    servedZips: await readServedZips(db),
  };
}

/**
 * Converts instants to days in words. Converts each instant once, because that is slow and rows of a batch share one
 * instant.
 */
function toDays(times: ReadonlyMap<string, Date>): Map<string, string> {
  const days = new Map<number, string>();
  for (const at of times.values()) if (!days.has(at.getTime())) days.set(at.getTime(), formatDateKey(dateKeyOf(at)));
  return new Map([...times].map(([key, at]) => [key, days.get(at.getTime()) ?? '']));
}

/** Loads accounts by house number and compares them by the key of the whole address. */
async function gatherAddresses(db: Services['db'], rows: readonly ReadBatchRow[]): Promise<Map<string, KnownPerson[]>> {
  const wanted = new Set(rows.flatMap(({ values, addressKey }) => (values ? addressKey : [])));
  const numbers = unique(rows.flatMap(({ values }) => values?.address.split(' ')[0]?.toLowerCase() ?? []));
  const found = new Map<string, KnownPerson[]>();
  const most = 2_000;
  for (let after = '00000000-0000-0000-0000-000000000000', isMore = numbers.length > 0; isMore; ) {
    const page = await listByHouseNumber(db, numbers, { after, most });
    isMore = page.length === most;
    after = page.at(-1)?.id ?? after;
    for (const [index, person] of page.entries()) {
      if (index % rowsAtOnce === 0) await nextTurn();
      const key = addressKeyOf(person.address ?? '');
      if (wanted.has(key)) found.set(key, [...(found.get(key) ?? []), person]);
    }
  }
  return found;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
