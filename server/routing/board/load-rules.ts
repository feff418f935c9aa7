import type { DriverLoad, DriverShift } from '../../../contract/routing/day-board.ts';
import { departure, isVisited, serviceSeconds, type WorkTimes } from '../day/route-rules.ts';
import { overMinutes } from '../shifts/shift-rules.ts';
import { milesOf } from '../travel/travel-rules.ts';

/** How full a driver's day is, from what the route plan has written. */

interface LoadStop {
  readonly id: string;
  readonly status: string;
  readonly bagCount: number;
  readonly routeOrder: number | null;
  readonly estimatedArrival: Date | null;
  readonly settledAt: Date | null;
}

interface DriversDay {
  readonly driverId: string;
  readonly shift: DriverShift;
  readonly stops: readonly LoadStop[];
  /** Undefined before the first plan of the day. */
  readonly route: PlannedTravel | undefined;
}

/** What a route plan wrote: minutes and miles of the day, and the drive to each stop. */
interface PlannedTravel {
  readonly estimatedTime: number | null;
  readonly totalDistance: string | null;
  readonly legs: readonly { readonly pickupId: string; readonly seconds: number; readonly meters: number }[];
}

interface Clock {
  readonly day: string;
  readonly today: string;
  readonly now: Date;
  readonly times: WorkTimes;
  /** Routes end at a configured place, so the last leg leads there. */
  readonly hasEnd: boolean;
}

/** The drive to a stop that has no place in a route yet, where no leg of the route says how far stops are apart. */
export const guessedLeg = { seconds: 240, meters: 1_600 };

/**
 * Returns how full a driver's day is. Stops without a place in the route count with an average leg. Needs attention computes the same
 * `overMinutes` in SQL (attention/kinds.store.ts).
 */
export function loadOf({ driverId, shift, stops, route }: DriversDay, clock: Clock): DriverLoad {
  const { times, day } = clock;
  const open = stops.filter(({ status }) => status === 'assigned');
  const planned = open.filter(({ routeOrder, estimatedArrival }) => routeOrder !== null && estimatedArrival !== null);
  const unplanned = open.filter((stop) => !planned.includes(stop));
  const legs = route?.legs ?? [];
  const leg = averageLeg(legs);
  const extraSeconds = unplanned.length * leg.seconds + serviceOf(unplanned, times);
  const done = stops.filter(isVisited);
  const plannedSeconds = (route?.estimatedTime ?? serviceOf(done, times) / 60) * 60;
  const isUnderWay = done.some(({ settledAt }) => settledAt !== null);
  const departsAt = departure({ day, isUnderWay }, clock.today, clock.now, { startTime: shift.start });
  const plannedEndMs = Math.max(departsAt.getTime(), endOfPlanned(planned, route, done, clock));
  const endsAt = new Date(plannedEndMs + extraSeconds * 1000);
  const openSeconds = extraSeconds + serviceOf(planned, times) + drivesTo(planned, legs);
  return {
    driverId,
    totalStops: stops.length,
    openStops: open.length,
    bags: stops.reduce((sum, { bagCount }) => sum + bagCount, 0),
    plannedMinutes: Math.round((plannedSeconds + extraSeconds) / 60),
    miles: tenths(Number(route?.totalDistance ?? 0) + unplanned.length * milesOf(leg.meters)),
    endsAt: open.length === 0 ? null : endsAt.toISOString(),
    overMinutes: open.length === 0 ? 0 : overMinutes(shift, day, endsAt, openSeconds),
    capacityBags: null,
    overBags: 0,
    isEstimate: unplanned.length > 0,
  };
}

/** When the last planned stop, and the way back from it, are done; 0 without planned stops. */
function endOfPlanned(
  planned: readonly LoadStop[],
  route: PlannedTravel | undefined,
  done: readonly LoadStop[],
  { times, hasEnd }: Clock,
): number {
  let endMs = 0;
  for (const stop of planned) {
    endMs = Math.max(endMs, (stop.estimatedArrival?.getTime() ?? 0) + serviceSeconds(stop, times) * 1000);
  }
  if (!hasEnd || endMs === 0 || !route?.estimatedTime) return endMs;
  const beforeWayBack = serviceOf([...done, ...planned], times) + drivesTo([...done, ...planned], route.legs);
  return endMs + Math.max(0, route.estimatedTime * 60 - beforeWayBack) * 1000;
}

function serviceOf(stops: readonly LoadStop[], times: WorkTimes): number {
  return stops.reduce((sum, stop) => sum + serviceSeconds(stop, times), 0);
}

function drivesTo(stops: readonly LoadStop[], legs: PlannedTravel['legs']): number {
  const secondsTo = new Map(legs.map(({ pickupId, seconds }) => [pickupId, seconds]));
  return stops.reduce((sum, { id }) => sum + (secondsTo.get(id) ?? 0), 0);
}

function averageLeg(legs: PlannedTravel['legs']): { seconds: number; meters: number } {
  if (legs.length === 0) return guessedLeg;
  const sum = (unit: 'seconds' | 'meters') => legs.reduce((total, leg) => total + leg[unit], 0) / legs.length;
  return { seconds: sum('seconds'), meters: sum('meters') };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
