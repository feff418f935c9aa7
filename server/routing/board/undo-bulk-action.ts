import { undoSeconds as usualUndoSeconds } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { NoticesLater } from '../../pickups/changes/pickup-change.ts';
import { assignStops } from '../../pickups/stops/assign-stops.ts';
import { rescheduleStops } from '../../pickups/stops/reschedule-stops.ts';
import { restoreSkipped } from '../../pickups/stops/restore-skipped.ts';
import { unassignStops } from '../../pickups/stops/unassign-stops.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockStops, restorePlaces } from '../places.store.ts';
import { findRouteId, listBoardDrivers, lockDay, refreshRoutes } from '../routing.store.ts';
import { hoursText } from '../shifts/shift-rules.ts';
import { deleteException, listExceptions, saveException } from '../shifts/shifts.store.ts';
import { listRouteOrder, listStopsById, listStopsOf, type StopRow } from '../stops.store.ts';
import {
  type BulkActionRow,
  lockBulkAction,
  type StopBefore,
  setUndone,
  undoVisitMoves,
} from './bulk-actions.store.ts';
import { driverNames, stopsChanged } from './check-stops.ts';
import { undoUntil } from './record-bulk-action.ts';
import { refreshDays } from './refresh-days.ts';
import { changeSince } from './revision-rules.ts';
import { readShift, recordShift } from './set-driver-shift.ts';

interface Undone {
  undoneStops: number;
  left: { id: string; address: string; change: string }[];
}

/**
 * Undoes the dispatcher's last bulk action in one transaction: restores drivers, dates, positions, pins and the shift.
 * Stops that have changed since then stay as they are and are returned. A shift that has changed also stays, but isn't
 * returned. Throws 404 (not the dispatcher's action), 409 (`undo_expired`; `stops_changed` when everything has
 * changed).
 */
export async function undoBulkAction(services: Services, actorId: string, actionId: string): Promise<Undone> {
  const { touched, ...undone } = await inTransaction(services.db, async (trx) => {
    const action = await requireUndoable(services, trx, actorId, actionId);
    const found = await lockAsLeft(trx, action);
    const restoredShift = await restoreShift(services, trx, actorId, action);
    // An action with a longer undo time hasn't notified anyone yet, so undoing it sends no notices.
    const notices = action.undoSeconds > usualUndoSeconds ? ('later' as const) : undefined;
    const refused = await putBack(services, trx, { actorId, notices }, found.unchanged);
    const leftStops = [...found.left, ...refused];
    const visits = await undoVisitMoves(trx, action, {
      left: new Set(leftStops.map(({ id }) => id)),
      now: services.clock(),
    });
    const left = [...leftStops, ...visits.made.map((stop) => ({ ...stop, change: 'has a stop by now' }))];
    const isLeft = new Set(left.map(({ id }) => id));
    const back = found.unchanged.filter(({ now }) => !isLeft.has(now.id));
    if (back.length + visits.undone + restoredShift.length === 0) throw allChanged(left);
    const dates = back.flatMap(({ before: { id, scheduledDate: date } }) => (date === null ? [] : [{ id, date }]));
    await services.messages.restoreDates(services, trx, dates);
    await restoreOrders(
      services,
      trx,
      back.map(({ before }) => before),
    );
    await setUndone(trx, actionId, services.clock());
    const details = { what: action.summary };
    await recordChanges(services, trx, [
      { actorId, action: 'bulk_undone', subject: 'user', subjectId: actorId, details },
    ]);
    return { undoneStops: back.length + visits.undone, left, touched: [...back.flatMap(daysOf), ...restoredShift] };
  });
  await refreshDays(services, touched);
  return undone;
}

