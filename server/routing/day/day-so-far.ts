import { bagsOf } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { VisitRow } from '../disposal/visits.store.ts';
import type { StopRow } from '../stops.store.ts';
import type { DriverDay } from './read-day.ts';
import { departure, inResolvedOrder, isVisited, lastVisited } from './route-rules.ts';

/** What a driver has done of a day: stops and disposal visits, where the truck is, and what is on board. */

export type DoneDay = Pick<DriverDay, 'driverId' | 'resolved' | 'emptied'>;

/** A resolved stop, or a visit to a disposal site. */
export interface Past {
  readonly stop: StopRow | null;
  readonly visit: VisitRow | null;
  readonly isVisited: boolean;
  /** Whether the driver resolved it there. A dispatcher's entry doesn't show where the driver is. */
  readonly showsPlace: boolean;
}

/** What is done, in the order of the visits. */
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

/** Bags that were collected since the truck was emptied last. */
export function bagsOnBoard({ resolved, emptied }: DoneDay): number {
  const last = emptied.at(-1)?.emptiedAt;
  const onBoard = resolved.filter(({ status, completedAt }) => {
    return status === 'completed' && (!last || (completedAt !== null && completedAt > last));
  });
  return onBoard.reduce((sum, stop) => sum + bagsOf(stop), 0);
}

/** When the driver leaves for the open stops. */
export function departureOf({ date, shift, resolved, emptied }: DriverDay, now: Date): Date {
  const isUnderWay = lastVisited(inResolvedOrder(resolved)) !== undefined || emptied.length > 0;
  return departure({ day: date, isUnderWay }, dateKeyOf(now), now, { startTime: shift.start });
}
