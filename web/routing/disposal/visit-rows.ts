import type { DisposalVisit } from '../../../contract/routing/disposal.ts';

/** Where the visits to disposal sites are among the stops of a driver's day. Pure. */

/** A row of a route: a stop with its index in the list, or a visit, which isn't counted. */
export type RouteRow<Stop> =
  | { readonly stop: Stop; readonly index: number; readonly visit?: undefined }
  | { readonly visit: DisposalVisit; readonly stop?: undefined; readonly index?: undefined };

/** The visits that belong to the resolved stops, and those that are shown among the open ones. */
export function splitVisits(
  visits: readonly DisposalVisit[],
  resolvedStops: number,
): { done: DisposalVisit[]; ahead: DisposalVisit[] } {
  const isDone = ({ emptiedAt, afterStops }: DisposalVisit) => emptiedAt !== null && afterStops <= resolvedStops;
  return { done: visits.filter(isDone), ahead: visits.filter((visit) => !isDone(visit)) };
}

/**
 * The stops with the visits at their places. `before` is how many stops of the driver's day come before these. A visit from
 * before them comes first, one from after them last.
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
