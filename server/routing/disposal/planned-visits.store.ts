import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Db } from '../../database/transaction.ts';
import type { VisitRow } from './visits.store.ts';

/** The SQL that writes a route plan's visits to disposal sites. */

export type NewVisit = Pick<
  VisitRow,
  'siteId' | 'afterStops' | 'bags' | 'legSeconds' | 'legMeters' | 'estimatedArrival'
>;

interface DriverDate {
  driverId: string;
  date: string;
}

/**
 * Replaces the planned visits of a driver's day with these, in their order. Existing planned visits keep their IDs,
 * because phones store them. Visits where the truck was emptied stay unchanged. Runs under the caller's lock of the
 * day.
 */
export async function setPlannedVisits(
  trx: Db,
  { driverId, date }: DriverDate,
  planned: readonly NewVisit[],
  now: Date,
): Promise<void> {
  const present = await trx
    .selectFrom('disposal_visits')
    .selectAll()
    .where('driverId', '=', driverId)
    .where('date', '=', date)
    .where('emptiedAt', 'is', null)
    .orderBy('afterStops')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const [index, visit] of planned.entries()) {
    const row = present[index];
    if (!row) {
      const more = { id: newId(), driverId, date, createdAt: now, emptiedAt: null, tons: null, ticketKey: null };
      await trx
        .insertInto('disposal_visits')
        .values({ ...visit, ...more })
        .execute();
    } else if (!isSame(row, visit)) {
      await trx
        .updateTable('disposal_visits')
        .set(visit)
        .where('id', '=', row.id)
        .where('emptiedAt', 'is', null)
        .execute();
    }
  }
  const surplus = present.slice(planned.length).map(({ id }) => id);
  if (surplus.length === 0) return;
  await trx.deleteFrom('disposal_visits').where('id', 'in', surplus).where('emptiedAt', 'is', null).execute();
}

/** Screens show times to the minute. */
const sameTimeMs = 60_000;

/** Returns true if the two visits look the same on a screen, so that planning again a moment later changes nothing. */
function isSame(row: NewVisit, visit: NewVisit): boolean {
  const apartMs = (row.estimatedArrival?.getTime() ?? 0) - (visit.estimatedArrival?.getTime() ?? 0);
  return (
    row.siteId === visit.siteId &&
    row.afterStops === visit.afterStops &&
    row.bags === visit.bags &&
    row.legSeconds === visit.legSeconds &&
    row.legMeters === visit.legMeters &&
    Math.abs(apartMs) < sameTimeMs
  );
}

/** Writes how many stops come before each visit already made. */
export async function setEmptiedPlaces(
  trx: Db,
  places: readonly { readonly id: string; readonly afterStops: number }[],
): Promise<void> {
  if (places.length === 0) return;
  await sql`
    UPDATE disposal_visits SET "afterStops" = p."afterStops"
    FROM unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ afterStops }) => afterStops)}::int[]) AS p("id", "afterStops")
    WHERE disposal_visits."id" = p."id" AND disposal_visits."afterStops" <> p."afterStops"`.execute(trx);
}
