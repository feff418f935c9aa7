import type { DriverShift } from '../../../contract/routing/day-board.ts';
import type { StopRow } from '../stops.store.ts';
import type { Leg } from '../store.ts';
import {
  currentPlace,
  type DayTravel,
  type Drive,
  driveBetween,
  driveThrough,
  legsTo,
  type PlanningServices,
  readTravel,
  sumOfDrives,
} from './day-travel.ts';
import type { DriverDay } from './read-day.ts';
import { inOldOrder, inResolvedOrder, isVisited } from './route-rules.ts';

/** One driver's planned route of a day. */
export interface RoutePlan {
  readonly driverId: string;
  readonly shift: DriverShift;
  readonly resolved: readonly StopRow[];
  /** The open stops in driving order. */
  readonly open: readonly StopRow[];
  /** The leg to each visited or open stop; none to the first stop of a route without a configured start. */
  readonly legs: readonly Leg[];
  /** All legs of the day, including the one to the end of the route. */
  readonly total: Drive;
  /** The drive through the open stops in the old order, and in the planned one. */
  readonly before: Drive;
  readonly after: Drive;
}

/** Returns the route of a driver whose open stops are driven in the given order. */
export async function planInOrder(
  services: PlanningServices,
  driver: DriverDay,
  order: readonly StopRow[],
): Promise<RoutePlan> {
  return toRoutePlan(await readTravel(services, { drivers: [driver], pending: [] }), driver, order);
}

/** Returns route plans without the stops that drivers have resolved since. The order of the others stays. */
export async function withoutResolved(
  services: PlanningServices,
  plans: readonly RoutePlan[],
  drivers: readonly DriverDay[],
): Promise<RoutePlan[]> {
  const left: RoutePlan[] = [];
  for (const plan of plans) {
    const { driverId, shift } = plan;
    const resolved = drivers.find((driver) => driver.driverId === driverId)?.resolved ?? plan.resolved;
    const resolvedIds = new Set(resolved.map(({ id }) => id));
    const open = plan.open.filter(({ id }) => !resolvedIds.has(id));
    if (open.length === plan.open.length) left.push(plan);
    else if (open.length > 0) left.push(await planInOrder(services, { driverId, shift, resolved, open }, open));
  }
  return left;
}

/** Adds legs and totals to an order of a driver's open stops. */
export function toRoutePlan(travel: DayTravel, driver: DriverDay, order: readonly StopRow[]): RoutePlan {
  const resolved = inResolvedOrder(driver.resolved);
  const visited = resolved.filter(isVisited);
  const legs = [...legsTo(travel, travel.start, visited), ...legsTo(travel, currentPlace(travel, resolved), order)];
  const last = order.at(-1) ?? visited.at(-1);
  const toEnd =
    last && travel.end !== null ? [driveBetween(travel, travel.placeOfStop.get(last.id) as number, travel.end)] : [];
  return {
    ...{ driverId: driver.driverId, shift: driver.shift, resolved, open: order, legs },
    total: sumOfDrives([...legs, ...toEnd]),
    before: driveThrough(travel, resolved, inOldOrder(driver.open)),
    after: driveThrough(travel, resolved, order),
  };
}