async function requireUndoable(
  { clock }: Services,
  trx: Db,
  actorId: string,
  actionId: string,
): Promise<BulkActionRow> {
  const action = await lockBulkAction(trx, actionId);
  if (action?.actorId !== actorId) throw new Refusal(404, 'There is nothing to undo.');
  const why = action.undoneAt
    ? 'This was already undone.'
    : !action.isNewest
      ? 'Only your last change can be undone.'
      : clock() > undoUntil(action)
        ? `This can only be undone for ${action.undoSeconds === usualUndoSeconds ? 'two' : Math.round(action.undoSeconds / 60)} minutes.`
        : undefined;
  if (why) throw new Refusal(409, why, { code: 'undo_expired' });
  return action;
}

interface Found {
  readonly now: StopRow;
  readonly before: StopBefore;
}

/** Locks the stops, and separates those that haven't changed since the action from those that have. */
async function lockAsLeft(
  trx: Db,
  { date, stops }: BulkActionRow,
): Promise<{ unchanged: Found[]; left: Undone['left'] }> {
  const ids = stops.map(({ id }) => id);
  const daysBefore = stops.flatMap(({ scheduledDate }) => (scheduledDate ? dateKeyOf(new Date(scheduledDate)) : []));
  const days = [...(await listStopsById(trx, ids)).map(({ scheduledDay }) => scheduledDay), ...daysBefore, date];
  for (const day of [...new Set(days)].sort()) await lockDay(trx, day);
  // Routes that get stops back are renumbered, so all their stops are locked.
  const routeIds = [...new Set(stops.flatMap(({ routeId }) => routeId ?? []))];
  await lockStops(trx, [...ids, ...(await listStopsOf(trx, routeIds)).map(({ id }) => id)]);
  const rows = new Map((await listStopsById(trx, ids)).map((row) => [row.id, row]));
  const nameOf = await driverNames(trx, [...rows.values()]);
  const unchanged: Found[] = [];
  const left: Undone['left'] = [];
  for (const before of stops) {
    const now = rows.get(before.id);
    const isHeldBack = now?.heldAt && before.driverId !== null;
    const change =
      changeSince(before.revisionAfter, now, nameOf) ?? (isHeldBack ? 'is held until it is paid' : undefined);
    if (now && change === undefined) unchanged.push({ now, before });
    else left.push({ id: before.id, address: now?.address ?? '', change: `${change}` });
  }
  return { unchanged, left };
}

/**
 * Restores the shift from before the action, unless it has been set again since. Returns the driver's day if the shift
 * was restored.
 */
async function restoreShift(
  services: Services,
  trx: Db,
  actorId: string,
  { date, shift }: BulkActionRow,
): Promise<{ driverId: string; scheduledDay: string }[]> {
  if (!shift) return [];
  const { driverId, before, after } = shift;
  const now = (await listExceptions(trx, date)).find((exception) => exception.driverId === driverId);
  if (now?.start !== after.start || now.end !== after.end) return [];
  if (before) await saveException(trx, date, { driverId, ...before });
  else await deleteException(trx, date, driverId);
  const to = hoursText(await readShift(services, trx, driverId, date));
  await recordShift(services, trx, { actorId, driverId, details: { day: formatDateKey(date), to } });
  return [{ driverId, scheduledDay: date }];
}

/** Restores dates and drivers. Returns the stops for which this is no longer possible. */
async function putBack(
  services: Services,
  trx: Db,
  undo: { actorId: string; notices: NoticesLater | undefined },
  found: readonly Found[],
): Promise<Undone['left']> {
  const { actorId } = undo;
  const skipped = found.filter(({ now }) => now.status === 'cancelled');
  const stops = found.filter((stop) => !skipped.includes(stop));
  const drivers = await listBoardDrivers(trx, []);
  const active = new Set(drivers.filter(({ isActive }) => isActive).map(({ id }) => id));
  const hasDriver = ({ before }: Found) => before.driverId === null || active.has(before.driverId);
  const left = stops
    .filter((stop) => !hasDriver(stop))
    .map(({ now }) => ({
      ...{ id: now.id, address: now.address },
      change: 'had a driver who is no longer active',
    }));
  const possible = stops.filter(hasDriver);
  const otherDate = possible.filter(({ now, before }) => now.scheduledDate?.toISOString() !== before.scheduledDate);
  const sameDate = possible.filter((stop) => !otherDate.includes(stop));
  left.push(...(await moveBack(services, trx, undo, otherDate)));
  const ids = sameDate.filter(({ now, before }) => before.driverId === null && now.driverId !== null).map(idOf);
  await unassignStops(services, trx, { ids }, actorId);
  const pairs = sameDate.flatMap(({ now, before }) =>
    before.driverId !== null && before.driverId !== now.driverId
      ? [{ pickupId: now.id, driverId: before.driverId }]
      : [],
  );
  await assignStops(services, trx, actorId, pairs);
  for (const { now, before } of skipped) {
    const isBack = await restoreSkipped(services, trx, undo, { id: now.id, driverId: before.driverId });
    if (!isBack) left.push({ id: now.id, address: now.address, change: "can't come back: its plan isn't active" });
  }
  return left;
}

