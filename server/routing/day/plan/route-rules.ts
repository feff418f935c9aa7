import { instantOf } from '../../../../contract/values/time/dates.ts';

/** Rules of a planned day: service times, arrival times, and the order of stops. */

export interface WorkTimes {
  /** The time that every stop takes, regardless of its bags. */
  readonly stopSeconds: number;
  /** The additional time for each bag. */
  readonly bagSeconds: number;
  /** When a day begins: HH:MM in New York. */
  readonly startTime: string;
}

/** Returns how long a stop takes, in seconds. */
export function serviceSeconds({ bagCount }: { bagCount: number }, times: WorkTimes): number {
  return times.stopSeconds + bagCount * times.bagSeconds;
}

/**
 * Returns when the driver leaves for the open stops: at the start of the day or, if that has passed or the route is
 * under way, now.
 */
export function departure(
  { day, isUnderWay }: { day: string; isUnderWay: boolean },
  today: string,
  now: Date,
  { startTime }: { startTime: string },
): Date {
  const start = instantOf(day, startTime);
  return day === today && (isUnderWay || now > start) ? now : start;
}

interface Placed {
  readonly id: string;
  readonly routeOrder: number | null;
  readonly createdAt: Date;
}

/** Returns stops in their current order: by place in the route; those without a place come last, the oldest first. */
export function inOldOrder<Stop extends Placed>(stops: readonly Stop[]): Stop[] {
  return stops.toSorted(
    (a, b) =>
      (a.routeOrder ?? Number.POSITIVE_INFINITY) - (b.routeOrder ?? Number.POSITIVE_INFINITY) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
}

interface Resolved {
  /** When the driver resolved it; null if the dispatcher did. */
  readonly settledAt: Date | null;
}

/**
 * Returns resolved stops in the order in which the driver visited them. Stops resolved by the dispatcher come first,
 * because they don't show where the driver is.
 */
export function inResolvedOrder<Stop extends Placed & Resolved>(stops: readonly Stop[]): Stop[] {
  return stops.toSorted(
    (a, b) =>
      (a.settledAt?.getTime() ?? 0) - (b.settledAt?.getTime() ?? 0) ||
      (a.routeOrder ?? 0) - (b.routeOrder ?? 0) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Returns true if the driver was at a resolved stop. A stop that the dispatcher marked as failed was not visited. */
export function isVisited({ status, settledAt }: Resolved & { readonly status: string }): boolean {
  return status === 'completed' || settledAt !== null;
}

/** Returns a pinned stop's position among the open stops, counted from 0; undefined for a stop that may be anywhere. */
export function pinnedPosition(
  { isPinned, routeOrder }: { isPinned: boolean; routeOrder: number | null },
  resolvedCount: number,
  openCount: number,
): number | undefined {
  if (!isPinned || routeOrder === null) return undefined;
  return Math.min(Math.max(routeOrder - 1 - resolvedCount, 0), openCount - 1);
}
