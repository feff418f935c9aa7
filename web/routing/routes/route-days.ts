import type { AdminPickup } from '../../../contract/pickups.ts';
import type { Route, RouteStop } from '../../../contract/routing.ts';
import { addDays, type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { groupBy } from '../../ui/group-by.ts';
import { type OpenStop, openStopsOf, resolvedStopsOf } from '../route-stops.ts';

/** A day to show. All past days with open stops are one entry, 'overdue'. */
export type RouteDayKey = DateKey | 'overdue';

export interface RouteDay {
  readonly key: RouteDayKey;
  /** Undefined if the day loads its own stops (see `weekOf`). */
  readonly stops: readonly AdminPickup[] | undefined;
}

export interface DriverRoute {
  readonly key: string;
  readonly day: DateKey;
  readonly driver: string | null;
  readonly route: Route | undefined;
  readonly open: readonly OpenStop[];
  readonly resolved: readonly RouteStop[];
}

/** Returns the New York day of a stop. A stop without a date counts as today, as on the driver's screen. */
function dayOf(stop: Pick<AdminPickup, 'scheduledDate'>, today: DateKey): DateKey {
  return stop.scheduledDate ? dateKeyOf(new Date(stop.scheduledDate)) : today;
}

/** Groups open stops by day: overdue first, then today and later. */
export function splitDays(stops: readonly AdminPickup[], today: DateKey, routes: readonly Route[] = []): RouteDay[] {
  const byDay = groupBy(stops, (stop) => {
    const day = dayOf(stop, today);
    return day < today ? 'overdue' : day;
  });
  // Today is shown even when all its stops are resolved.
  if (!byDay.has(today) && routes.some((route) => isWorthShowing(route, today))) byDay.set(today, []);
  return [...byDay]
    .map(([key, members]) => ({ key, stops: members }))
    .sort((one, other) => (rankOf(one.key) < rankOf(other.key) ? -1 : 1));
}

/** Returns overdue and the coming week, for more stops than fit in one response. Each day loads its own stops. */
export function weekOf(stops: readonly AdminPickup[], today: DateKey): RouteDay[] {
  const overdue = splitDays(stops, today).filter(({ key }) => key === 'overdue');
  return [...overdue, ...Array.from({ length: 7 }, (_, index) => ({ key: addDays(today, index), stops: undefined }))];
}

const rankOf = (key: RouteDayKey) => (key === 'overdue' ? '' : key);

const isWorthShowing = (route: Route, day: RouteDayKey) => route.date === day && route.pickups.length > 0;

/** Returns the day to show: the wanted one, else today or the next day with stops, else overdue. */
export function chooseDay(days: readonly RouteDay[], wanted: string | undefined, today: DateKey): RouteDay | undefined {
  return (
    days.find(({ key }) => key === wanted) ??
    days.find(({ key }) => key !== 'overdue' && key >= today) ??
    days.find(({ key }) => key === 'overdue')
  );
}

/** Groups a day's stops into one route per driver and day, each in driving order. */
export function routesOf(
  stops: readonly AdminPickup[],
  routes: readonly Route[],
  shown: RouteDayKey,
  today: DateKey,
): DriverRoute[] {
  const groups = groupBy(stops, (stop) => `${dayOf(stop, today)} ${stop.driverId ?? ''}`);
  for (const route of routes) {
    const key = `${route.date} ${route.driverId}`;
    if (isWorthShowing(route, shown) && !groups.has(key)) groups.set(key, []);
  }
  return [...groups]
    .map(([key, members]) => {
      const route = routes.find(({ date, driverId }) => `${date} ${driverId}` === key);
      return {
        key,
        day: key.slice(0, 10),
        driver: route?.driverName ?? members[0]?.driverName ?? null,
        route,
        open: openStopsOf(members, route),
        resolved: resolvedStopsOf(route),
      };
    })
    .sort((one, other) => (nameKey(one) < nameKey(other) ? -1 : 1));
}

/** Returns the sort key: by day, then by driver name, then by driver id. */
const nameKey = ({ day, driver, key }: Pick<DriverRoute, 'day' | 'driver' | 'key'>) => `${day} ${driver ?? ''} ${key}`;
