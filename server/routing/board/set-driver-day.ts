import type { z } from 'zod/mini';
import type { DriverShift, setDriverDay as endpoint, OpenStops } from '../../../contract/routing/day-board.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { unassignStops } from '../../pickups/stops/unassign-stops.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { dropStops } from '../day/plan/adjust-order.ts';
import { truckAhead } from '../day/plan/day-so-far.ts';
import { type PlannedDay, planRoutes } from '../day/plan/plan-routes.ts';
import { toRoutePlan } from '../day/plan/route-plan.ts';
import { inOldOrder } from '../day/plan/route-rules.ts';
import type { Day, DayStops, DriverDay } from '../day/read/day.ts';
import { partOf, readDayStops } from '../day/read/read-day.ts';
import { replanDay } from '../day/replan-day.ts';
import { presentLeftOver } from '../day/shortfalls.ts';
import { saveRoutePlans } from '../day/write/save-route-plans.ts';
import { listActiveDrivers } from '../routing.store.ts';
import { type Hours, hoursText } from '../shifts/shift-rules.ts';
import { saveException } from '../shifts/shifts.store.ts';
import type { StopRow } from '../stops.store.ts';
import { requireOpenDate } from './check-stops.ts';
import { readLoads } from './read-columns.ts';
import { countOf, recordBulkAction, stopBefore } from './record-bulk-action.ts';
import { refreshDays } from './refresh-days.ts';
import { readShift, recordShift, requireDriver, requireOrder } from './set-driver-shift.ts';

type Body = z.output<(typeof endpoint)['body']>;
type Result = z.input<(typeof endpoint)['response']>;

interface Change {
  driverId: string;
  name: string;
  date: string;
  shift: DriverShift;
  openStops: z.output<typeof OpenStops>;
}

/**
 * Sets a driver's day off or other hours for one date, and moves the open stops as the dispatcher chose, in one
 * transaction. Unless the dispatcher keeps them, all stops leave the driver on a day off; with other hours, only the
 * unpinned ones that don't fit leave. Throws 400 (invalid hours), 404 (no such driver), 409 (the date has passed, or
 * the day keeps changing).
 */
export async function setDriverDay(
  services: Services,
  actorId: string,
  { id: driverId, date }: { id: string; date: string },
  body: Body,
): Promise<Result> {
  const hours = hoursOf(body);
  requireOpenDate(services, date);
  const name = personName(await requireDriver(services.db, driverId));
  const usual = await readShift(services, services.db, driverId, date);
  const shift = { ...(hours ?? usual), isOff: hours === null, isException: true };
  const change = { driverId, name, date, shift, openStops: body.openStops };
  const others = body.openStops === 'replan' ? (await listActiveDrivers(services.db)).map(({ id }) => id) : [];
  const ids = [...new Set([driverId, ...others])];
  const before = await readLoads(services.db, services, ids, date);
  const { action, planned } = await replanDay(services, {
    read: (db) => readChanged(db, services.settings, change, ids),
    plan: (day) => planChange(day, change),
    write: async (trx, result) => ({ action: await save(services, trx, actorId, change, result), planned: result }),
  });
  const { dropped, plans } = planned;
  if (dropped.length > 0) await refreshDays(services, [{ driverId, scheduledDay: date }]);
  const after = await readLoads(services.db, services, ids, date);
  const touched = new Set([driverId, ...plans.map((plan) => plan.driverId)]);
  return {
    ...{ shift, action, movedStops: dropped.length, unassigned: presentLeftOver(planned) },
    loads: before
      .map((load, index) => ({ before: load, after: after[index] ?? load }))
      .filter((load) => touched.has(load.before.driverId)),
  };
}

/** Returns the hours that the dispatcher entered; null for a day off. Throws 400 for missing or invalid hours. */
function hoursOf({ isOff, start, end }: Body): Hours | null {
  if (isOff) return null;
  if (start === undefined || end === undefined) {
    const message = 'Please enter when the shift starts and ends.';
    throw new Refusal(400, message, { errors: { [start === undefined ? 'start' : 'end']: message } });
  }
  requireOrder({ start, end });
  return { start, end };
}

