import { strToU8, zipSync } from 'fflate';
import type { z } from 'zod/mini';
import type { FileBytes } from '../../contract/endpoint.ts';
import type { exportMyData } from '../../contract/my-data.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import { confirmOwnPassword } from '../accounts/passwords/verify-own-password.ts';
import type { Origin } from '../accounts/sign-in/verify-attempt.ts';
import { recordChanges } from '../audit/record-change.ts';
import { csvLines } from '../csv.ts';
import { Limiter } from '../limiter.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import type { Services } from '../services.ts';
import { type ExportKind, exportKinds, type Row, readKind } from './export.store.ts';

const exportLimit: RateLimit = { name: 'export', limit: 6, windowMs: 60 * 60_000 };

/** The limit of rows per kind, more than a customer has. A download that reaches it says that it isn't complete. */
const mostRows = 10_000;

/** Each process makes one download at a time, because the whole download is in memory. */
const exports = new Limiter(1, 10);

type Body = z.output<(typeof exportMyData)['body']>;

/**
 * Returns all data of a customer's account as a file, and records the download in the trail. Throws 400 (the password),
 * 429, and 503 when too many downloads are waiting.
 */
export async function exportData(services: Services, userId: string, body: Body, origin: Origin): Promise<FileBytes> {
  await confirmOwnPassword(services, { ...origin, userId, password: body.currentPassword });
  await limitByKey(services, exportLimit, userId);
  return await exports.run(async () => {
    const kinds = await readAll(services, userId);
    const about = { actorId: userId, subject: 'user', subjectId: userId, action: 'data_exported' } as const;
    await recordChanges(services, services.db, [{ ...about, details: { format: body.format } }]);
    const name = `${services.settings.brandName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-data-${dateKeyOf(services.clock())}`;
    return body.format === 'json' ? jsonFile(name, kinds, services.clock()) : csvFiles(name, kinds, services.clock());
  });
}

type Kinds = ReadonlyMap<ExportKind, readonly Row[]>;

/** Reads all kinds in one snapshot of the database, so that they are consistent. */
async function readAll({ db }: Services, userId: string): Promise<Kinds> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return await snapshot.execute(async (trx) => {
    const kinds = new Map<ExportKind, Row[]>();
    for (const kind of Object.keys(exportKinds) as ExportKind[]) {
      kinds.set(kind, await readKind(trx, kind, userId, mostRows));
    }
    return kinds;
  });
}

/** Returns the kinds that may have more rows than the download contains. */
function cutKinds(kinds: Kinds): ExportKind[] {
  return [...kinds].flatMap(([kind, rows]) => (rows.length >= mostRows ? [kind] : []));
}

function jsonFile(name: string, kinds: Kinds, now: Date): FileBytes {
  const about = { exportedAt: now.toISOString(), timeZone: 'UTC', currency: 'USD', notComplete: cutKinds(kinds) };
  const text = JSON.stringify({ ...about, ...Object.fromEntries(kinds) }, null, 2);
  return { type: 'application/json', name: `${name}.json`, bytes: Buffer.from(`${text}\n`) };
}

/** Makes a ZIP archive with a file for each kind that has rows. */
function csvFiles(name: string, kinds: Kinds, now: Date): FileBytes {
  const files: Record<string, Uint8Array> = {};
  for (const [kind, rows] of kinds) if (rows.length > 0) files[`${kind}.csv`] = strToU8(csvOf(rows));
  const cut = cutKinds(kinds);
  if (cut.length > 0) files['not-complete.txt'] = strToU8(`${cut.join('\n')}\n`);
  return { type: 'application/zip', name: `${name}.zip`, bytes: Buffer.from(zipSync(files, { mtime: now })) };
}

/** Writes rows as CSV (RFC 4180), with a header. */
export function csvOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return csvLines([columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]);
}
