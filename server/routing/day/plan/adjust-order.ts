import type { StopRow } from '../../stops.store.ts';
import type { Day, DriverDay } from '../read/day.ts';
import { costOfWindow } from '../read/stop-windows.ts';
import { truckAhead } from './day-so-far.ts';
import { driveBetween, type RoutePlan, toRoutePlan } from './route-plan.ts';
import { serviceSeconds } from './route-rules.ts';

/** Changes an order of a driver's stops without searching for another one: adds a stop, or drops some. */

/** Returns an order with a stop added where it adds the least driving and missed-window cost. */
export function withStop(day: Day, driver: DriverDay, order: readonly StopRow[], stop: StopRow): StopRow[] {
  const places = placesAlong(day, driver, order);
  const own = placeOf(day, stop);
  const missed = missedAfter(day, driver, order, stop);
  let best = { position: order.length, cost: Number.POSITIVE_INFINITY };
  for (let position = 0; position <= order.length; position++) {
    const [from = null, to = null] = places.slice(position);
    const drive = detourOf(day, from, own, to);
    const cost = drive + missed(position, { toStop: secondsBetween(day, from, own), drive });
    if (cost < best.cost) best = { position, cost };
  }
  return order.toSpliced(best.position, 0, stop);
}

type MissedAt = (position: number, added: { toStop: number; drive: number }) => number;

/**
 * Returns a function that takes a position and returns the cost of the windows missed if the stop is inserted there:
 * its own window and those of the stops that it delays. The cost is in seconds of driving. Disposal visits and pauses
 * are assumed to stay where they are.
 */
function missedAfter(day: Day, driver: DriverDay, order: readonly StopRow[], stop: StopRow): MissedAt {
  const { windows, workTimes } = day;
  if (![stop, ...order].some(({ id }) => windows.has(id))) return () => 0;
  const arrivals = toRoutePlan(day, driver, order).arrivals.map((at) => at.getTime() / 1000);
  const { leavesAt } = truckAhead(day, driver);
  const costAt = ({ id }: StopRow, at: number) => costOfWindow(windows.get(id), at);
  return (position, { toStop, drive }) => {
    const before = order[position - 1];
    const leaves = before ? (arrivals[position - 1] as number) + serviceSeconds(before, workTimes) : leavesAt;
    const delay = drive + serviceSeconds(stop, workTimes);
    return order.slice(position).reduce(
      (sum, row, index) => {
        const at = arrivals[position + index] as number;
        return sum + costAt(row, at + delay) - costAt(row, at);
      },
      costAt(stop, leaves + toStop),
    );
  };
}

/**
 * Returns a driver's stops in the given order, without those that don't fit into a shift that ends at `endsBy` (seconds
 * since 1970). The stops that take the most time are dropped first. Stops that may not be dropped stay, even beyond the
 * shift.
 */
export function dropStops(
  day: Day,
  driver: DriverDay,
  { order, endsBy, mayDrop }: { order: readonly StopRow[]; endsBy: number; mayDrop: (stop: StopRow) => boolean },
): readonly StopRow[] {
  let left = order;
  const fits = ({ open, endsAt }: RoutePlan) => open.length === 0 || endsAt.getTime() / 1000 <= endsBy;
  while (!fits(toRoutePlan(day, driver, left))) {
    const places = placesAlong(day, driver, left);
    const saved = left.map((stop, index) => {
      const [from = null, at = null, to = null] = places.slice(index);
      // Costs are rounded, so a detour may come out a little below 0.
      return mayDrop(stop) ? serviceSeconds(stop, day.workTimes) + Math.max(0, detourOf(day, from, at, to)) : -1;
    });
    const most = Math.max(...saved);
    if (most < 0) break;
    left = left.toSpliced(saved.indexOf(most), 1);
  }
  return left;
}

/** Returns the matrix rows of the places along an order, from where the truck is to the end of the route. */
function placesAlong(day: Day, driver: DriverDay, order: readonly StopRow[]): (number | null)[] {
  const { start, end } = truckAhead(day, driver);
  return [start, ...order.map((stop) => placeOf(day, stop)), end];
}

function placeOf({ travel }: Day, { id }: StopRow): number {
  return travel.placeOfStop.get(id) as number;
}

/** Returns the driving time that visiting `at` between two places adds, in seconds. */
function detourOf(day: Day, from: number | null, at: number | null, to: number | null): number {
  return secondsBetween(day, from, at) + secondsBetween(day, at, to) - secondsBetween(day, from, to);
}

function secondsBetween(day: Day, from: number | null, to: number | null): number {
  return from === null || to === null ? 0 : driveBetween(day, from, to).seconds;
}
