import type { DisposalSite, TimeWindow } from '../../solver/day-problem.ts';

/**
 * Decides when a truck is emptied along a given order of stops, by dynamic programming. Times are seconds since any
 * fixed instant; places are arguments of `secondsBetween`.
 */

export interface OrderedRoute {
  readonly stops: readonly { readonly place: number; readonly service: number; readonly bags: number }[];
  /** Null if the route begins at its first stop. */
  readonly start: number | null;
  /** Null if the route ends at its last stop, or at a site after it. */
  readonly end: number | null;
  readonly leavesAt: number;
  /** Bags on board at the start. */
  readonly onBoard: number;
  readonly capacity: number;
  /**
   * A pause that begins between two places and within the window. A driver who is done before the window ends takes
   * none.
   */
  readonly pause: Pause | null;
  /** Without sites, the truck is never emptied and the capacity is ignored. */
  readonly sites: readonly DisposalSite[];
  readonly secondsBetween: (from: number, to: number) => number;
}

interface Pause extends TimeWindow {
  readonly duration: number;
}

export interface SiteVisit {
  /** Index into `sites`. */
  readonly site: number;
  /** The number of stops before the visit. */
  readonly afterStops: number;
  /** When emptying begins, after waiting for the site to open. */
  readonly begins: number;
  /** Bags on board when the truck arrives. */
  readonly bags: number;
}

export interface RouteTimes {
  readonly visits: readonly SiteVisit[];
  /** When the truck arrives at each stop. */
  readonly arrivals: readonly number[];
  readonly pauseBegins: number | null;
  readonly endsAt: number;
  /** Bags above the capacity when the truck is fullest; 0 if there are no sites. */
  readonly overBags: number;
  /** Bags on board at the end; 0 if there are no sites. */
  readonly leftBags: number;
}

/**
 * Returns the visits to sites with which the route ends as early as possible, and the times along the route. The truck
 * exceeds its capacity, or isn't empty at the end, only if the hours of the sites or a stop larger than the truck leave
 * no choice; then the excess is as small as possible. No visit begins outside a site's hours.
 */
export function placeVisits(route: OrderedRoute): RouteTimes {
  if (route.sites.length === 0) return timesOf(route, []);
  // A route that exceeds the capacity only at stops larger than the truck has the least possible excess, so no other
  // route can be better.
  const found = findVisits(route, true) ?? findVisits(route, false);
  return timesOf(route, found ? visitsBefore(found) : []);
}

/** A departure of the truck from the start or from a site. */
interface Departure {
  /** The number of stops before the departure. */
  readonly gap: number;
  /** -1 at the start of the route. */
  readonly site: number;
  readonly time: number;
  readonly isPaused: boolean;
  /** Bags above the capacity so far, summed over the trips. */
  readonly excess: number;
  readonly before: Departure | null;
}

interface Ending {
  readonly last: Departure;
  readonly excess: number;
  readonly left: number;
  readonly isPauseMissed: boolean;
  readonly time: number;
}

/**
 * Returns the best ending of the route, found from the best departures in each gap between stops; undefined if there is
 * none. With `isStrict`, no trip may exceed the capacity, except with a single stop that is larger. The strict search
 * is faster, and finds the best route if any route keeps all rules.
 */
function findVisits(route: OrderedRoute, isStrict: boolean): Ending | undefined {
  const { stops, sites, capacity, leavesAt, pause } = route;
  const departures: Departure[][] = Array.from({ length: stops.length + 1 }, () => []);
  const first = { gap: 0, site: -1, time: leavesAt, isPaused: pause === null, excess: 0, before: null };
  departures[0]?.push(first);
  let best: Ending | undefined;
  for (const list of departures) {
    // Visits before the first stop are added to the list while it is being read.
    for (const from of list) {
      if (best && from.excess > best.excess) continue;
      const trip = tripFrom(route, from);
      for (let gap = from.gap; gap <= stops.length; gap++) {
        if (gap > from.gap) trip.drive(gap - 1);
        const over = Math.max(0, trip.bags - capacity);
        if (isStrict && over > 0 && trip.bags > trip.mostAtOnce) break;
        const excess = from.excess + over;
        if (trip.bags > 0) {
          for (let site = 0; site < sites.length; site++) {
            for (const { time, isPaused } of trip.leaves(site)) {
              addUnlessWorse(departures[gap], { gap, site, time, isPaused, excess, before: from });
            }
          }
        }
        if (gap < stops.length) continue;
        const ending = { last: from, excess, left: trip.bags, ...trip.end() };
        if (!best || isBetter(ending, best)) best = ending;
      }
    }
  }
  return best;
}

