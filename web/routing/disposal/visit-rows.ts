import type { DisposalVisit } from '../../../contract/routing/disposal.ts';

/** Pure functions that place the visits to disposal sites among the stops of a driver's day. */

/** A row of a route: a stop with its index in the list, or a visit, which has no index. */
export type RouteRow<Stop> =
  | { readonly stop: Stop; readonly index: number; readonly visit?: undefined }
  | { readonly visit: DisposalVisit; readonly stop?: undefined; readonly index?: undefined };

/** Splits the visits into those among the resolved stops and those shown among the open stops. */
export function splitVisits(
  visits: readonly DisposalVisit[],
  resolvedStops: number,
): { done: DisposalVisit[]; ahead: DisposalVisit[] } {
  const isDone = ({ emptiedAt, afterStops }: DisposalVisit) => emptiedAt !== null && afterStops <= resolvedStops;
  return { done: visits.filter(isDone), ahead: visits.filter((visit) => !isDone(visit)) };
}

/**
 * Returns the stops with the visits in their places. `before` is the number of the day's stops that precede these. A
 * visit that belongs before the first stop comes first; one that belongs after the last stop comes last.
 */
export function withVisits<Stop>(
  stops: readonly Stop[],
  visits: readonly DisposalVisit[],
  before = 0,
): RouteRow<Stop>[] {
  const placed = visits.map((visit) => ({
    visit,
    at: Math.min(Math.max(visit.afterStops - before, 0), stops.length),
  }));
  const visitsAt = (at: number) => placed.filter((one) => one.at === at).map(({ visit }) => ({ visit }));
  return [...stops.flatMap((stop, index) => [...visitsAt(index), { stop, index }]), ...visitsAt(stops.length)];
}
