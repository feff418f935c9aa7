import { bagsOf } from '../../../contract/pickups.ts';
import { type OrderedRoute, placeVisits, type RouteTimes } from '../disposal/place-visits.ts';
import type { SiteRow } from '../disposal/sites.store.ts';
import { overMinutes } from '../shifts/shift-rules.ts';
import type { StopRow } from '../stops.store.ts';
import type { Leg } from '../store.ts';
import { bagsOnBoard, departureOf } from './day-so-far.ts';
import {
  currentPlace,
  type DayTravel,
  type Drive,
  driveBetween,
  endsOf,
  legsBetween,
  type PlannedLeg,
  type PlanningServices,
  pastLegs,
  readTravel,
  sumOfDrives,
} from './day-travel.ts';
import type { DriverDay } from './read-day.ts';
import { inOldOrder, inResolvedOrder, isVisited, serviceSeconds, type WorkTimes } from './route-rules.ts';
import { secondsAt } from './stop-windows.ts';

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
  /** The drive through the open stops in the old order. */
  readonly before: Drive;
  /** The drive through the open stops in the planned order. */
  readonly after: Drive;
  /** Bags above the truck's capacity when it is fullest. */
  readonly overBags: number;
  /** Bags left on board at the end. */
  readonly leftBags: number;
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

/**
 * Returns by how much a day is overloaded: minutes beyond the shift, excess bags, and why the truck is too full or not
 * emptied. Returns null if it isn't overloaded.
 */
export function overloadOf(
  plan: RoutePlan,
  times: WorkTimes,
): { overMinutes: number; overBags: number; bagsReason: string | null } | null {
  const { shift, date, open, visits, after, endsAt, overBags } = plan;
  const atStops = open.reduce((sum, stop) => sum + serviceSeconds(stop, times), 0);
  const atSites = visits.reduce((sum, { site }) => sum + site.minutes * 60, 0);
  const over = overMinutes(shift, date, endsAt, after.seconds + atStops + atSites);
  const bagsReason = bagsReasonOf(plan);
  return over === 0 && bagsReason === null ? null : { overMinutes: over, overBags, bagsReason };
}

/** Returns why a truck is too full or isn't empty at the end of the day, worded for the dispatcher; null if neither. */
function bagsReasonOf({ overBags, leftBags, open, truck }: RoutePlan): string | null {
  if (overBags > 0 && open.some((stop) => bagsOf(stop) > truck.capacityBags)) {
    return 'A stop has more bags than the truck holds.';
  }
  if (overBags > 0) return 'No disposal site is open when the truck is full.';
  return leftBags > 0 ? 'No disposal site is open at the end of the day, so the truck stays loaded.' : null;
}

/** Returns a driver's route plan with the open stops in the given order. */
export async function planInOrder(
  services: PlanningServices,
  driver: DriverDay,
  order: readonly StopRow[],
): Promise<RoutePlan> {
  return toRoutePlan(services, await readTravel(services, { drivers: [driver], pending: [] }), driver, order);
}

/** Returns the route plans without the stops that drivers have resolved since planning. The others keep their order. */
export async function withoutResolved(
  services: PlanningServices,
  plans: readonly RoutePlan[],
  drivers: readonly DriverDay[],
): Promise<RoutePlan[]> {
  const left: RoutePlan[] = [];
  for (const plan of plans) {
    const { resolved, emptied } = drivers.find(({ driverId }) => driverId === plan.driverId) ?? plan;
    const resolvedIds = new Set(resolved.map(({ id }) => id));
    const open = plan.open.filter(({ id }) => !resolvedIds.has(id));
    if (open.length === plan.open.length && emptied.length === plan.emptied.length) left.push(plan);
    else if (open.length > 0) left.push(await planInOrder(services, { ...plan, resolved, emptied, open }, open));
  }
  return left;
}