function isBetter(one: Ending, other: Ending): boolean {
  const compared = [
    one.excess - other.excess,
    Number(one.left > 0) - Number(other.left > 0),
    Number(one.isPauseMissed) - Number(other.isPauseMissed),
    one.time - other.time,
  ];
  return (compared.find((difference) => difference !== 0) ?? 0) < 0;
}

/**
 * Adds a departure unless a known one is at least as good. Leaving earlier with less excess is never worse, because
 * waiting is possible everywhere.
 */
function addUnlessWorse(list: Departure[] | undefined, added: Departure): void {
  const isWorse = (one: Departure, than: Departure) =>
    one.site === than.site && one.isPaused === than.isPaused && one.time >= than.time && one.excess >= than.excess;
  if (!list || list.some((known) => isWorse(added, known))) return;
  // The list of the first gap is being read, so nothing may be removed from it.
  if (added.gap > 0)
    for (let at = list.length - 1; at >= 0; at--) if (isWorse(list[at] as Departure, added)) list.splice(at, 1);
  list.push(added);
}

function visitsBefore({ last }: Ending): { site: number; afterStops: number }[] {
  const visits: { site: number; afterStops: number }[] = [];
  for (let at: Departure | null = last; at && at.site >= 0; at = at.before)
    visits.unshift({ site: at.site, afterStops: at.gap });
  return visits;
}

/**
 * The time in two cases: with the pause still to come, and with the pause taken where it costs least. Infinity if the
 * case is impossible.
 */
interface Clocks {
  readonly pending: number;
  readonly taken: number;
}

function clocksAt(time: number, isPaused: boolean): Clocks {
  return isPaused
    ? { pending: Number.POSITIVE_INFINITY, taken: time }
    : { pending: time, taken: Number.POSITIVE_INFINITY };
}

function tripFrom(route: OrderedRoute, from: Departure) {
  const { stops, sites, pause } = route;
  let at = placeAt(route, from.site);
  let clocks = clocksAt(from.time, from.isPaused);
  const onBoard = from.site < 0 ? route.onBoard : 0;
  const trip = {
    bags: onBoard,
    /** The most bags that came on board at one place. */
    mostAtOnce: onBoard,
    drive(index: number) {
      const { place, service, bags } = stops[index] as OrderedRoute['stops'][number];
      const arrived = driven(clocks, secondsTo(route, at, place), pause);
      clocks = { pending: arrived.pending + service, taken: arrived.taken + service };
      at = place;
      trip.bags += bags;
      trip.mostAtOnce = Math.max(trip.mostAtOnce, bags);
    },
    /** Returns when the truck leaves a site that it drives to now, without and with the pause taken. */
    leaves(index: number): { time: number; isPaused: boolean }[] {
      const site = sites[index] as DisposalSite;
      const { pending, taken } = opened(driven(clocks, secondsTo(route, at, site.place), pause), site);
      return [
        { time: pending + site.service, isPaused: false },
        { time: taken + site.service, isPaused: true },
      ].filter(({ time }) => time < Number.POSITIVE_INFINITY);
    },
    end() {
      const ends = driven(clocks, secondsTo(route, at, route.end), pause);
      const isPaused = pausedAtEnd(ends, pause);
      return {
        time: isPaused ? ends.taken : ends.pending,
        isPauseMissed: !isPaused && ends.pending > (pause?.latest ?? Number.POSITIVE_INFINITY),
      };
    },
  };
  return trip;
}

function placeAt({ start, sites }: OrderedRoute, site: number): number | null {
  return site < 0 ? start : (sites[site]?.place ?? null);
}

function secondsTo({ secondsBetween }: OrderedRoute, from: number | null, to: number | null): number {
  return from === null || to === null ? 0 : secondsBetween(from, to);
}

/** Returns the clocks after a drive. The pause may be before or after the drive; a driver who is early for it waits. */
function driven({ pending, taken }: Clocks, seconds: number, pause: Pause | null): Clocks {
  const paused = pause ? pausedBy(pending, seconds, pause) : null;
  return { pending: pending + seconds, taken: Math.min(taken + seconds, paused?.ready ?? Number.POSITIVE_INFINITY) };
}

/**
 * Returns when a pause before or after this drive begins, and when the driver is then ready at the other end; null if
 * the pause would begin too late.
 */
function pausedBy(departs: number, seconds: number, { earliest, latest, duration }: Pause) {
  if (departs > latest) return null;
  const isBehind = departs + seconds <= latest;
  const begins = Math.max(isBehind ? departs + seconds : departs, earliest);
  return { begins, ready: begins + duration + (isBehind ? 0 : seconds) };
}

/** Returns when a visit begins, with the pause still to come and with it taken; Infinity if the site has closed. */
function opened({ pending, taken }: Clocks, { hours }: DisposalSite): Clocks {
  const begin = (time: number) => {
    const begins = Math.max(time, hours?.earliest ?? Number.NEGATIVE_INFINITY);
    return begins > (hours?.latest ?? Number.POSITIVE_INFINITY) ? Number.POSITIVE_INFINITY : begins;
  };
  return { pending: begin(pending), taken: begin(taken) };
}