const idOf = ({ now }: Found) => now.id;

/**
 * Moves stops back to their earlier dates. Returns those that can't move, because their plan now has another stop on
 * that date.
 */
async function moveBack(
  services: Services,
  trx: Db,
  { actorId, notices }: { actorId: string; notices: NoticesLater | undefined },
  stops: readonly Found[],
): Promise<Undone['left']> {
  if (stops.length === 0) return [];
  const moves = stops.map(({ before }) => ({
    ...{ pickupId: before.id, driverId: before.driverId },
    to: new Date(before.scheduledDate ?? 0),
  }));
  const { refused } = await rescheduleStops(services, trx, actorId, { moves, reason: null, notices });
  if (refused.size === 0) return [];
  const possible = moves.filter(({ pickupId }) => !refused.has(pickupId));
  if (possible.length > 0) await rescheduleStops(services, trx, actorId, { moves: possible, reason: null, notices });
  return stops
    .filter((stop) => refused.has(idOf(stop)))
    .map(({ now }) => ({ id: now.id, address: now.address, change: `can't move back: ${refused.get(now.id)}` }));
}

/** Puts stops back at their earlier places in their routes. */
async function restoreOrders(services: Services, trx: Db, stops: readonly StopBefore[]): Promise<void> {
  const routed = stops.filter(({ driverId, routeOrder }) => driverId !== null && routeOrder !== null);
  const dayOf = ({ scheduledDate }: StopBefore) => dateKeyOf(new Date(scheduledDate ?? 0));
  const byRoute = Map.groupBy(routed, (stop) => `${stop.driverId} ${dayOf(stop)}`);
  for (const own of byRoute.values()) {
    const [first] = own as [StopBefore];
    const routeId = await findRouteId(trx, { driverId: first.driverId ?? '', date: dayOf(first) });
    if (!routeId) continue;
    const isRestored = new Set(own.map(({ id }) => id));
    let order = (await listRouteOrder(trx, routeId)).filter((id) => !isRestored.has(id));
    for (const { id, routeOrder } of own.toSorted((a, b) => (a.routeOrder ?? 0) - (b.routeOrder ?? 0))) {
      order = order.toSpliced(Math.max(0, (routeOrder ?? 1) - 1), 0, id);
    }
    await restorePlaces(trx, routeId, order, own);
    await refreshRoutes(trx, [routeId], services.clock());
  }
}

/** Returns the drivers' days that change when a stop goes back. */
function daysOf({ now, before }: Found): { driverId: string | null; scheduledDay: string | null }[] {
  const earlierDay = before.scheduledDate === null ? null : dateKeyOf(new Date(before.scheduledDate));
  return [
    { driverId: now.driverId, scheduledDay: now.scheduledDay },
    { driverId: before.driverId, scheduledDay: earlierDay },
  ];
}

function allChanged(left: Undone['left']): Refusal {
  const errors = Object.fromEntries(left.map(({ id, address, change }) => [id, `${address} ${change}.`]));
  const shift = left.length === 0 && { shift: "The driver's hours have changed." };
  return stopsChanged({ ...errors, ...shift }, 'Nothing was undone.');
}
