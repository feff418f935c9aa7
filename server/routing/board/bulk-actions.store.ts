import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';
import type { ShiftException } from '../shifts/shifts.store.ts';

/** The SQL of bulk actions, which can be undone for a while. */

/** A stop as it was before a bulk action, and its revision after the action. */
export interface StopBefore {
  id: string;
  driverId: string | null;
  /** ISO 8601. */
  scheduledDate: string | null;
  routeId: string | null;
  routeOrder: number | null;
  estimatedArrival: string | null;
  pickupWindow: string | null;
  isPinned: boolean;
  revisionAfter: string;
}

/** A driver's hours on a date before and after a bulk action. `before` is null for the usual hours. */
export interface ShiftBefore {
  driverId: string;
  before: Pick<ShiftException, 'start' | 'end'> | null;
  after: Pick<ShiftException, 'start' | 'end'>;
}

export interface BulkActionRow {
  id: string;
  actorId: string;
  date: string;
  summary: string;
  stops: readonly StopBefore[];
  shift: ShiftBefore | null;
  /** How long the action can be undone. */
  undoSeconds: number;
  createdAt: Date;
}

export async function insertBulkAction(trx: Db, { stops, shift, ...rest }: BulkActionRow): Promise<void> {
  const texts = { stops: JSON.stringify(stops), shift: shift && JSON.stringify(shift) };
  await trx
    .insertInto('bulk_actions')
    .values({ ...rest, ...texts })
    .execute();
}

/** Returns a dispatcher's newest bulk action if it can still be undone. */
export async function findLastAction(db: Db, actorId: string, now: Date): Promise<BulkActionRow | undefined> {
  const undoUntil = sql<Date>`"createdAt" + make_interval(secs => "undoSeconds")`;
  const row = await selectNewest(db, actorId).where(undoUntil, '>', now).executeTakeFirst();
  return row && row.undoneAt === null ? toRow(row) : undefined;
}

export async function findAction(db: Db, id: string): Promise<(BulkActionRow & { undoneAt: Date | null }) | undefined> {
  const row = await db.selectFrom('bulk_actions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...toRow(row), undoneAt: row.undoneAt };
}

/** Returns a bulk action, locked until the transaction ends. `isNewest` is true if its dispatcher made no later one. */
export async function lockBulkAction(
  trx: Db,
  id: string,
): Promise<(BulkActionRow & { undoneAt: Date | null; isNewest: boolean }) | undefined> {
  const row = await trx.selectFrom('bulk_actions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return undefined;
  const newest = await selectNewest(trx, row.actorId).executeTakeFirst();
  return { ...toRow(row), undoneAt: row.undoneAt, isNewest: newest?.id === id };
}

function selectNewest(db: Db, actorId: string) {
  return db
    .selectFrom('bulk_actions')
    .selectAll()
    .where('actorId', '=', actorId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
}

function toRow<Row extends { stops: unknown; shift: unknown }>(row: Row) {
  return { ...row, stops: row.stops as readonly StopBefore[], shift: row.shift as ShiftBefore | null };
}

export async function setUndone(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('bulk_actions').set({ undoneAt: now }).where('id', '=', id).execute();
}

/**
 * Deletes the visit moves that an action recorded, under the locks of their plans, except those of stops that are
 * `left` where they are. Marks the plans as changed. Returns how many deleted moves belong to visits without a stop, and the stops made in the
 * meantime, whose moves stay.
 */
export async function undoVisitMoves(
  trx: Db,
  { id: actionId, stops }: BulkActionRow,
  { left, now }: { left: ReadonlySet<string>; now: Date },
): Promise<{ undone: number; made: { id: string; address: string }[] }> {
  const moves = await trx
    .selectFrom('visit_moves')
    .select(['id', 'subscriptionId'])
    .where('actionId', '=', actionId)
    .execute();
  if (moves.length === 0) return { undone: 0, made: [] };
  const plans = [...new Set(moves.map(({ subscriptionId }) => subscriptionId))];
  await trx.selectFrom('subscriptions').select('id').where('id', 'in', plans).orderBy('id').forUpdate().execute();
  await trx.updateTable('subscriptions').set({ updatedAt: now }).where('id', 'in', plans).execute();
  const found = await trx
    .selectFrom('visit_moves')
    .innerJoin('pickups', (join) =>
      join
        .onRef('pickups.subscriptionId', '=', 'visit_moves.subscriptionId')
        .onRef('pickups.occurrenceDate', '=', 'visit_moves.occurrenceDate'),
    )
    .select(['pickups.id', 'pickups.address', 'pickups.status', 'visit_moves.id as moveId'])
    .where('visit_moves.actionId', '=', actionId)
    .execute();
  const ownIds = new Set(stops.map(({ id }) => id));
  const own = found.filter(({ id }) => ownIds.has(id));
  const ofOwn = new Set(own.map(({ moveId }) => moveId));
  const made = found.filter(({ status, moveId }) => status !== 'cancelled' && !ofOwn.has(moveId));
  const kept = new Set([...made, ...own.filter(({ id }) => left.has(id))].map(({ moveId }) => moveId));
  const ids = moves.map(({ id }) => id).filter((id) => !kept.has(id));
  if (ids.length > 0) await trx.deleteFrom('visit_moves').where('id', 'in', ids).execute();
  return { undone: ids.filter((id) => !ofOwn.has(id)).length, made: made.map(({ id, address }) => ({ id, address })) };
}

export async function deleteOldActions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('bulk_actions').where('createdAt', '<', before).execute();
}