/**
 * Returns true if the pause counts as taken at the end of the route. A driver who is done before its window ends needs
 * none, and one who couldn't take it in time has none.
 */
function pausedAtEnd({ pending, taken }: Clocks, pause: Pause | null): boolean {
  if (taken === Number.POSITIVE_INFINITY) return false;
  return pending === Number.POSITIVE_INFINITY || pause === null || pending > pause.latest;
}

/** Returns times and loads along the route with these visits. */
function timesOf(route: OrderedRoute, planned: readonly { site: number; afterStops: number }[]): RouteTimes {
  const nodes = [...route.stops.keys(), route.stops.length].flatMap((gap) => [
    ...planned.filter(({ afterStops }) => afterStops === gap).map(({ site }) => ({ site, stop: -1 })),
    ...(gap < route.stops.length ? [{ site: -1, stop: gap }] : []),
  ]);
  const { visitTimes, ...times } = readTimes(route, nodes, stepsOf(route, nodes));
  const { loads, ...bags } = readLoads(route, nodes);
  const visits = planned.map((visit, index) => ({
    ...visit,
    begins: visitTimes[index] as number,
    bags: loads[index] as number,
  }));
  return { ...times, ...bags, visits };
}

function stepsOf(route: OrderedRoute, nodes: readonly Node[]): Step[] {
  const { stops, sites, pause, leavesAt } = route;
  const steps: Step[] = [];
  let at = route.start;
  let departs = clocksAt(leavesAt, pause === null);
  const go = (place: number | null, service: number, site: DisposalSite | undefined) => {
    const seconds = secondsTo(route, at, place);
    const arrived = driven(departs, seconds, pause);
    const begins = site ? opened(arrived, site) : arrived;
    steps.push({ departs, seconds, begins });
    departs = { pending: begins.pending + service, taken: begins.taken + service };
    at = place;
  };
  for (const { site, stop } of nodes) {
    const target = site < 0 ? stops[stop] : sites[site];
    go(target?.place ?? null, target?.service ?? 0, sites[site]);
  }
  go(route.end, 0, undefined);
  return steps;
}

function readLoads({ stops, sites, onBoard, capacity }: OrderedRoute, nodes: readonly Node[]) {
  const loads: number[] = [];
  let bags = onBoard;
  let most = onBoard;
  for (const { stop } of nodes) {
    if (stop < 0) {
      loads.push(bags);
      bags = 0;
    } else bags += stops[stop]?.bags ?? 0;
    most = Math.max(most, bags);
  }
  const hasSites = sites.length > 0;
  return { loads, overBags: hasSites ? Math.max(0, most - capacity) : 0, leftBags: hasSites ? bags : 0 };
}

interface Node {
  /** The index of the visited site; -1 if the node is a stop. */
  readonly site: number;
  /** The index of the stop; -1 if the node is a visit. */
  readonly stop: number;
}

interface Step {
  readonly departs: Clocks;
  readonly seconds: number;
  /** When the stop or visit at the end of the drive begins. */
  readonly begins: Clocks;
}

function readTimes({ pause, stops }: OrderedRoute, nodes: readonly Node[], steps: readonly Step[]) {
  const last = steps.at(-1) as Step;
  const isPaused = pause !== null && pausedAtEnd(last.begins, pause);
  // The pause is on the last drive where pausing is faster than having paused earlier.
  const paused = isPaused ? steps.findLastIndex((step) => !wasPausedBefore(step, pause)) : steps.length;
  const drive = steps[paused];
  const begun = pause && drive ? pausedBy(drive.departs.pending, drive.seconds, pause) : null;
  const timeOf = ({ begins }: Step, index: number) =>
    pause === null || index >= paused ? begins.taken : begins.pending;
  const times = steps.map(timeOf);
  const arrivals = Array<number>(stops.length).fill(Number.NaN);
  for (const [index, { stop }] of nodes.entries()) if (stop >= 0) arrivals[stop] = times[index] as number;
  return {
    arrivals,
    pauseBegins: begun?.begins ?? null,
    endsAt: times.at(-1) as number,
    visitTimes: nodes.flatMap(({ site }, index) => (site >= 0 ? [times[index] as number] : [])),
  };
}

/** Returns true if having paused earlier is no slower than pausing on this drive. */
function wasPausedBefore({ departs, seconds }: Step, pause: Pause): boolean {
  const ready = pausedBy(departs.pending, seconds, pause)?.ready ?? Number.POSITIVE_INFINITY;
  return departs.taken + seconds <= ready;
}
