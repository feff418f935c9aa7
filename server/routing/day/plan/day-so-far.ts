import { bagsOf } from '../../../../contract/pickups.ts';
import { dateKeyOf } from '../../../../contract/values/time/dates.ts';
import type { VisitRow } from '../../disposal/visits.store.ts';
import { roomSeconds } from '../../shifts/shift-rules.ts';
import type { StopRow } from '../../stops.store.ts';
import type { Day, DriverDay } from '../read/day.ts';
import { departure, inResolvedOrder, isVisited, lastVisited } from './route-rules.ts';

/** A driver's progress in a day: what is done, where the truck is, what is on board, and how much time is left. */

type DoneDay = Pick<DriverDay, 'driverId' | 'resolved' | 'emptied'>;

/** A resolved stop, or a visit to a disposal site. */
export interface Past {
  readonly stop: StopRow | null;
  readonly visit: VisitRow | null;
  readonly isVisited: boolean;
  /** True if the driver recorded it, which shows where the driver was. A dispatcher's entry doesn't. */
  readonly showsPlace: boolean;
}

/** Returns the resolved stops and the disposal visits made, in the order in which the driver made them. */
export function pastOf({ resolved, emptied }: DoneDay): Past[] {
  const past: Past[] = inResolvedOrder(resolved).map((stop) => ({
    ...{ stop, visit: null, isVisited: isVisited(stop), showsPlace: stop.settledAt !== null },
  }));
  for (const visit of emptied) {
    const place = past.findLastIndex((one) => timeOf(one) <= (visit.emptiedAt?.getTime() ?? 0)) + 1;
    past.splice(place, 0, { stop: null, visit, isVisited: true, showsPlace: true });
  }
  return past;
}

function timeOf({ stop, visit }: Past): number {
  return (stop?.settledAt ?? visit?.emptiedAt)?.getTime() ?? 0;
}

/** Returns the number of bags collected since the truck was last emptied. */
export function bagsOnBoard({ resolved, emptied }: DoneDay): number {
  const last = emptied.at(-1)?.emptiedAt;
  const onBoard = resolved.filter(({ status, completedAt }) => {
    return status === 'completed' && (!last || (completedAt !== null && completedAt > last));
  });
  return onBoard.reduce((sum, stop) => sum + bagsOf(stop), 0);
}

/** Returns when the driver leaves for the open stops. */
export function departureOf({ date, shift, resolved, emptied }: DriverDay, now: Date): Date {
  const isUnderWay = lastVisited(inResolvedOrder(resolved)) !== undefined || emptied.length > 0;
  return departure({ day: date, isUnderWay }, dateKeyOf(now), now, { startTime: shift.start });
}

/** Returns when a driver leaves for the open stops and when the shift ends, in seconds since 1970. */
export function shiftAhead({ now }: Day, driver: DriverDay): { earliest: number; latest: number } {
  const departsAt = departureOf(driver, now);
  const earliest = departsAt.getTime() / 1000;
  return { earliest, latest: earliest + roomSeconds(driver.shift, driver.date, departsAt) };
}

/** Returns the matrix rows of the start and end of a driver's route; null if unknown. */
export function endsOf({ travel }: Day, { driverId }: DoneDay): { start: number | null; end: number | null } {
  return travel.endsOf.get(driverId) ?? { start: null, end: null };
}

/**
 * Returns the matrix rows between which the open stops are driven. The start is the last site or stop that the driver
 * recorded, else the start of the route. A row is null if the place is unknown.
 */
export function endsAhead(day: Day, driver: DoneDay): { start: number | null; end: number | null } {
  const { start, end } = endsOf(day, driver);
  const last = pastOf(driver).findLast(({ showsPlace }) => showsPlace);
  return { start: last ? rowOfPast(day, last) : start, end };
}

/** Returns the matrix row of a resolved stop or of a visit's site. */
export function rowOfPast({ travel: { placeOfStop, placeOfSite } }: Day, { stop, visit }: Past): number {
  return (stop ? placeOfStop.get(stop.id) : placeOfSite.get(visit?.siteId ?? '')) as number;
}
