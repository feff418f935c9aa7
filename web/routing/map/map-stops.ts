import { type Degrees, isOnEarth, type Point, plausibleAmong, unitsOf } from './geometry.ts';

/** What the map draws. The caller gives the facts; places, labels and clusters are the map's business. */

export interface MapStop {
  readonly id: string;
  /** Its number in the list beside the map; null for a stop of no route. */
  readonly number: number | null;
  readonly place: Degrees | null;
  /** `missed`: resolved without being completed. */
  readonly status: 'open' | 'done' | 'missed';
  /** The customer's. */
  readonly name: string;
  readonly address: string;
}

export interface DayRoute {
  readonly id: string;
  /** The driver's name. */
  readonly name: string;
  /** Of `routeColor`. */
  readonly color: string;
  /** In driving order. */
  readonly stops: readonly MapStop[];
}

/** A stop that has a place. */
export interface PlacedStop extends MapStop, Point {
  readonly route: DayRoute | null;
}

export interface PlacedDay {
  readonly stops: readonly PlacedStop[];
  /** How many stops have no plausible place. */
  readonly missing: number;
}

/** Places the stops of a day. Those without coordinates, or far from all others, are left out and counted. */
export function placeStops(routes: readonly DayRoute[], unassigned: readonly MapStop[]): PlacedDay {
  const all = [
    ...unassigned.map((stop) => ({ stop, route: null })),
    ...routes.flatMap((route) => route.stops.map((stop) => ({ stop, route }))),
  ];
  const found = all.flatMap(({ stop, route }) => (isOnEarth(stop.place) ? [{ stop, route, place: stop.place }] : []));
  const isPlausible = plausibleAmong(found.map(({ place }) => place));
  const stops = found
    .filter(({ place }) => isPlausible(place))
    .map(({ stop, route, place }) => ({ ...stop, ...unitsOf(place), route }));
  return { stops, missing: all.length - stops.length };
}

/** "Today's routes: 8 routes, 300 stops, 40 done, 12 unassigned, 2 not on the map" */
export function mapText(
  label: string,
  routes: readonly DayRoute[],
  unassigned: readonly MapStop[],
  missing: number,
): string {
  const stops = routes.flatMap((route) => route.stops);
  const count = (status: MapStop['status']) => stops.filter((stop) => stop.status === status).length;
  const parts = [
    ...(routes.length > 1 ? [`${routes.length} routes`] : []),
    stops.length === 1 ? '1 stop' : `${stops.length} stops`,
    ...(count('done') > 0 ? [`${count('done')} done`] : []),
    ...(count('missed') > 0 ? [`${count('missed')} not completed`] : []),
    ...(unassigned.length > 0 ? [`${unassigned.length} unassigned`] : []),
    ...(missing > 0 ? [`${missing} not on the map`] : []),
  ];
  return `${label}: ${parts.join(', ')}`;
}

/** "Stop 12, Ana Ruiz, 718 S 9th St, truck-one, done" */
export function stopText({ number, name, address, status, route }: PlacedStop): string {
  return [
    ...(number === null ? ['Unassigned stop'] : [`Stop ${number}`]),
    name,
    address,
    ...(route ? [route.name] : []),
    ...(status === 'done' ? ['done'] : status === 'missed' ? ['not completed'] : []),
  ].join(', ');
}
