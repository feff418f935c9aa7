import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import { undoSeconds } from '../../../contract/pickups.ts';
import type { BulkAction, DriverLoad, moveBoardStops as endpoint } from '../../../contract/routing/day-board.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { checkNewDate } from '../../pickups/rules.ts';
import { rescheduleStops } from '../../pickups/stops/reschedule-stops.ts';
import { unassignStops } from '../../pickups/stops/unassign-stops.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockStops } from '../places.store.ts';
import { lockDay } from '../routing.store.ts';
import type { StopRow } from '../stops.store.ts';
import { assignBoardStops } from './assign-board-stops.ts';
import { requireUnchanged, stopsChanged } from './check-stops.ts';
import { readLoads } from './read-columns.ts';
import { countOf, recordBulkAction, stopBefore } from './record-bulk-action.ts';
import { refreshDays } from './refresh-days.ts';

type Body = z.output<(typeof endpoint)['body']>;

export interface Moved {
  action: z.input<typeof BulkAction> | null;
  movedStops: number;
  loads: { before: DriverLoad; after: DriverLoad }[];
}

/**
 * Moves stops of one date to a driver, to no driver, or to another date: all of them in one transaction, or none.
 * Throws 400 (not exactly one target, a stop chosen twice, a position without a driver, or an invalid date), 404 (no
 * such stop or driver), 409 (`stops_changed`, `day_taken`, `not_paid`, the driver is not active, or the date has
 * passed).
 */
export async function moveBoardStops(services: Services, actorId: string, body: Body): Promise<Moved> {
  requireOneTarget(body);
  const ids = body.stops.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Refusal(400, 'Please choose each stop once.');
  const chosen = await requireUnchanged(services.db, body);
  const drivers = [...new Set([...chosen.map(({ driverId }) => driverId), body.driverId ?? null])].filter(
    (id) => id !== null,
  );
  const before = await readLoads(services.db, services, drivers, body.date);
  const { action, moved } = await move(services, actorId, body);
  if (action === null) return { action, movedStops: 0, loads: [] };
  await refreshDays(services, body.driverId === undefined ? moved : []);
  const after = await readLoads(services.db, services, drivers, body.date);
  return {
    action,
    movedStops: moved.length,
    loads: before.map((load, index) => ({ before: load, after: after[index] ?? load })),
  };
}

interface Done {
  action: Moved['action'];
  /** The stops before the move. */
  moved: readonly StopRow[];
}

async function move(services: Services, actorId: string, body: Body): Promise<Done> {
  const { driverId, newDate, ...rest } = body;
  if (driverId !== undefined) return await assignBoardStops(services, actorId, { ...rest, driverId });
  if (newDate !== undefined) return await reschedule(services, actorId, { ...rest, newDate });
  return await unassign(services, actorId, body);
}

function requireOneTarget({ driverId, unassign: isUnassigned, newDate, position }: Body): void {
  const targets = [driverId, isUnassigned, newDate].filter((target) => target !== undefined);
  if (targets.length !== 1) throw new Refusal(400, 'Please choose a driver, a new date, or no driver.');
  if (position !== undefined && driverId === undefined) {
    const message = 'A position needs a driver.';
    throw new Refusal(400, message, { errors: { position: message } });
  }
}

async function unassign(services: Services, actorId: string, body: Body): Promise<Done> {
  return await inTransaction(services.db, async (trx) => {
    const rows = await lockUnchanged(trx, body);
    const moved = rows.filter(({ status }) => status === 'assigned');
    if (moved.length === 0) return { action: null, moved };
    await unassignStops(services, trx, { ids: moved.map(({ id }) => id) }, actorId);
    const after = { status: 'pending', driverId: null, scheduledDay: body.date, isPinned: false } as const;
    const stops = moved.map((stop) => stopBefore(stop, after));
    const summary = `${countOf(moved.length)} unassigned`;
    return { action: await recordBulkAction(services, trx, actorId, { date: body.date, summary, stops }), moved };
  });
}

async function reschedule(
  services: Services,
  actorId: string,
  body: Omit<Body, 'newDate' | 'driverId'> & { newDate: string },
): Promise<Done> {
  const to = checkNewDate(body.newDate, services.clock());
  if (!to.ok) throw new Refusal(400, to.message, { errors: { newDate: to.message } });
  if (body.newDate === body.date) return { action: null, moved: [] };
  const reason = body.reason ?? null;
  return await inTransaction(services.db, async (trx) => {
    const moved = await lockUnchanged(trx, body);
    const moves = moved.map(({ id }) => ({ pickupId: id, to: to.instant }));
    // An undone move sends no email, so the emails wait until the move can no longer be undone.
    const email = body.shouldEmailCustomer ? { changeId: newId(), afterSeconds: undoSeconds } : undefined;
    const { after, refused } = await rescheduleStops(services, trx, actorId, { moves, reason, email });
    if (refused.size > 0) throw dayTaken(moved, refused);
    const afterOf = new Map(after.map((row) => [row.id, row]));
    const stops = moved.map((stop) => stopBefore(stop, afterOf.get(stop.id) ?? stop));
    const summary = `${countOf(moved.length)} moved to ${formatDateKey(body.newDate)}`;
    return { action: await recordBulkAction(services, trx, actorId, { date: body.date, summary, stops }), moved };
  });
}

/** Locks the day's routes and the chosen stops, and checks the stops again. */
async function lockUnchanged(trx: Db, body: Pick<Body, 'date' | 'stops'>): Promise<StopRow[]> {
  await lockDay(trx, body.date);
  await lockStops(
    trx,
    body.stops.map(({ id }) => id),
  );
  return await requireUnchanged(trx, body);
}

function dayTaken(moved: readonly StopRow[], refused: ReadonlyMap<string, string>): Refusal {
  const addressOf = new Map(moved.map(({ id, address }) => [id, address]));
  const errors = Object.fromEntries([...refused].map(([id, why]) => [id, `${addressOf.get(id) ?? ''}: ${why}`]));
  const { message } = stopsChanged(errors, 'Nothing was moved.');
  return new Refusal(409, message, { code: 'day_taken', errors });
}
