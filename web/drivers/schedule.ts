import type { DriverDay, DriverSchedule, DriverStop } from '../../contract/drivers.ts';
import type { DisposalVisit } from '../../contract/routing/disposal.ts';
import type { DateKey } from '../../contract/values/time/dates.ts';

export interface NumberedStop {
  readonly number: number;
  readonly stop: DriverStop;
}

export interface SplitSchedule {
  /** Assigned pickups of earlier dates, oldest first. */
  readonly overdue: readonly DriverStop[];
  readonly today: readonly NumberedStop[];
  /** Today's visits to disposal sites. */
  readonly visits: readonly DisposalVisit[];
  /** Bags that stay on the truck today because no visit follows. */
  readonly leftBags: number;
  readonly upcoming: readonly DriverDay[];
}

/** Splits a schedule by New York date. The response's keys may be in any order. */
export function splitSchedule(schedule: DriverSchedule, today: DateKey): SplitSchedule {
  const days = Object.entries(schedule).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    overdue: days
      .filter(([date]) => date < today)
      .flatMap(([, day]) => day.pickups)
      .filter(isOpen),
    today: numberStops(schedule[today]?.pickups ?? []),
    visits: schedule[today]?.disposalVisits ?? [],
    leftBags: schedule[today]?.leftBags ?? 0,
    upcoming: days.filter(([date, day]) => date > today && day.pickups.length > 0).map(([, day]) => day),
  };
}

/** Numbers stops by route order. A stop without a route order gets the number after the previous stop's. */
export function numberStops(stops: readonly DriverStop[]): NumberedStop[] {
  let last = 0;
  return stops.map((stop) => {
    last = stop.routeOrder ?? last + 1;
    return { number: last, stop };
  });
}

/** A step of a driver's day: a stop or a visit to a disposal site. */
export type RouteItem =
  | { readonly kind: 'stop'; readonly id: string; readonly number: number; readonly stop: DriverStop }
  | { readonly kind: 'visit'; readonly id: string; readonly visit: DisposalVisit };

/** Returns the stops of a day with each visit in its place among them. */
export function withVisits(stops: readonly NumberedStop[], visits: readonly DisposalVisit[]): RouteItem[] {
  const items: RouteItem[] = [];
  for (let index = 0; index <= stops.length; index++) {
    const here = visits.filter(({ afterStops }) => Math.min(afterStops, stops.length) === index);
    items.push(...here.map((visit) => ({ kind: 'visit' as const, id: visit.id, visit })));
    const next = stops[index];
    if (next) items.push({ kind: 'stop', id: next.stop.id, ...next });
  }
  return items;
}

export function isOpenItem(item: RouteItem): boolean {
  return item.kind === 'stop' ? isOpen(item.stop) : item.visit.emptiedAt === null;
}

/** Returns true if the visit was the driver's last press: no stop has been completed since. */
export function wasLastPress({ emptiedAt }: DisposalVisit, stops: readonly Pick<DriverStop, 'completedAt'>[]): boolean {
  return emptiedAt !== null && stops.every(({ completedAt }) => completedAt === null || completedAt <= emptiedAt);
}

export function isOpen(stop: Pick<DriverStop, 'status'>): boolean {
  return stop.status === 'assigned';
}

/** A stop's state for its driver. An incomplete stop is back with the dispatcher. */
export type StopState = 'open' | 'done' | 'incomplete';

export function stopStateOf(stop: Pick<DriverStop, 'status'>): StopState {
  return isOpen(stop) ? 'open' : isDone(stop) ? 'done' : 'incomplete';
}

export function isDone(stop: Pick<DriverStop, 'status'>): boolean {
  return stop.status === 'completed';
}

export interface DayCounts {
  readonly total: number;
  readonly completed: number;
  readonly remaining: number;
  readonly incomplete: number;
}

/** Returns today's counts. Every stop is in exactly one of the three states, so they add up to the total. */
export function countStops(stops: readonly Pick<DriverStop, 'status'>[]): DayCounts {
  const of = (state: StopState) => stops.filter((stop) => stopStateOf(stop) === state).length;
  return { total: stops.length, completed: of('done'), remaining: of('open'), incomplete: of('incomplete') };
}