/** Adds visits to disposal sites, legs, times and totals to an order of a driver's open stops. */
export function toRoutePlan(
  { settings, clock }: Pick<PlanningServices, 'settings' | 'clock'>,
  travel: DayTravel,
  driver: DriverDay,
  order: readonly StopRow[],
): RoutePlan {
  const { sites } = driver;
  const now = clock();
  const lay = (stops: readonly StopRow[]) => layOut(travel, { ...driver, open: stops }, settings.workTimes, now);
  const { times, legs, drive, toEnd } = lay(order);
  const past = pastLegs(travel, driver);
  const done = inResolvedOrder(driver.resolved).filter(isVisited);
  const atPast =
    done.reduce((sum, stop) => sum + serviceSeconds(stop, settings.workTimes), 0) +
    driver.emptied.reduce((sum, { minutes }) => sum + minutes * 60, 0);
  const hasWork = order.length + done.length + driver.emptied.length + times.visits.length > 0;
  const after = hasWork ? drive : { seconds: 0, meters: 0 };
  const takes = hasWork ? times.endsAt - departureOf(driver, now).getTime() / 1000 : 0;
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
    total: sumOfDrives([...past, after]),
    totalSeconds: sumOfDrives(past).seconds + atPast + takes,
    before: lay(inOldOrder(driver.open)).drive,
    after,
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

/** Computes times and legs of a driver's open stops in their order, from where the truck is now. */
export function layOut(
  travel: DayTravel,
  driver: DriverDay,
  workTimes: Parameters<typeof serviceSeconds>[1],
  now: Date,
): LaidOut {
  const route = orderedRoute(travel, driver, workTimes, now);
  const times = placeVisits(route);
  const nodes = [...route.stops.keys(), route.stops.length].flatMap((gap) => [
    ...times.visits
      .filter(({ afterStops }) => afterStops === gap)
      .map(({ site, begins }) => ({
        ...{ pickupId: null, place: route.sites[site]?.place as number },
        leaves: begins + (route.sites[site]?.service ?? 0),
      })),
    ...driver.open.slice(gap, gap + 1).map(({ id }) => ({
      ...{ pickupId: id, place: route.stops[gap]?.place as number },
      leaves: (times.arrivals[gap] as number) + (route.stops[gap]?.service ?? 0),
    })),
  ]);
  const legs = legsBetween(travel, route.start, nodes);
  const last = nodes.at(-1);
  const from = last?.place ?? route.start;
  const back = from !== null && route.end !== null ? driveBetween(travel, from, route.end) : null;
  const toEnd = back && { seconds: Math.round(times.endsAt - (last?.leaves ?? route.leavesAt)), meters: back.meters };
  return { times, legs, drive: sumOfDrives(back ? [...legs, back] : legs), toEnd };
}

/** Returns the input for placing disposal visits among a driver's open stops. Times are seconds since 1970. */
function orderedRoute(
  travel: DayTravel,
  driver: DriverDay,
  workTimes: Parameters<typeof serviceSeconds>[1],
  now: Date,
): OrderedRoute {
  const leavesAt = departureOf(driver, now).getTime() / 1000;
  return {
    stops: driver.open.map((stop) => ({
      place: travel.placeOfStop.get(stop.id) as number,
      service: serviceSeconds(stop, workTimes),
      bags: bagsOf(stop),
    })),
    start: currentPlace(travel, driver),
    end: endsOf(travel, driver.driverId).end,
    leavesAt,
    onBoard: bagsOnBoard(driver),
    capacity: driver.truck.capacityBags,
    pause: pauseOf(driver, leavesAt),
    sites: driver.sites.map((site) => ({
      place: travel.placeOfSite.get(site.id) as number,
      service: site.minutes * 60,
      hours: hoursOf(site, driver.date),
    })),
    secondsBetween: (from, to) => driveBetween(travel, from, to).seconds,
  };
}

/**
 * Returns the pause of a driver who leaves at this time (seconds since 1970); null if there is no pause or its window
 * has passed.
 */
export function pauseOf({ truck, date }: Pick<DriverDay, 'truck' | 'date'>, leavesAt: number) {
  if (!truck.pause) return null;
  const { minutes, from, until } = truck.pause;
  const pause = { earliest: secondsAt(date, from), latest: secondsAt(date, until), duration: minutes * 60 };
  return leavesAt > pause.latest ? null : pause;
}

/** Returns when visits to a site may begin on a date, in seconds since 1970; null if always. */
export function hoursOf({ opensAt, closesAt }: Pick<SiteRow, 'opensAt' | 'closesAt'>, date: string) {
  if (opensAt === null || closesAt === null) return null;
  return { earliest: secondsAt(date, opensAt), latest: secondsAt(date, closesAt) };
}
