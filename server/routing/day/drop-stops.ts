import type { StopRow } from '../stops.store.ts';
import { currentPlace, type DayTravel, driveBetween, endsOf } from './day-travel.ts';
import type { DriverDay } from './read-day.ts';
import { type RoutePlan, toRoutePlan } from './route-plan.ts';
import { serviceSeconds } from './route-rules.ts';

/**
 * Returns a driver's stops in the given order, without those that don't fit into a shift that ends at `endsBy` (seconds
 * since 1970). The stops that take the most time are dropped first. Stops that may not be dropped stay, even beyond the
 * shift.
 */
export function dropStops(
  services: Parameters<typeof toRoutePlan>[0],
  travel: DayTravel,
  driver: DriverDay,
  { order, endsBy, mayDrop }: { order: readonly StopRow[]; endsBy: number; mayDrop: (stop: StopRow) => boolean },
): readonly StopRow[] {
  let left = order;
  const fits = ({ open, endsAt }: RoutePlan) => open.length === 0 || endsAt.getTime() / 1000 <= endsBy;
  while (!fits(toRoutePlan(services, travel, driver, left))) {
    const saved = left.map((stop, at) =>
      mayDrop(stop) ? serviceSeconds(stop, services.settings.workTimes) + detourOf(travel, driver, left, at) : -1,
    );
    const most = Math.max(...saved);
    if (most < 0) break;
    left = left.toSpliced(saved.indexOf(most), 1);
  }
  return left;
}

/** Returns the driving time that leaving out the stop at a position saves, in seconds. */
function detourOf(travel: DayTravel, driver: DriverDay, order: readonly StopRow[], position: number): number {
  const places = [
    currentPlace(travel, driver),
    ...order.map(({ id }) => travel.placeOfStop.get(id) as number),
    endsOf(travel, driver.driverId).end,
  ];
  const seconds = (from: number | null = null, to: number | null = null) =>
    from === null || to === null ? 0 : driveBetween(travel, from, to).seconds;
  const [from, at, to] = places.slice(position);
  // Costs are rounded, so a detour may come out a little below 0.
  return Math.max(0, seconds(from, at) + seconds(at, to) - seconds(from, to));
}
