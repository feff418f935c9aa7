import { bagsOf } from '../../../contract/pickups.ts';
import type { DriverLoad, DriverShift } from '../../../contract/routing/day-board.ts';
import { departure, isVisited, serviceSeconds, type WorkTimes } from '../day/plan/route-rules.ts';
import { bagsOnBoard, isPlanned, type LoadedStop, leftBagsOf, type TruckVisit } from '../disposal/on-board-rules.ts';
import { overMinutes } from '../shifts/shift-rules.ts';
import { milesOf } from '../travel/travel-rules.ts';

/** How full a driver's day is, computed from the saved route plan. */

interface LoadStop extends LoadedStop {
  readonly id: string;
  readonly settledAt: Date | null;
}

interface LoadVisit extends TruckVisit {
  readonly minutes: number;
  readonly legSeconds: number | null;
  readonly estimatedArrival: Date | null;
}

interface DriversDay {
  readonly driverId: string;
  readonly shift: DriverShift;
  /** In route order; stops without a place come last. */
  readonly stops: readonly LoadStop[];
  readonly visits: readonly LoadVisit[];
  /** The truck's capacity; null if no disposal site is active. */
  readonly capacityBags: number | null;
  /** Undefined before the day's first route plan. */
  readonly route: PlannedTravel | undefined;
}

/** A saved route plan: the day's minutes and miles, and the drives to each stop and to the end (`pickupId` is null). */
interface PlannedTravel {
  readonly estimatedTime: number | null;
  readonly totalDistance: string | null;
  readonly legs: readonly { readonly pickupId: string | null; readonly seconds: number; readonly meters: number }[];
}

interface Clock {
  readonly day: string;
  readonly today: string;
  readonly now: Date;
  readonly times: WorkTimes;
}

/** The drive to a stop without a place in a route, used when the route has no leg to take an average from. */
export const guessedLeg = { seconds: 240, meters: 1_600 };

/**
 * Returns how full a driver's day is. Stops without a place in the route count with an average leg. Needs attention
 * computes the same `overMinutes` in SQL (attention/driver-days.store.ts).
 */
export function loadOf(driversDay: DriversDay, clock: Clock): DriverLoad {
  const { driverId, shift, stops, visits, capacityBags, route } = driversDay;
  const { times, day } = clock;
  const open = stops.filter(({ status }) => status === 'assigned');
  const planned = open.filter(isPlanned);
  const unplanned = open.filter((stop) => !isPlanned(stop));
  const ahead = visits.filter(({ emptiedAt }) => emptiedAt === null);
  const legs = route?.legs ?? [];
  const leg = averageLeg(legs);
  const extraSeconds = unplanned.length * leg.seconds + serviceOf(unplanned, times);
  const done = stops.filter(isVisited);
  const plannedSeconds = (route?.estimatedTime ?? serviceOf(done, times) / 60) * 60;
  const isUnderWay = done.some(({ settledAt }) => settledAt !== null) || ahead.length < visits.length;
  const departsAt = departure({ day, isUnderWay }, clock.today, clock.now, { startTime: shift.start });
  const plannedEndMs = Math.max(departsAt.getTime(), endOfPlanned(planned, ahead, legs, times));
  const endsAt = new Date(plannedEndMs + extraSeconds * 1000);
  const onBoard = bagsOnBoard(stops, visits);
  const atVisits = ahead.reduce((sum, { minutes, legSeconds }) => sum + minutes * 60 + (legSeconds ?? 0), 0);
  const openSeconds = extraSeconds + serviceOf(planned, times) + drivesTo(planned, legs) + atVisits;
  return {
    driverId,
    totalStops: stops.length,
    openStops: open.length,
    bags: stops.reduce((sum, stop) => sum + bagsOf(stop), 0),
    plannedMinutes: Math.round((plannedSeconds + extraSeconds) / 60),
    miles: tenths(Number(route?.totalDistance ?? 0) + unplanned.length * milesOf(leg.meters)),
    endsAt: open.length === 0 ? null : endsAt.toISOString(),
    overMinutes: open.length === 0 ? 0 : overMinutes(shift, day, endsAt, openSeconds),
    capacityBags,
    fullestBags: onBoard.most,
    overBags: capacityBags === null ? 0 : Math.max(0, onBoard.most - capacityBags),
    leftBags: capacityBags === null || day < clock.today ? 0 : leftBagsOf(stops, visits),
    isEstimate: unplanned.length > 0,
  };
}

/**
 * Returns when the driver is done with the last planned stop or visit and the drive from it to the end, in milliseconds
 * since 1970; 0 if nothing is planned.
 */
function endOfPlanned(
  planned: readonly LoadStop[],
  ahead: readonly LoadVisit[],
  legs: PlannedTravel['legs'],
  times: WorkTimes,
): number {
  const ends = [
    ...planned.map((stop) => (stop.estimatedArrival?.getTime() ?? 0) + serviceSeconds(stop, times) * 1000),
    ...ahead.map(({ estimatedArrival, minutes }) => (estimatedArrival?.getTime() ?? 0) + minutes * 60_000),
  ];
  if (ends.length === 0) return 0;
  const wayBack = legs.find(({ pickupId }) => pickupId === null)?.seconds ?? 0;
  return Math.max(...ends) + wayBack * 1000;
}

function serviceOf(stops: readonly LoadStop[], times: WorkTimes): number {
  return stops.reduce((sum, stop) => sum + serviceSeconds(stop, times), 0);
}

function drivesTo(stops: readonly LoadStop[], legs: PlannedTravel['legs']): number {
  const secondsTo = new Map(legs.map(({ pickupId, seconds }) => [pickupId, seconds]));
  return stops.reduce((sum, { id }) => sum + (secondsTo.get(id) ?? 0), 0);
}

function averageLeg(all: PlannedTravel['legs']): { seconds: number; meters: number } {
  const legs = all.filter(({ pickupId }) => pickupId !== null);
  if (legs.length === 0) return guessedLeg;
  const sum = (unit: 'seconds' | 'meters') => legs.reduce((total, leg) => total + leg[unit], 0) / legs.length;
  return { seconds: sum('seconds'), meters: sum('meters') };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
