import type { StopRow } from '../stops.store.ts';
import { departureOf } from './day-so-far.ts';
import { currentPlace, type DayTravel, driveBetween, endsOf, type PlanningServices } from './day-travel.ts';
import type { DriverDay } from './read-day.ts';
import { toRoutePlan } from './route-plan.ts';
import { serviceSeconds } from './route-rules.ts';
import { costOfWindow, type StopWindows } from './stop-windows.ts';

interface Day {
  readonly travel: DayTravel;
  readonly windows: StopWindows;
}

/**
 * Returns the 0-based position among a driver's open stops where a stop adds the least driving and missed-window cost.
 */
export function cheapestPlace(
  services: Pick<PlanningServices, 'settings' | 'clock'>,
  { travel, windows }: Day,
  driver: DriverDay,
  order: readonly StopRow[],
  stop: StopRow,
): number {
  const rowOf = ({ id }: StopRow) => travel.placeOfStop.get(id) as number;
  const seconds = (from: number | null = null, to: number | null = null) =>
    from === null || to === null ? 0 : driveBetween(travel, from, to).seconds;
  const places = [currentPlace(travel, driver), ...order.map(rowOf), endsOf(travel, driver.driverId).end];
  const own = rowOf(stop);
  const missed = missedAfter(services, { travel, windows }, driver, order, stop);
  let best = { position: order.length, cost: Number.POSITIVE_INFINITY };
  for (let position = 0; position <= order.length; position++) {
    const [from, to] = [places[position], places[position + 1]];
    const drive = seconds(from, own) + seconds(own, to) - seconds(from, to);
    const cost = drive + missed(position, { toStop: seconds(from, own), drive });
    if (cost < best.cost) best = { position, cost };
  }
  return best.position;
}

type MissedAt = (position: number, added: { toStop: number; drive: number }) => number;

/**
 * Returns a function that takes a position and returns the cost of the windows missed if the stop is inserted there:
 * its own window and those of the stops that it delays. The cost is in seconds of driving. Disposal visits and pauses
 * are assumed to stay where they are.
 */
function missedAfter(
  { settings, clock }: Pick<PlanningServices, 'settings' | 'clock'>,
  { travel, windows }: Day,
  driver: DriverDay,
  order: readonly StopRow[],
  stop: StopRow,
): MissedAt {
  if (![stop, ...order].some(({ id }) => windows.has(id))) return () => 0;
  const plan = toRoutePlan({ settings, clock }, travel, { ...driver, open: order }, order);
  const arrivals = plan.arrivals.map((at) => at.getTime() / 1000);
  const service = (row: StopRow) => serviceSeconds(row, settings.workTimes);
  const departs = departureOf(driver, clock()).getTime() / 1000;
  const costAt = ({ id }: StopRow, at: number) => costOfWindow(windows.get(id), at);
  return (position, { toStop, drive }) => {
    const before = order[position - 1];
    const leaves = before ? (arrivals[position - 1] as number) + service(before) : departs;
    const delay = drive + service(stop);
    return order.slice(position).reduce(
      (sum, row, index) => {
        const at = arrivals[position + index] as number;
        return sum + costAt(row, at + delay) - costAt(row, at);
      },
      costAt(stop, leaves + toStop),
    );
  };
}
