import { bagsOf } from '../../../../contract/pickups.ts';
import { dateKeyOf } from '../../../../contract/values/time/dates.ts';
import type { VisitRow } from '../../disposal/visits.store.ts';
import { roomSeconds } from '../../shifts/shift-rules.ts';
import type { DisposalSite, TimeWindow } from '../../solver/day-problem.ts';
import type { StopRow } from '../../stops.store.ts';
import type { Day, DayTravel, DriverDay } from '../read/day.ts';
import { secondsAt } from '../read/stop-windows.ts';
import { departure, inResolvedOrder, isVisited } from './route-rules.ts';

/** What a driver has done of a day, and what the rest of it begins with. */

/** A resolved stop, or a visit to a disposal site. */
export interface Past {
  readonly stop: StopRow | null;
  readonly visit: VisitRow | null;
  readonly isVisited: boolean;
  /** True if the driver recorded it, which shows where the driver was. A dispatcher's entry doesn't. */
  readonly showsPlace: boolean;
}

/** Returns the resolved stops and the disposal visits made, in the order in which the driver made them. */
export function pastOf({ resolved, emptied }: Pick<DriverDay, 'resolved' | 'emptied'>): Past[] {
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

/** A truck when its driver leaves for the open stops. Places are rows of the matrix; times are seconds since 1970. */
export interface TruckAhead {
  /** The last site or stop that the driver recorded, else the start of the route; null if neither is known. */
  readonly start: number | null;
  readonly end: number | null;
  readonly leavesAt: number;
  readonly shiftEndsAt: number;
  /** The number of bags collected since the truck was last emptied. */
  readonly onBoard: number;
  readonly capacity: number;
  /** Null if there is no pause or its window has passed. */
  readonly pause: (TimeWindow & { readonly duration: number }) | null;
}

/** Returns where, when and with what a driver begins the open stops. */
export function truckAhead({ travel, now }: Day, driver: DriverDay): TruckAhead {
  const { driverId, date, shift, truck, resolved, emptied } = driver;
  const { start, end } = travel.endsOf.get(driverId) ?? { start: null, end: null };
  const last = pastOf(driver).findLast(({ showsPlace }) => showsPlace);
  const isUnderWay = resolved.some(({ settledAt }) => settledAt !== null) || emptied.length > 0;
  const departsAt = departure({ day: date, isUnderWay }, dateKeyOf(now), now, { startTime: shift.start });
  const leavesAt = departsAt.getTime() / 1000;
  const pause = truck.pause && {
    ...{ earliest: secondsAt(date, truck.pause.from), latest: secondsAt(date, truck.pause.until) },
    duration: truck.pause.minutes * 60,
  };
  return {
    ...{ start: last ? rowOfPast(travel, last) : start, end, leavesAt },
    shiftEndsAt: leavesAt + roomSeconds(shift, date, departsAt),
    onBoard: bagsOnBoard(driver),
    capacity: truck.capacityBags,
    pause: pause && leavesAt <= pause.latest ? pause : null,
  };
}

function bagsOnBoard({ resolved, emptied }: DriverDay): number {
  const last = emptied.at(-1)?.emptiedAt;
  const onBoard = resolved.filter(({ status, completedAt }) => {
    return status === 'completed' && (!last || (completedAt !== null && completedAt > last));
  });
  return onBoard.reduce((sum, stop) => sum + bagsOf(stop), 0);
}

/** Returns the matrix row of a resolved stop or of a visit's site. */
export function rowOfPast({ placeOfStop, placeOfSite }: DayTravel, { stop, visit }: Past): number {
  return (stop ? placeOfStop.get(stop.id) : placeOfSite.get(visit?.siteId ?? '')) as number;
}

/** Returns the disposal sites, with the hours in which a visit may begin, in seconds since 1970. */
export function sitesOf({ sites, travel, date }: Day): DisposalSite[] {
  return sites.map(({ id, minutes, opensAt, closesAt }) => ({
    ...{ place: travel.placeOfSite.get(id) as number, service: minutes * 60 },
    ...(opensAt !== null &&
      closesAt !== null && { hours: { earliest: secondsAt(date, opensAt), latest: secondsAt(date, closesAt) } }),
  }));
}
