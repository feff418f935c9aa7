import {
  type AttentionItem,
  type AttentionList,
  type AttentionPerson,
  attentionKinds,
  type BackupProblem,
  type RefusedRefund,
} from '../../contract/attention.ts';
import type { MissedDetails } from '../../contract/pickups/missed.ts';
import { zipCodeOf } from '../../contract/values/zip-code.ts';
import { maxCounted } from '../http/paging.ts';
import { describeReports } from '../missed/describe-reports.ts';
import { readRefunds } from '../payments/refunds/read-refunds.ts';
import { listAdminPickupsById } from '../pickups/find-pickup.ts';
import { presentAdminPickup } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { attentionFacts } from './attention-facts.ts';
import {
  type AttentionRow,
  listClosingFailures,
  listEmails,
  listOpen,
  listPeople,
  readBackupFailures,
} from './list-attention.store.ts';

/** Lists everything that needs the dispatcher now, by kind, with its people and pickups. */
export async function listAttention(services: Pick<Services, 'db' | 'clock' | 'settings'>): Promise<AttentionList> {
  const { db } = services;
  const rows = await listOpen(db, attentionFacts(services));
  const pickupIds = [...new Set(rows.flatMap(({ pickupId }) => pickupId ?? []))];
  const pickups = await listAdminPickupsById(db, pickupIds);
  const personIds = [...rows, ...pickups].flatMap(({ customerId, driverId }) => [customerId, driverId]);
  const reportIds = rows.filter(({ kind }) => kind === 'missed').map(({ subject }) => subject);
  const rowsById = new Map(pickups.map((pickup) => [pickup.id, pickup]));
  const reports = await describeReports(db, reportIds, rowsById);
  const people = await listPeople(db, [...new Set(personIds.filter((id) => id !== null))]);
  const refusedIds = rows.filter(({ kind }) => kind === 'email-refused').map(({ subject }) => subject);
  const emails = await listEmails(db, refusedIds);
  const refunds = await describeRefunds(db, rows);
  const stuckIds = rows.filter(({ kind }) => kind === 'stuck-credit').map(({ subject }) => subject);
  const reasons = await listClosingFailures(db, stuckIds);
  const backups = rows.some(({ kind }) => kind === 'backup') ? await describeBackups(db) : new Map();
  const pickupsById = new Map(pickups.map((pickup) => [pickup.id, presentAdminPickup(pickup)]));
  const peopleById = new Map(people.map((person) => [person.id, person]));
  const details = { reports, emails, refunds, reasons, backups };
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const kinds = attentionKinds.flatMap((kind) => {
    const found = byKind.get(kind);
    if (!found) return [];
    return [
      {
        kind,
        count: found[0]?.count ?? 0,
        items: found.map((row) => present(row, { ...details, pickups: pickupsById, people: peopleById })),
      },
    ];
  });
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  return { total: Math.min(total, maxCounted + 1), kinds };
}

/** The records that items refer to, by id. */
interface Found {
  pickups: ReadonlyMap<string, AttentionItem['pickup']>;
  people: ReadonlyMap<string, AttentionPerson>;
  reports: ReadonlyMap<string, MissedDetails>;
  emails: ReadonlyMap<string, string>;
  refunds: ReadonlyMap<string, RefusedRefund>;
  reasons: ReadonlyMap<string, string>;
  backups: ReadonlyMap<string, BackupProblem>;
}

/** Returns the refused refunds of the rows, by the item's subject. */
async function describeRefunds(db: Services['db'], rows: readonly AttentionRow[]): Promise<Map<string, RefusedRefund>> {
  const ids = rows.filter(({ kind }) => kind === 'refund-failed').map(({ subject }) => subject);
  const refunds = await readRefunds(db, ids);
  return new Map(
    refunds.map(({ id, refusal, nextTryAt }) => [
      id,
      { id, refusal: refusal ?? '', nextTryAt: nextTryAt?.toISOString() ?? null },
    ]),
  );
}

/** Returns the problems of nightly backups, by the item's subject. */
async function describeBackups(db: Services['db']): Promise<Map<string, BackupProblem>> {
  const { newestAt: at, failure, copyFailure } = await readBackupFailures(db);
  const newestAt = at?.toISOString() ?? null;
  return new Map<string, BackupProblem>([
    ['overdue', { problem: 'overdue', newestAt, failure }],
    ['not-copied', { problem: 'not-copied', newestAt, failure: copyFailure }],
  ]);
}

function present(
  { kind, subject, state, at, day, amount, load, lateWork, ...ids }: AttentionRow,
  { pickups, people, reports, emails, refunds, reasons, backups }: Found,
): AttentionItem {
  const pickup = pickups.get(ids.pickupId ?? '') ?? null;
  return {
    ...{ kind, state, key: `${kind}:${subject}`, at: at.toISOString(), day, amount, load, pickup },
    customer: people.get(ids.customerId ?? '') ?? null,
    driver: people.get(ids.driverId ?? '') ?? null,
    holder: kind === 'done-by-both' ? (people.get(pickup?.driverId ?? '') ?? null) : null,
    // An unserved plan has no pickup, so the address comes from the state.
    ...(kind === 'unserved' ? { address: state, zip: zipCodeOf(state) } : { address: pickup?.address ?? null }),
    lateWork: lateWork ?? [],
    missed: reports.get(subject) ?? null,
    refund: refunds.get(subject) ?? null,
    email: emails.get(subject) ?? null,
    reason: reasons.get(subject) ?? null,
    backup: kind === 'backup' ? (backups.get(subject) ?? null) : null,
  };
}
