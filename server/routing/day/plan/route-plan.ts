import { bagsOf } from '../../../../contract/pickups.ts';
import type { SiteRow } from '../../disposal/sites.store.ts';
import type { Leg } from '../../routing.store.ts';
import type { StopRow } from '../../stops.store.ts';
import type { Day, DriverDay } from '../read/day.ts';
import { pastOf, rowOfPast, sitesOf, type TruckAhead, truckAhead } from './day-so-far.ts';
import { type OrderedRoute, placeVisits, type RouteTimes } from './place-visits.ts';
import { inResolvedOrder, isVisited, serviceSeconds } from './route-rules.ts';

/** One driver's planned route of a day. */
export interface RoutePlan extends Omit<DriverDay, 'open'> {
  /** The open stops in driving order. */
  readonly open: readonly StopRow[];
  /** When the driver arrives at each open stop. */
  readonly arrivals: readonly Date[];
  /** The planned visits to disposal sites, in order. */
  readonly visits: readonly PlannedVisit[];
  readonly endsAt: Date;
  /**
   * The legs to each visited or open stop, and to the end of the route. A route without a known start has no leg to its
   * first stop.
   */
  readonly legs: readonly Leg[];
  /** The sum of all legs of the day, including those to disposal sites. */
  readonly total: Drive;
  /** The time of the whole day: driving, stops, visits, the pause and waiting for a site to open. */
  readonly totalSeconds: number;
  /** The drive through the open stops and visits to the end of the route. */
  readonly ahead: Drive;
  /** Bags above the truck's capacity when it is fullest. */
  readonly overBags: number;
  /** Bags left on board at the end. */
  readonly leftBags: number;
}

/** The driving time and distance of one or more legs. */
interface Drive {
  readonly seconds: number;
  readonly meters: number;
}

export interface PlannedVisit {
  readonly site: SiteRow;
  /** The number of open stops before the visit. */
  readonly afterOpen: number;
  readonly bags: number;
  readonly begins: Date;
  /** Null if the place before the visit is unknown. */
  readonly leg: Drive | null;
}

/** Adds visits to disposal sites, legs, times and totals to an order of a driver's open stops. */
export function toRoutePlan(day: Day, driver: DriverDay, order: readonly StopRow[]): RoutePlan {
  const { sites, workTimes } = day;
  const { truck, times, legs, drive, toEnd } = layOut(day, driver, order);
  const past = pastLegs(day, driver);
  const done = driver.resolved.filter(isVisited);
  const atPast =
    done.reduce((sum, stop) => sum + serviceSeconds(stop, workTimes), 0) +
    driver.emptied.reduce((sum, { minutes }) => sum + minutes * 60, 0);
  const hasWork = order.length + done.length + driver.emptied.length + times.visits.length > 0;
  const ahead = hasWork ? drive : { seconds: 0, meters: 0 };
  const takes = hasWork ? times.endsAt - truck.leavesAt : 0;
  const toVisits = legs.filter(({ pickupId }) => pickupId === null);
  const isFirstUnknown = legs.length < order.length + times.visits.length;
  return {
    ...driver,
    resolved: inResolvedOrder(driver.resolved),
    open: order,
    arrivals: times.arrivals.map(toDate),
    visits: times.visits.map(({ site, afterStops, bags, begins }, index) => ({
      ...{ site: sites[site] as SiteRow, afterOpen: afterStops, bags, begins: toDate(begins) },
      leg: legOfVisit(toVisits, index - Number(isFirstUnknown && times.visits[0]?.afterStops === 0)),
    })),
    endsAt: toDate(times.endsAt),
    legs: [...[...past, ...legs].filter(isToStop), ...(toEnd && hasWork ? [{ pickupId: null, ...toEnd }] : [])],
    total: sumOfDrives([...past, ahead]),
    totalSeconds: sumOfDrives(past).seconds + atPast + takes,
    ahead,
    overBags: times.overBags,
    leftBags: times.leftBags,
  };
}

function isToStop(leg: PlannedLeg): boolean {
  return leg.pickupId !== null;
}

function legOfVisit(legs: readonly PlannedLeg[], index: number): Drive | null {
  const leg = legs[index];
  return leg ? { seconds: leg.seconds, meters: leg.meters } : null;
}

