import type { z } from 'zod/mini';
import type { DriverShift, setDriverDay as endpoint, OpenStops } from '../../../contract/routing/day-board.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { unassignStops } from '../../pickups/stops/unassign-stops.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { departureOf } from '../day/day-so-far.ts';
import { type DayTravel, readTravel } from '../day/day-travel.ts';
import { dropStops } from '../day/drop-stops.ts';
import { presentLeftOver } from '../day/left-over-words.ts';
import { type PlannedDay, planRoutes } from '../day/plan-routes.ts';
import { type DayStops, type DriverDay, readDriverDays } from '../day/read-day.ts';
import { type RoutePlan, toRoutePlan } from '../day/route-plan.ts';
import { inOldOrder } from '../day/route-rules.ts';
import { saveRoutePlans } from '../day/save-route-plans.ts';
import { writeIfUnchanged } from '../day/write-if-unchanged.ts';
import { listActiveSites } from '../disposal/sites.store.ts';
import { type Hours, hoursText, roomSeconds } from '../shifts/shift-rules.ts';
import { saveException } from '../shifts/shifts.store.ts';
import type { StopRow } from '../stops.store.ts';
import { listActiveDrivers } from '../store.ts';
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
  const { action, dropped, placed, leftOver, keepsPromises, touched } = await write(services, actorId, change, ids);
  if (dropped.length > 0) await refreshDays(services, [{ driverId, scheduledDay: date }]);
  const sites = await listActiveSites(services.db);
  const after = await readLoads(services.db, services, ids, date);
  return {
    shift,
    action,
    movedStops: dropped.length,
    unassigned:
      change.openStops === 'replan'
        ? dropped
            .filter(({ id }) => !placed.has(id))
            .map((stop) => presentLeftOver(stop, leftOver.get(stop.id), { sites, keepsPromises }))
        : [],
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

interface Written {
  action: Result['action'];
  /** The stops that left the driver, as they were before. */
  dropped: readonly StopRow[];
  /** The driver's ID of each stop in the written route plans, by stop ID. */
  placed: ReadonlyMap<string, string>;
  /** Why each dropped stop without a new driver has none, by stop ID. */
  leftOver: PlannedDay['leftOver'];
  keepsPromises: boolean;
  touched: ReadonlySet<string>;
}

async function write(services: Services, actorId: string, change: Change, ids: readonly string[]): Promise<Written> {
  const { driverId, date } = change;
  let dropped: readonly StopRow[] = [];
  let action: Written['action'] = null;
  let placed = new Map<string, string>();
  let left: Pick<Written, 'leftOver' | 'keepsPromises'> = { leftOver: new Map(), keepsPromises: false };
  const plans = await writeIfUnchanged(services, date, {
    read: async (db) => {
      const drivers = await readDriverDays(db, services.settings, ids, date);
      const withShift = (driver: DriverDay) =>
        driver.driverId === driverId ? { ...driver, shift: change.shift } : driver;
      return { drivers: drivers.map(withShift), pending: [] };
    },
    plan: async (day) => {
      const planned = await planChange(services, day, change);
      dropped = planned.dropped;
      left = planned;
      return planned.plans;
    },
    write: async (trx, written) => {
      placed = new Map(written.flatMap((plan) => plan.open.map(({ id }) => [id, plan.driverId] as const)));
      action = await save(services, trx, actorId, { ...change, dropped, placed, plans: written });
    },
  });
  const touched = new Set([driverId, ...plans.map((plan) => plan.driverId)]);
  const { leftOver, keepsPromises } = left;
  return { action, dropped, placed, leftOver, keepsPromises, touched };
}

/** Returns the stops that leave the driver, and the changed route plans. */
async function planChange(
  services: Services,
  day: DayStops,
  { driverId, openStops }: Change,
): Promise<Pick<Written, 'dropped' | 'leftOver' | 'keepsPromises'> & { plans: RoutePlan[] }> {
  const own = day.drivers.find((driver) => driver.driverId === driverId) as DriverDay;
  const travel = await readTravel(services, { drivers: [own], pending: [] });
  const order = inOldOrder(own.open);
  const left = new Set(openStops === 'keep' ? order : stayingOf(services, travel, own, order));
  const dropped = order.filter((stop) => !left.has(stop));
  // Stops without a place get none until the day is planned.
  const routed = order.filter((stop) => left.has(stop) && stop.routeId !== null);
  const plans = routed.length > 0 ? [toRoutePlan(services, travel, { ...own, open: routed }, routed)] : [];
  if (openStops !== 'replan' || dropped.length === 0)
    return { dropped, plans, leftOver: new Map(), keepsPromises: false };
  const pending = dropped.map((stop) => ({ ...stop, isPinned: false, routeOrder: null }));
  const others = day.drivers.filter((driver) => driver !== own);
  const planned = await planRoutes(services, { drivers: others, pending }, { isIncluded: () => false });
  return { ...planned, dropped, plans: [...plans, ...planned.plans] };
}

/** Returns the stops that stay: none on a day off, else those that fit into the shift, and pinned ones. */
function stayingOf(services: Services, travel: DayTravel, own: DriverDay, order: readonly StopRow[]) {
  if (own.shift.isOff) return [];
  const departsAt = departureOf(own, services.clock());
  const endsBy = departsAt.getTime() / 1000 + roomSeconds(own.shift, own.date, departsAt);
  return dropStops(services, travel, own, { order, endsBy, mayDrop: ({ isPinned }) => !isPinned });
}

interface Save extends Change {
  dropped: readonly StopRow[];
  placed: ReadonlyMap<string, string>;
  plans: readonly RoutePlan[];
}

async function save(services: Services, trx: Db, actorId: string, change: Save): Promise<Result['action']> {
  const { driverId, date, name, shift, dropped, placed, plans } = change;
  const before = await readShift(services, trx, driverId, date);
  const hours = shift.isOff ? { start: null, end: null } : { start: shift.start, end: shift.end };
  await saveException(trx, date, { driverId, ...hours });
  const details = { day: formatDateKey(date), from: hoursText(before), to: hoursText(shift) };
  await recordShift(services, trx, { actorId, driverId, details });
  const unplaced = dropped.filter(({ id }) => !placed.has(id)).map(({ id }) => id);
  await unassignStops(services, trx, { ids: unplaced }, actorId);
  await saveRoutePlans(services, trx, actorId, date, plans, { keepsWindows: true });
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
