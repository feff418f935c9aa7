import { groupBy } from '../../ui/group-by.ts';
import { type Degrees, type DrivenPoint, isOnEarth, type Point, plausibleAmong, unitsOf } from './geometry.ts';

/**
 * The data that the map draws. The caller passes the stops and routes; the map computes positions, labels and clusters.
 */

export interface MapStop {
  readonly id: string;
  /** Its number in the list beside the map; null for an unassigned stop. */
  readonly number: number | null;
  readonly place: Degrees | null;
  /** `missed`: resolved but not completed. */
  readonly status: 'open' | 'done' | 'missed';
  /** The customer's name. */
  readonly name: string;
  readonly address: string;
}

export interface DayRoute {
  readonly id: string;
  /** The driver's name. */
  readonly name: string;
  /** A color returned by `routeColor`. */
  readonly color: string;
  /** In driving order. */
  readonly stops: readonly MapStop[];
  /** The route's visits to disposal sites, in order. */
  readonly visits?: readonly MapVisit[];
}

/** A visit to a disposal site. The route's line passes through it. */
export interface MapVisit {
  readonly siteId: string;
  readonly siteName: string;
  readonly place: Degrees | null;
  /** How many of the route's stops come before this visit. */
  readonly afterStops: number;
  readonly isDone: boolean;
  /** "at 11:30 AM" as planned, or "emptied at 11:42 AM"; empty if there is no time. */
  readonly time: string;
}

/** A stop with a position on the map. */
export interface PlacedStop extends MapStop, Point {
  readonly route: DayRoute | null;
}

/** A disposal site that at least one route visits. */
export interface PlacedSite extends Point {
  readonly id: string;
  readonly name: string;
  readonly visits: readonly { readonly route: DayRoute; readonly time: string }[];
}

export interface PlacedDay {
  readonly stops: readonly PlacedStop[];
  readonly sites: readonly PlacedSite[];
  /** How many stops have no plausible place. */
  readonly missing: number;
}

/**
 * Places the stops and sites of a day. Leaves out those without coordinates or far from the other stops, and
 * counts the stops among them.
 */
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
  return { stops, sites: placeSites(routes, isPlausible), missing: all.length - stops.length };
}

/** Returns each visited site once, with all its visits. */
function placeSites(routes: readonly DayRoute[], isPlausible: (place: Degrees) => boolean): PlacedSite[] {
  const visits = routes.flatMap((route) => visitsOf(route).map((visit) => ({ ...visit, route })));
  return [...groupBy(visits, ({ siteId }) => siteId)].flatMap(([id, own]) => {
    const [{ siteName: name, place } = { siteName: '', place: null }] = own;
    return isOnEarth(place) && isPlausible(place) ? [{ id, name, visits: own, ...unitsOf(place) }] : [];
  });
}

const noVisits: readonly MapVisit[] = [];
const visitsOf = ({ visits }: DayRoute) => visits ?? noVisits;

/** Returns the points of each route in driving order, sites included. Leaves out stops and sites without a place. */
export function waysOf(routes: readonly DayRoute[], { stops, sites }: Omit<PlacedDay, 'missing'>): DrivenPoint[][] {
  const places = new Map<string, Point>([...stops, ...sites].map((placed) => [placed.id, placed]));
  const at = (id: string, isDone: boolean) => {
    const place = places.get(id);
    return place ? [{ x: place.x, y: place.y, isDone }] : [];
  };
  return routes.map((route) => {
    const visits = visitsOf(route);
    const visitsAt = (index: number) =>
      visits
        .filter(({ afterStops }) => Math.min(afterStops, route.stops.length) === index)
        .flatMap(({ siteId, isDone }) => at(siteId, isDone));
    return [
      ...route.stops.flatMap(({ id, status }, index) => [...visitsAt(index), ...at(id, status !== 'open')]),
      ...visitsAt(route.stops.length),
    ];
  });
}

/** Returns "Today's routes: 8 routes, 300 stops, 40 done, 12 unassigned, 1 disposal site, 2 not on the map". */
export function mapText(
  label: string,
  routes: readonly DayRoute[],
  unassigned: readonly MapStop[],
  { sites, missing }: Pick<PlacedDay, 'sites' | 'missing'>,
): string {
  const stops = routes.flatMap((route) => route.stops);
  const count = (status: MapStop['status']) => stops.filter((stop) => stop.status === status).length;
  const parts = [
    ...(routes.length > 1 ? [`${routes.length} routes`] : []),
    stops.length === 1 ? '1 stop' : `${stops.length} stops`,
    ...(count('done') > 0 ? [`${count('done')} done`] : []),
    ...(count('missed') > 0 ? [`${count('missed')} not completed`] : []),
    ...(unassigned.length > 0 ? [`${unassigned.length} unassigned`] : []),
    ...(sites.length > 0 ? [sites.length === 1 ? '1 disposal site' : `${sites.length} disposal sites`] : []),
    ...(missing > 0 ? [`${missing} not on the map`] : []),
  ];
  return `${label}: ${parts.join(', ')}`;
}

/** Returns "Stop 12, Ana Ruiz, 718 S 9th St, truck-one, done". */
export function stopText({ number, name, address, status, route }: PlacedStop): string {
  return [
    ...(number === null ? ['Unassigned stop'] : [`Stop ${number}`]),
    name,
    address,
    ...(route ? [route.name] : []),
    ...(status === 'done' ? ['done'] : status === 'missed' ? ['not completed'] : []),
  ].join(', ');
}

/** Returns "Disposal site Eastwick Transfer: truck-one at 11:30 AM, truck-two". */
export function siteText({ name, visits }: PlacedSite): string {
  return `Disposal site ${name}: ${visits.map(({ route, time }) => [route.name, time].filter(Boolean).join(' ')).join(', ')}`;
}
