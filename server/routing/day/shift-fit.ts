import type { StopRow } from '../stops.store.ts';
import { currentPlace, type DayTravel, driveBetween } from './day-travel.ts';
import type { DriverDay } from './read-day.ts';
import { serviceSeconds, type WorkTimes } from './route-rules.ts';

/** A driver's day while stops are fitted into shifts. */
interface Draft {
  readonly driver: DriverDay;
  order: StopRow[];
  /** Work of the open stops: drives, stops and the way to the end. */
  seconds: number;
  /** How much fits into the shift. */
  readonly room: number;
  hasChanged: boolean;
}

export interface FittedDay {
  readonly driver: DriverDay;
  readonly order: readonly StopRow[];
  readonly hasChanged: boolean;
}

interface Rules {
  readonly times: WorkTimes;
  /** Whether a stop may go to another driver. */
  readonly mayMove: (stop: StopRow) => boolean;
  /** Whether a stop that fits nowhere stays without a driver; otherwise it returns to the one it had. */
  readonly mayStayUnassigned: (stop: StopRow) => boolean;
}

/**
 * Takes stops out of days that don't fit into their shifts, those first that take the longest, and puts them where they cost least
 * in a shift with room. What fits nowhere is in no order afterwards. Without an overlong day nothing changes.
 */
export function fitIntoShifts(
  travel: DayTravel,
  days: readonly { driver: DriverDay; order: readonly StopRow[]; room: number }[],
  rules: Rules,
): FittedDay[] {
  const drafts: Draft[] = days.map((day) => ({
    ...day,
    order: [...day.order],
    seconds: workSeconds(travel, day, rules.times),
    hasChanged: false,
  }));
  const taken = drafts.flatMap((draft) => takeOut(travel, draft, rules));
  for (const stop of taken.toReversed()) {
    const service = serviceSeconds(stop, rules.times);
    const options = drafts.map((draft) => ({ draft, ...cheapestPlace(travel, draft.driver, draft.order, stop) }));
    const fitting = options.filter(({ draft, cost }) => draft.seconds + cost + service <= draft.room);
    const home = rules.mayStayUnassigned(stop)
      ? undefined
      : options.find(({ draft }) => draft.driver.driverId === stop.driverId);
    const best = cheapestOf(fitting) ?? home;
    if (!best) continue;
    best.draft.order.splice(best.position, 0, stop);
    best.draft.seconds += best.cost + service;
    best.draft.hasChanged = true;
  }
  return drafts;
}

/** Removes stops until the day fits, and returns them. Each time it removes the one that saves most. */
function takeOut(travel: DayTravel, draft: Draft, { times, mayMove }: Rules): StopRow[] {
  const taken: StopRow[] = [];
  while (draft.seconds > draft.room) {
    let best: { position: number; saved: number } | undefined;
    for (const [position, stop] of draft.order.entries()) {
      if (!mayMove(stop)) continue;
      const saved = serviceSeconds(stop, times) + detourOf(travel, draft, position);
      if (!best || saved > best.saved) best = { position, saved };
    }
    if (!best) break;
    taken.push(...draft.order.splice(best.position, 1));
    draft.seconds -= best.saved;
    draft.hasChanged = true;
  }
  return taken;
}

interface Option {
  readonly draft: Draft;
  readonly position: number;
  readonly cost: number;
}

function cheapestOf(options: readonly Option[]): Option | undefined {
  let best: Option | undefined;
  for (const option of options) if (!best || option.cost < best.cost) best = option;
  return best;
}

/** Where a stop costs the least driving in an order of open stops, and how many seconds. */
export function cheapestPlace(
  travel: DayTravel,
  driver: Pick<DriverDay, 'resolved'>,
  order: readonly StopRow[],
  stop: StopRow,
): { position: number; cost: number } {
  const places = [currentPlace(travel, driver.resolved), ...order.map(({ id }) => placeOf(travel, id)), travel.end];
  const own = placeOf(travel, stop.id);
  let best = { position: order.length, cost: Number.POSITIVE_INFINITY };
  for (let position = 0; position <= order.length; position++) {
    const [from = null, to = null] = [places[position], places[position + 1]];
    const cost = seconds(travel, from, own) + seconds(travel, own, to) - seconds(travel, from, to);
    if (cost < best.cost) best = { position, cost };
  }
  return best;
}

/** What leaving out the stop at a position saves in driving. */
function detourOf(travel: DayTravel, { driver, order }: Draft, position: number): number {
  const at = (index: number) => {
    const stop = order[index];
    return stop ? placeOf(travel, stop.id) : null;
  };
  const from = position === 0 ? currentPlace(travel, driver.resolved) : at(position - 1);
  const to = position === order.length - 1 ? travel.end : at(position + 1);
  return seconds(travel, from, at(position)) + seconds(travel, at(position), to) - seconds(travel, from, to);
}

/** The work of a driver's open stops: drives, stops and the way to the end. */
export function workSeconds(
  travel: DayTravel,
  { driver, order }: { driver: DriverDay; order: readonly StopRow[] },
  times: WorkTimes,
): number {
  const service = order.reduce((sum, stop) => sum + serviceSeconds(stop, times), 0);
  if (order.length === 0) return 0;
  const places = [currentPlace(travel, driver.resolved), ...order.map(({ id }) => placeOf(travel, id)), travel.end];
  return places.slice(1).reduce<number>((sum, to, index) => sum + seconds(travel, places[index] ?? null, to), service);
}

function placeOf({ placeOfStop }: DayTravel, id: string): number {
  return placeOfStop.get(id) as number;
}

/** Nobody drives so long between two stops of a city: the coordinates are wrong, and no stop is left out for that. */
const wrongCoordinatesSeconds = 2 * 60 * 60;

/** The drive between two places; 0 where a route has no configured start or end. */
function seconds(travel: DayTravel, from: number | null, to: number | null): number {
  const drive = from === null || to === null ? 0 : driveBetween(travel, from, to).seconds;
  return drive > wrongCoordinatesSeconds ? 0 : drive;
}
