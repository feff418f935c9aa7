import { personName } from '../../../contract/values/person-name.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { notPaid } from '../../pickups/refusals.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { cheapestPlace } from '../day/cheapest-place.ts';
import { readTravel } from '../day/day-travel.ts';
import { planRoutes } from '../day/plan-routes.ts';
import { type DayStops, type DriverDay, readDriverDays } from '../day/read-day.ts';
import { type RoutePlan, toRoutePlan } from '../day/route-plan.ts';
import { inOldOrder } from '../day/route-rules.ts';
import { saveRoutePlans } from '../day/save-route-plans.ts';
import { readStopWindows } from '../day/stop-windows.ts';
import { writeIfUnchanged } from '../day/write-if-unchanged.ts';
import type { StopRow } from '../stops.store.ts';
import { findDriver } from '../store.ts';
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
  const { moved: first } = await readAssignment(services.db, assignment);
  if (first.length === 0) return { action: null, moved: [] };
  let moved: readonly StopRow[] = [];
  let action: Awaited<ReturnType<typeof recordBulkAction>> | null = null;
  await writeIfUnchanged(services, date, {
    read: async (db) => {
      const found = await readAssignment(db, assignment);
      moved = found.moved;
      const drivers = await readDriverDays(db, services.settings, found.driverIds, date);
      return { drivers, pending: moved.filter((stop) => stop.status === 'pending') };
    },
    plan: async (day) => await planMove(services, day, { moved, position }),
    write: async (trx, plans) => {
      await saveRoutePlans(services, trx, actorId, date, plans, { keepsWindows: true });
      await recordPins(services, trx, actorId, plans, { moved, position });
      const { name } = await readAssignment(trx, assignment, false);
      const after = { status: 'assigned', driverId, scheduledDay: date, isPinned: position !== undefined } as const;
      const stops = moved.map((stop) => stopBefore(stop, after));
      const summary = `${countOf(moved.length)} assigned to ${name}`;
      action = await recordBulkAction(services, trx, actorId, { date, summary, stops });
    },
  });
  return { action, moved };
}

interface Found {
  name: string;
  /** The stops that move, in the order in which they were chosen. */
  moved: readonly StopRow[];
  /** The driver who gets the stops comes first, then the drivers who lose some. */
  driverIds: readonly string[];
}

async function readAssignment(db: Db, assignment: Assignment, isChecked = true): Promise<Found> {
  const { driverId, position, stops } = assignment;
  const driver = await findDriver(db, driverId);
  if (!driver) throw new Refusal(404, 'Driver not found');
  if (!driver.isActive) throw new Refusal(409, 'This driver is no longer active.');
  const rows = isChecked ? await requireUnchanged(db, assignment) : [];
  if (rows.some(({ heldAt }) => heldAt)) throw notPaid();
  const rank = new Map(stops.map(({ id }, index) => [id, index]));
  const moved = rows
    .filter((row) => position !== undefined || row.driverId !== driverId)
    .toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
  const losing = moved.flatMap((row) => row.driverId ?? []);
  return { name: personName(driver), moved, driverIds: [...new Set([driverId, ...losing])] };
}

interface Move {
  moved: readonly StopRow[];
  position: number | undefined;
}

/** Returns route plans for the routes that the stops leave, whose order stays, and for the route that they join. */
async function planMove(services: Services, day: DayStops, { moved, position }: Move): Promise<RoutePlan[]> {
  const [target, ...losing] = day.drivers as [DriverDay, ...DriverDay[]];
  const isMoved = new Set(moved.map(({ id }) => id));
  const without = (driver: DriverDay) => ({ ...driver, open: driver.open.filter(({ id }) => !isMoved.has(id)) });
  const travel = await readTravel(services, day);
  const left = losing.map(without).flatMap((driver) => {
    const routed = inOldOrder(driver.open.filter(({ routeId }) => routeId !== null));
    return routed.length > 0 ? [toRoutePlan(services, travel, { ...driver, open: routed }, routed)] : [];
  });
  const base = without(target);
  const planned = inOldOrder(base.open.filter(({ routeOrder }) => routeOrder !== null));
  const all = { ...base, open: [...base.open, ...moved] };
  if (position !== undefined) {
    return [toRoutePlan(services, travel, all, placedAt(base, moved, position)), ...left];
  }
  const loose = [...base.open.filter(({ routeOrder }) => routeOrder === null), ...moved].map((stop) => ({
    ...stop,
    isPinned: false,
    routeOrder: null,
  }));
  if (planned.length === 0) {
    const alone = { drivers: [{ ...base, open: loose }], pending: [] };
    const { plans } = await planRoutes(services, alone, { isIncluded: () => true });
    return [...plans, ...left];
  }
  let order: StopRow[] = planned;
  const windows = await readStopWindows(services.db, { drivers: [all], pending: [] });
  for (const stop of loose) {
    order = order.toSpliced(cheapestPlace(services, { travel, windows }, base, order, stop), 0, stop);
  }
  return [toRoutePlan(services, travel, all, order), ...left];
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
  { moved, position }: Move,
): Promise<void> {
  if (position === undefined) return;
  const numbers = new Map(
    plans.flatMap(({ resolved, open }) => open.map(({ id }, index) => [id, resolved.length + index + 1] as const)),
  );
  const lines = moved.map(({ id }) => {
    const details = { stop: String(numbers.get(id) ?? position) };
    return { actorId, action: 'pinned', subject: 'pickup', subjectId: id, details } as const;
  });
  await recordChanges(services, trx, lines);
}
