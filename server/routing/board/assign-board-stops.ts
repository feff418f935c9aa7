import { personName } from '../../../contract/values/person-name.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { notPaid } from '../../pickups/refusals.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { withStop } from '../day/plan/adjust-order.ts';
import { planRoutes } from '../day/plan/plan-routes.ts';
import { type RoutePlan, toRoutePlan } from '../day/plan/route-plan.ts';
import { inOldOrder } from '../day/plan/route-rules.ts';
import type { Day, DayStops, DriverDay } from '../day/read/day.ts';
import { partOf, readDayStops } from '../day/read/read-day.ts';
import { replanDay } from '../day/replan-day.ts';
import { saveRoutePlans } from '../day/write/save-route-plans.ts';
import { findDriver } from '../routing.store.ts';
import type { StopRow } from '../stops.store.ts';
import { type ChosenStops, requireOpenDate, requireUnchanged } from './check-stops.ts';
import { countOf, recordBulkAction, stopBefore } from './record-bulk-action.ts';

interface Assignment extends ChosenStops {
  driverId: string;
  /** The position of the first stop, counted from 1 among all stops of the route. */
  position?: number | undefined;
}

/**
 * Gives stops of a date to one driver and plans the routes that they leave and join, in one transaction. With a
 * position, the stops are placed there one after the other and pinned. Otherwise each stop goes where it costs least in
 * driving and missed windows, and the other stops keep their order. Stops that the driver already has stay where they
 * are, unless there is a position. Throws 404 (no such driver or stop) and 409 (the date has passed, the driver is
 * inactive, `stops_changed`, or `not_paid` for a held stop).
 */
export async function assignBoardStops(
  services: Services,
  actorId: string,
  assignment: Assignment,
): Promise<{ action: Awaited<ReturnType<typeof recordBulkAction>> | null; moved: readonly StopRow[] }> {
  const { date, driverId, position } = assignment;
  requireOpenDate(services, date);
  const { moved: chosen } = await readAssignment(services.db, assignment);
  if (chosen.length === 0) return { action: null, moved: [] };
  return await replanDay(services, {
    read: (db) => readMove(db, services.settings, assignment),
    plan: async (day) => ({ plans: await planMove(day, assignment) }),
    write: async (trx, { plans }) => {
      const { name, moved } = await readAssignment(trx, assignment);
      await saveRoutePlans(services, trx, actorId, plans, { keepsWindows: true });
      if (position !== undefined) await recordPins(services, trx, actorId, plans, moved);
      const after = { status: 'assigned', driverId, scheduledDay: date, isPinned: position !== undefined } as const;
      const stops = moved.map((stop) => stopBefore(stop, after));
      const summary = `${countOf(moved.length)} assigned to ${name}`;
      return { action: await recordBulkAction(services, trx, actorId, { date, summary, stops }), moved };
    },
  });
}

/** Returns the driver's name and the stops that move, in the order in which they were chosen. */
async function readAssignment(db: Db, assignment: Assignment): Promise<{ name: string; moved: readonly StopRow[] }> {
  const driver = await findDriver(db, assignment.driverId);
  if (!driver) throw new Refusal(404, 'Driver not found');
  if (!driver.isActive) throw new Refusal(409, 'This driver is no longer active.');
  const rows = await requireUnchanged(db, assignment);
  if (rows.some(({ heldAt }) => heldAt)) throw notPaid();
  return { name: personName(driver), moved: movedOf(rows, assignment) };
}

function movedOf(rows: readonly StopRow[], { driverId, position, stops }: Assignment): StopRow[] {
  const rank = new Map(stops.map(({ id }, index) => [id, index]));
  return rows
    .filter((row) => rank.has(row.id) && (position !== undefined || row.driverId !== driverId))
    .toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
}

/** Reads the day of the driver who gets the stops, who comes first, and of those who lose some. */
async function readMove(db: Db, settings: Services['settings'], assignment: Assignment): Promise<DayStops> {
  const { date, driverId } = assignment;
  const { moved } = await readAssignment(db, assignment);
  const driverIds = [...new Set([driverId, ...moved.flatMap((row) => row.driverId ?? [])])];
  return await readDayStops(db, settings, {
    ...{ date, driverIds },
    pending: moved.filter(({ status }) => status === 'pending'),
  });
}

/** Returns route plans for the routes that the stops leave, whose order stays, and for the route that they join. */
async function planMove(day: Day, assignment: Assignment): Promise<readonly RoutePlan[]> {
  const [target, ...losing] = day.drivers as [DriverDay, ...DriverDay[]];
  const moved = movedOf([...day.drivers.flatMap(({ open }) => open), ...day.pending], assignment);
  const isMoved = new Set(moved);
  const without = (driver: DriverDay) => ({ ...driver, open: driver.open.filter((stop) => !isMoved.has(stop)) });
  const left = losing.map(without).flatMap((driver) => {
    const routed = inOldOrder(driver.open.filter(({ routeId }) => routeId !== null));
    return routed.length > 0 ? [toRoutePlan(day, driver, routed)] : [];
  });
  const base = without(target);
  if (assignment.position !== undefined) {
    return [toRoutePlan(day, base, placedAt(base, moved, assignment.position)), ...left];
  }
  const planned = inOldOrder(base.open.filter(({ routeOrder }) => routeOrder !== null));
  const loose = [...base.open.filter(({ routeOrder }) => routeOrder === null), ...moved].map((stop) => ({
    ...stop,
    isPinned: false,
    routeOrder: null,
  }));
  const alone = partOf(day, { drivers: [{ ...base, open: [...planned, ...loose] }], pending: [] });
  if (planned.length === 0) return [...(await planRoutes(alone, { isIncluded: () => true })).plans, ...left];
  const order = loose.reduce((known, stop) => withStop(alone, base, known, stop), planned);
  return [toRoutePlan(day, base, order), ...left];
}

/** Returns the open stops with the moved ones inserted at a position. The position also counts resolved stops. */
function placedAt({ resolved, open }: DriverDay, moved: readonly StopRow[], position: number): StopRow[] {
  const isOpen = new Set(open);
  const others = inOldOrder([...resolved, ...open]);
  const place = others.slice(0, position - 1).filter((stop) => isOpen.has(stop)).length;
  const pinned = moved.map((stop) => ({ ...stop, isPinned: true }));
  return others.filter((stop) => isOpen.has(stop)).toSpliced(place, 0, ...pinned);
}

async function recordPins(
  services: Services,
  trx: Db,
  actorId: string,
  plans: readonly RoutePlan[],
  moved: readonly StopRow[],
): Promise<void> {
  const isMoved = new Set(moved.map(({ id }) => id));
  const lines = plans.flatMap(({ resolved, open }) =>
    open.flatMap(({ id }, index) => {
      const details = { stop: String(resolved.length + index + 1) };
      return isMoved.has(id) ? [{ actorId, action: 'pinned', subject: 'pickup', subjectId: id, details } as const] : [];
    }),
  );
  await recordChanges(services, trx, lines);
}
