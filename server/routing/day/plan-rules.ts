import { instantOf } from '../../../contract/values/dates.ts';

/** Decisions about a planned day: how long a stop takes, when the driver is where, and what a new order saves. */

export interface WorkTimes {
  /** What every stop takes, whatever waits there. */
  readonly stopSeconds: number;
  /** What each bag takes. */
  readonly bagSeconds: number;
  /** When a day begins: HH:MM in New York. */
  readonly startTime: string;
}

/** How long a stop takes, in seconds. */
export function serviceSeconds({ bagCount }: { bagCount: number }, times: WorkTimes): number {
  return times.stopSeconds + bagCount * times.bagSeconds;
}

/** When the driver sets out for what is left: at the start of the day, or now where that has passed or the driver is on the way. */
export function departure(
  { day, isUnderWay }: { day: string; isUnderWay: boolean },
  today: string,
  now: Date,
  times: WorkTimes,
): Date {
  const start = instantOf(day, times.startTime);
  return day === today && (isUnderWay || now > start) ? now : start;
}

/** When the driver reaches each stop: `ways[i]` seconds on the way to it, `services[i]` at it. */
export function arrivals(departsAt: Date, ways: readonly number[], services: readonly number[]): Date[] {
  let atMs = departsAt.getTime();
  return ways.map((seconds, index) => {
    atMs += seconds * 1000;
    const arrival = new Date(atMs);
    atMs += (services[index] ?? 0) * 1000;
    return arrival;
  });
}

interface Placed {
  readonly id: string;
  readonly routeOrder: number | null;
  readonly createdAt: Date;
}

/** Stops as they were to be driven so far: by their place in the route; what has none comes last, the oldest first. */
export function inOldOrder<Stop extends Placed>(stops: readonly Stop[]): Stop[] {
  return stops.toSorted(
    (a, b) =>
      (a.routeOrder ?? Number.POSITIVE_INFINITY) - (b.routeOrder ?? Number.POSITIVE_INFINITY) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
}

interface Settled {
  /** When the driver was done with it; null where the dispatcher marked it. */
  readonly settledAt: Date | null;
}

/**
 * Stops that are settled, in the order in which the driver was at them: they stay in front of what is still to be done. First
 * those that the dispatcher marked, which say nothing of where the driver is.
 */
export function inDoneOrder<Stop extends Placed & Settled>(stops: readonly Stop[]): Stop[] {
  return stops.toSorted(
    (a, b) =>
      (a.settledAt?.getTime() ?? 0) - (b.settledAt?.getTime() ?? 0) ||
      (a.routeOrder ?? 0) - (b.routeOrder ?? 0) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Where the driver is, of stops in the order in which they were done: at the last one that the driver settled. */
export function lastVisited<Stop extends Settled>(inOrder: readonly Stop[]): Stop | undefined {
  return inOrder.findLast(({ settledAt }) => settledAt !== null);
}

/** Whether somebody has been at a settled stop: not where the dispatcher took a stop off the driver's day. */
export function isVisited({ status, settledAt }: Settled & { readonly status: string }): boolean {
  return status === 'completed' || settledAt !== null;
}

/** Where a pinned stop stands among those still to be done, counted from 0; undefined for one that may go anywhere. */
export function pinnedPosition(
  { isPinned, routeOrder }: { isPinned: boolean; routeOrder: number | null },
  settledCount: number,
  openCount: number,
): number | undefined {
  if (!isPinned || routeOrder === null) return undefined;
  return Math.min(Math.max(routeOrder - 1 - settledCount, 0), openCount - 1);
}

const metersPerMile = 1_609.344;

/** Meters in miles, to a tenth. */
export function milesOf(meters: number): number {
  return Math.round((10 * meters) / metersPerMile) / 10;
}
