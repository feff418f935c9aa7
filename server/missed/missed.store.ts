import { type Insertable, type Selectable, sql } from 'kysely';
import { openStatuses } from '../../contract/pickups.ts';
import type { MissedReportsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

/** SQL of missed reports, and of the facts that decide them. */

export type ReportRow = Selectable<MissedReportsTable>;

/** Returns a driver's open stops of a day, and when the driver last resolved one. */
export async function readDriverDay(
  db: Db,
  { driverId, day }: { driverId: string; day: string },
): Promise<{ openStops: number; lastPressAt: Date | null }> {
  return await db
    .selectFrom('pickups')
    .select(sql<number>`count(*) FILTER (WHERE "status" = 'assigned')::integer`.as('openStops'))
    .select((eb) => eb.fn.max('settledAt').as('lastPressAt'))
    .where('driverId', '=', driverId)
    .where('scheduledDay', '=', day)
    .executeTakeFirstOrThrow();
}

/** Lists the photos of these pickups. */
export async function listPhotos(db: Db, pickupIds: readonly string[]) {
  if (pickupIds.length === 0) return [];
  return await db
    .selectFrom('pickup_photos')
    .select(['pickupId', 'moment', 'createdAt'])
    .where('pickupId', 'in', pickupIds)
    .orderBy('moment', 'desc')
    .execute();
}

export async function findLatestReport(db: Db, pickupId: string): Promise<ReportRow | undefined> {
  return await db
    .selectFrom('missed_reports')
    .selectAll()
    .where('pickupId', '=', pickupId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return await db.selectFrom('missed_reports').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listReports(db: Db, ids: readonly string[]): Promise<ReportRow[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('missed_reports').selectAll().where('id', 'in', ids).execute();
}

/** Inserts a report. The caller has locked the pickup and checked that no report covers this visit. */
export async function insertReport(trx: Db, report: Insertable<MissedReportsTable>): Promise<ReportRow> {
  return await trx.insertInto('missed_reports').values(report).returningAll().executeTakeFirstOrThrow();
}

/** Decides an open report. Returns undefined when it is no longer open. */
export async function setDecided(
  trx: Db,
  id: string,
  decision: Pick<ReportRow, 'state' | 'reason' | 'decidedBy' | 'decidedAt'>,
): Promise<ReportRow | undefined> {
  return await trx
    .updateTable('missed_reports')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();
}

export async function setRecovery(
  trx: Db,
  id: string,
  recovery: Pick<ReportRow, 'recoveryPickupId' | 'recoveryDay'>,
): Promise<void> {
  await trx.updateTable('missed_reports').set(recovery).where('id', '=', id).execute();
}

export async function closeOpenReports(trx: Db, pickupIds: readonly string[], now: Date): Promise<void> {
  if (pickupIds.length === 0) return;
  await trx
    .updateTable('missed_reports')
    .set({ state: 'closed', decidedAt: now })
    .where('pickupId', 'in', pickupIds)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Finds the return trip of a pickup. Leaves out a cancelled trip, and a resolved trip on an earlier day than the
 * pickup's present one.
 */
export async function findReturnTrip(
  db: Db,
  { id, scheduledDay }: Pick<PickupRow, 'id' | 'scheduledDay'>,
): Promise<PickupRow | undefined> {
  return await db
    .selectFrom('pickups')
    .selectAll()
    .where('returnOf', '=', id)
    .where('status', '<>', 'cancelled')
    .where((eb) => eb.or([eb('status', 'in', openStatuses), eb('scheduledDay', '>=', scheduledDay)]))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Pins an open stop, which the caller has locked and which is in no route, to the first place of its day. */
export async function pinFirst(trx: Db, id: string): Promise<void> {
  await trx.updateTable('pickups').set({ isPinned: true, routeOrder: 1 }).where('id', '=', id).execute();
}
