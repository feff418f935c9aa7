import { Readable } from 'node:stream';
import type { z } from 'zod/mini';
import type { FileStream } from '../../contract/endpoint.ts';
import type { exportReport as declared } from '../../contract/reports.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { recordChanges } from '../audit/record-change.ts';
import { byteOrderMark, csvLines } from '../csv.ts';
import { Limiter } from '../limiter.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import type { Services } from '../services.ts';
import { TimeBudget, withTimeBudget } from '../time-budget.ts';
import { getAreasReport } from './get-areas-report.ts';
import { getDriversReport } from './get-drivers-report.ts';
import { getMoneyReport, instantsOf } from './get-money-report.ts';
import { getStopsReport } from './get-stops-report.ts';
import { type After, listPaymentRows, listPickupRows, type Row } from './rows.store.ts';

const exportLimit: RateLimit = { name: 'report-export', limit: 60, windowMs: 60 * 60_000 };

/** Two exports run at a time, because each reads many batches and more would use up the connections. */
const exports = new Limiter(2, 10);
const batchRows = 2_000;
/** How long a batch after the first may wait for the database. */
const batchBudgetMs = 30_000;

type Body = z.output<(typeof declared)['body']>;
type Batches = AsyncGenerator<readonly Row[]>;

/**
 * Returns a report's table, or the rows behind it, as a CSV stream. Rows are read while the file is sent, so memory
 * contains one batch, and the file may have the earlier or the later form of a row that changes in the meantime. Throws
 * 429, and 503 when too many exports are waiting, or after ten seconds of waiting.
 */
export async function exportReport(
  services: Services,
  actorId: string,
  { table, from, to }: Body,
): Promise<FileStream> {
  await limitByKey(services, exportLimit, actorId);
  const batches = tables[table](services, { from, to });
  const turn = await takeTurn();
  try {
    // The first batch is read before the response begins, so that an error here still gets an error response.
    const first = await batches.next();
    const about = { actorId, subject: 'user', subjectId: actorId, action: 'report_exported' } as const;
    await recordChanges(services, services.db, [{ ...about, details: { table, from, to } }]);
    const chunks = csvStream(first.done ? [] : first.value, batches);
    chunks.once('close', turn.end);
    return { type: 'text/csv; charset=utf-8', chunks, name: `${table}-${from}-${to}.csv` };
  } catch (error) {
    turn.end();
    throw error;
  }
}

/** Waits for a slot among the running exports, and keeps it until `end` is called. */
async function takeTurn(): Promise<{ end: () => void }> {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  exports
    .run(async () => {
      begun.resolve();
      await over.promise;
    })
    .catch(begun.reject);
  await begun.promise;
  return { end: over.resolve };
}

const tables: Record<Body['table'], (services: Services, span: DaySpan) => Batches> = {
  stops: async function* (services, span) {
    const { periods } = await getStopsReport(services, span);
    yield periods.map(({ from, to, ...counts }) => ({ from, to, ...counts }));
  },
  drivers: async function* (services, span) {
    const { drivers } = await getDriversReport(services, span);
    yield drivers.map(({ id: _, stopsPerHour, ...driver }) => ({ ...driver, stops_per_hour: stopsPerHour }));
  },
  money: async function* (services, span) {
    yield [...(await getMoneyReport(services, span)).periods];
  },
  areas: async function* (services, span) {
    yield [...(await getAreasReport(services, span)).areas];
  },
  pickups: ({ db }, span) => inBatches((after) => listPickupRows(db, span, after, batchRows)),
  payments: ({ db }, span) => inBatches((after) => listPaymentRows(db, instantsOf(span), after, batchRows)),
};

async function* inBatches(read: (after: After | undefined) => Promise<(Row & After)[]>): Batches {
  let after: After | undefined;
  do {
    const last: After | undefined = after;
    // A long file takes longer than the request's time budget for the database, so each later batch has its own.
    const rows = await (last ? withTimeBudget(new TimeBudget(batchBudgetMs), () => read(last)) : read(last));
    after = rows.length === batchRows ? rows.at(-1) : undefined;
    yield rows.map(({ at: _, ...row }) => row);
  } while (after);
}

/** Makes a stream that reads one batch at a time, so that memory contains only one. */
function csvStream(first: readonly Row[], rest: Batches): Readable {
  return Readable.from(linesOf(first, rest), { highWaterMark: 1 });
}

async function* linesOf(first: readonly Row[], rest: Batches): AsyncGenerator<string> {
  yield byteOrderMark +
    csvLines([Object.keys(first[0] ?? { 'No rows': null }), ...first.map((row) => Object.values(row))]);
  for await (const rows of rest) yield csvLines(rows.map((row) => Object.values(row)));
}
