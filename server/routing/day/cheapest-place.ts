import type { StopRow } from '../stops.store.ts';
import { currentPlace, type DayTravel, driveBetween, endsOf } from './day-travel.ts';
import type { DriverDay } from './read-day.ts';

/** Where a stop costs the least driving in an order of open stops. */
export function cheapestPlace(travel: DayTravel, driver: DriverDay, order: readonly StopRow[], stop: StopRow): number {
  const rowOf = ({ id }: StopRow) => travel.placeOfStop.get(id) as number;
  const seconds = (from: number | null = null, to: number | null = null) =>
    from === null || to === null ? 0 : driveBetween(travel, from, to).seconds;
  const places = [currentPlace(travel, driver), ...order.map(rowOf), endsOf(travel, driver.driverId).end];
  const own = rowOf(stop);
  let best = { position: order.length, cost: Number.POSITIVE_INFINITY };
  for (let position = 0; position <= order.length; position++) {
    const [from, to] = [places[position], places[position + 1]];
    const cost = seconds(from, own) + seconds(own, to) - seconds(from, to);
    if (cost < best.cost) best = { position, cost };
  }
  return best.position;
}
