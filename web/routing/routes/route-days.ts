import type { AdminPickup } from '../../../contract/pickups.ts';
import type { Route, RouteStop } from '../../../contract/routing.ts';
import { addDays, type DateKey, dateKeyOf } from '../../../contract/values/dates.ts';
import { type OpenStop, openStopsOf, resolvedStopsOf } from '../route-stops.ts';

/** Which days of work there are, and what each driver does in which order. */

/** A day that can be looked at; all days that went by with something left undone are one. */
export type RouteDayKey = DateKey | 'overdue';

export interface RouteDay {
  readonly key: RouteDayKey;
  /** Undefined where only the server knows: see `weekOf`. */
  readonly stops: readonly AdminPickup[] | undefined;
}

/** What one driver does on one day. */
export interface DriverRoute {
  readonly key: string;
  readonly day: DateKey;
  readonly driver: string | null;
  /** The plan; undefined where nobody has planned the day. */
  readonly route: Route | undefined;
  /** What is still to be done. */
  readonly open: readonly OpenStop[];
  readonly resolved: readonly RouteStop[];
}

/** The New York day of a stop. One without a date is today's, as the driver sees it. */
function dayOf(stop: Pick<AdminPickup, 'scheduledDate'>, today: DateKey): DateKey {
  return stop.scheduledDate ? dateKeyOf(new Date(stop.scheduledDate)) : today;
}

/** Sorts open stops into days: what is overdue first, then today, then the days to come. */
export function splitDays(stops: readonly AdminPickup[], today: DateKey, routes: readonly Route[] = []): RouteDay[] {
  const byDay = Map.groupBy(stops, (stop) => {
    const day = dayOf(stop, today);
    return day < today ? 'overdue' : day;
  });
  // A day that is done whole still shows what was done.
  if (!byDay.has(today) && routes.some((route) => isWorthShowing(route, today))) byDay.set(today, []);
  return [...byDay]
    .map(([key, members]) => ({ key, stops: members }))
    .sort((one, other) => (rankOf(one.key) < rankOf(other.key) ? -1 : 1));
}

/** Where there are more stops than one answer holds: the coming week, each day to be asked for by itself. */
export function weekOf(stops: readonly AdminPickup[], today: DateKey): RouteDay[] {
  const overdue = splitDays(stops, today).filter(({ key }) => key === 'overdue');
  return [...overdue, ...Array.from({ length: 7 }, (_, index) => ({ key: addDays(today, index), stops: undefined }))];
}

const rankOf = (key: RouteDayKey) => (key === 'overdue' ? '' : key);

const isWorthShowing = (route: Route, day: RouteDayKey) => route.date === day && route.pickups.length > 0;

/** The day to show: the one asked for, else today, else the next one, else what is overdue. */
export function chooseDay(days: readonly RouteDay[], wanted: string | undefined, today: DateKey): RouteDay | undefined {
  return (
    days.find(({ key }) => key === wanted) ??
    days.find(({ key }) => key !== 'overdue' && key >= today) ??
    days.find(({ key }) => key === 'overdue')
  );
}

/** A day's stops as routes: one a driver and day, each in driving order, with the plan where there is one. */
export function routesOf(
  stops: readonly AdminPickup[],
  routes: readonly Route[],
  shown: RouteDayKey,
  today: DateKey,
): DriverRoute[] {
  const groups = Map.groupBy(stops, (stop) => `${dayOf(stop, today)} ${stop.driverUsername ?? ''}`);
  for (const route of routes) {
    const key = `${route.date} ${route.driverName}`;
    if (isWorthShowing(route, shown) && !groups.has(key)) groups.set(key, []);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, members]) => {
      const route = routes.find(({ date, driverName }) => `${date} ${driverName}` === key);
      return {
        key,
        day: key.slice(0, 10),
        driver: key.slice(11) || null,
        route,
        open: openStopsOf(members, route),
        resolved: resolvedStopsOf(route),
      };
    });
}