/** Reads the day of these drivers as if the shift had changed. */
async function readChanged(
  db: Db,
  settings: Services['settings'],
  { driverId, date, shift }: Change,
  driverIds: readonly string[],
): Promise<DayStops> {
  const day = await readDayStops(db, settings, { date, driverIds });
  const drivers = day.drivers.map((driver) => (driver.driverId === driverId ? { ...driver, shift } : driver));
  return { ...day, drivers };
}

interface PlannedChange extends PlannedDay {
  /** The stops that leave the driver, as they were before. */
  readonly dropped: readonly StopRow[];
}

async function planChange(day: Day, { driverId, openStops }: Change): Promise<PlannedChange> {
  const own = day.drivers.find((driver) => driver.driverId === driverId) as DriverDay;
  const order = inOldOrder(own.open);
  const left = new Set(openStops === 'keep' ? order : stayingOf(day, own, order));
  const dropped = order.filter((stop) => !left.has(stop));
  // Stops without a place get none until the day is planned.
  const routed = order.filter((stop) => left.has(stop) && stop.routeId !== null);
  const plans = routed.length > 0 ? [toRoutePlan(day, own, routed)] : [];
  if (openStops !== 'replan' || dropped.length === 0) return { day, plans, leftOver: [], dropped };
  const others = {
    drivers: day.drivers.filter((driver) => driver !== own),
    pending: dropped.map((stop) => ({ ...stop, isPinned: false, routeOrder: null })),
  };
  const planned = await planRoutes(partOf(day, others), { isIncluded: () => false });
  return { ...planned, plans: [...plans, ...planned.plans], dropped };
}

/** Returns the stops that stay: none on a day off, else those that fit into the shift, and pinned ones. */
function stayingOf(day: Day, own: DriverDay, order: readonly StopRow[]): readonly StopRow[] {
  if (own.shift.isOff) return [];
  const endsBy = truckAhead(day, own).shiftEndsAt;
  return dropStops(day, own, { order, endsBy, mayDrop: ({ isPinned }) => !isPinned });
}

async function save(
  services: Services,
  trx: Db,
  actorId: string,
  { driverId, date, name, shift }: Change,
  { dropped, plans }: PlannedChange,
): Promise<Result['action']> {
  const placed = new Map(plans.flatMap((plan) => plan.open.map(({ id }) => [id, plan.driverId] as const)));
  const before = await readShift(services, trx, driverId, date);
  const hours = shift.isOff ? { start: null, end: null } : { start: shift.start, end: shift.end };
  await saveException(trx, date, { driverId, ...hours });
  const details = { day: formatDateKey(date), from: hoursText(before), to: hoursText(shift) };
  await recordShift(services, trx, { actorId, driverId, details });
  const unplaced = dropped.filter(({ id }) => !placed.has(id)).map(({ id }) => id);
  await unassignStops(services, trx, { ids: unplaced }, actorId);
  await saveRoutePlans(services, trx, actorId, plans, { keepsWindows: true });
  const stops = dropped.map((stop) => {
    const taker = placed.get(stop.id) ?? null;
    const status = taker === null ? ('pending' as const) : ('assigned' as const);
    return stopBefore(stop, { status, driverId: taker, scheduledDay: date, isPinned: false });
  });
  const earlier = before.isOff ? { start: null, end: null } : { start: before.start, end: before.end };
  const what = shift.isOff ? 'is off' : `works ${hoursText(shift)}`;
  const moved = dropped.length > 0 ? `, ${countOf(dropped.length)} moved` : '';
  const summary = `${name} ${what} on ${formatDateKey(date)}${moved}`;
  const undo = { driverId, before: before.isException ? earlier : null, after: hours };
  return await recordBulkAction(services, trx, actorId, { date, summary, stops, shift: undo });
}
