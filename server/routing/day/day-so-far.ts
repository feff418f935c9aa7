import { bagsOf } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { VisitRow } from '../disposal/visits.store.ts';
import type { StopRow } from '../stops.store.ts';
import type { DriverDay } from './read-day.ts';
import { departure, inResolvedOrder, isVisited, lastVisited } from './route-rules.ts';

/** A driver's progress in a day: resolved stops, disposal visits, and the bags on board. */

export type DoneDay = Pick<DriverDay, 'driverId' | 'resolved' | 'emptied'>;

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