const toDate = (seconds: number) => new Date(Math.round(seconds * 1000));

interface LaidOut {
  readonly truck: TruckAhead;
  readonly times: RouteTimes;
  /** The legs to open stops and planned visits, in order. */
  readonly legs: readonly PlannedLeg[];
  /** The sum of all legs, including the one to the end of the route. */
  readonly drive: Drive;
  /**
   * The drive from the last stop or visit to the end of the route, including a pause on the way; null if one of these
   * places is unknown.
   */
  readonly toEnd: Drive | null;
}

/** Computes times and legs of a driver's open stops in this order, from where the truck is now. */
export function layOut(day: Day, driver: DriverDay, order: readonly StopRow[]): LaidOut {
  const truck = truckAhead(day, driver);
  const route = orderedRoute(day, truck, order);
  const times = placeVisits(route);
  const nodes = [...route.stops.keys(), route.stops.length].flatMap((gap) => [
    ...times.visits
      .filter(({ afterStops }) => afterStops === gap)
      .map(({ site, begins }) => ({
        ...{ pickupId: null, place: route.sites[site]?.place as number },
        leaves: begins + (route.sites[site]?.service ?? 0),
      })),
    ...order.slice(gap, gap + 1).map(({ id }) => ({
      ...{ pickupId: id, place: route.stops[gap]?.place as number },
      leaves: (times.arrivals[gap] as number) + (route.stops[gap]?.service ?? 0),
    })),
  ]);
  const legs = legsBetween(day, route.start, nodes);
  const last = nodes.at(-1);
  const from = last?.place ?? route.start;
  const back = from !== null && route.end !== null ? driveBetween(day, from, route.end) : null;
  const toEnd = back && { seconds: Math.round(times.endsAt - (last?.leaves ?? route.leavesAt)), meters: back.meters };
  return { truck, times, legs, drive: sumOfDrives(back ? [...legs, back] : legs), toEnd };
}

/** Returns the input for placing disposal visits among a driver's open stops. Times are seconds since 1970. */
function orderedRoute(day: Day, truck: TruckAhead, order: readonly StopRow[]): OrderedRoute {
  return {
    ...truck,
    stops: order.map((stop) => ({
      place: day.travel.placeOfStop.get(stop.id) as number,
      service: serviceSeconds(stop, day.workTimes),
      bags: bagsOf(stop),
    })),
    sites: sitesOf(day),
    secondsBetween: (from, to) => driveBetween(day, from, to).seconds,
  };
}

/** A leg to a stop, or to a disposal site if `pickupId` is null. */
type PlannedLeg = Omit<Leg, 'pickupId'> & { readonly pickupId: string | null };

/** Returns the legs between the places that a driver has visited. A leg to a disposal site has no pickup ID. */
function pastLegs(day: Day, driver: DriverDay): PlannedLeg[] {
  const past = pastOf(driver).filter(({ isVisited }) => isVisited);
  return legsBetween(
    day,
    day.travel.endsOf.get(driver.driverId)?.start ?? null,
    past.map((one) => ({ pickupId: one.stop?.id ?? null, place: rowOfPast(day.travel, one) })),
  );
}

/** Returns the leg to each place from the place before it. Without a `start`, the first place has no leg. */
function legsBetween(
  day: Day,
  start: number | null,
  places: readonly { readonly pickupId: string | null; readonly place: number }[],
): PlannedLeg[] {
  const legs: PlannedLeg[] = [];
  let from = start;
  for (const { pickupId, place } of places) {
    if (from !== null) legs.push({ pickupId, ...driveBetween(day, from, place) });
    from = place;
  }
  return legs;
}

export function driveBetween({ travel: { costs } }: Day, from: number, to: number): Drive {
  const at = from * costs.size + to;
  return { seconds: costs.seconds[at] ?? 0, meters: costs.meters[at] ?? 0 };
}

function sumOfDrives(drives: readonly Drive[]): Drive {
  return drives.reduce((sum, drive) => ({ seconds: sum.seconds + drive.seconds, meters: sum.meters + drive.meters }), {
    seconds: 0,
    meters: 0,
  });
}
