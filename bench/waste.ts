import type { DayPlan, DayProblem } from '../server/routing/solver/day-problem.ts';
import { UnreadableInstance } from './instances/tsplib.ts';

/**
 * An instance of Kim, Kim and Sahoo, "Waste collection vehicle routing problem with time windows", Computers & Operations
 * Research 33 (2006). Lengths in feet, times in seconds, loads in cubic yards.
 */
export interface WasteInstance {
  readonly capacity: number;
  readonly dayLoad: number;
  readonly maxStops: number;
  readonly lunchTime: number;
  readonly feetPerSecond: number;
  readonly depot: WastePlace;
  readonly stops: readonly WastePlace[];
  readonly landfills: readonly WastePlace[];
}

interface WastePlace {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly earliest: number;
  readonly latest: number;
  readonly service: number;
  readonly load: number;
}

/** Lunch begins between these times, in seconds since midnight. */
const lunch = { earliest: 11 * 3600, latest: 12 * 3600 };
const feetPerMile = 5280;

export function isWasteInstance(text: string): boolean {
  return /^Stop_ID/m.test(text);
}

/** Parses an instance. Throws UnreadableInstance. */
export function parseWasteInstance(text: string): WasteInstance {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const head = lines.findIndex((line) => line.startsWith('Stop_ID'));
  const [capacity = 0, dayLoad = 0, maxStops = 0, lunchTime = 0, milesPerHour = 0] = lines
    .slice(0, head)
    .filter(Boolean)
    .map(Number.parseFloat);
  const rows = lines.slice(head + 1).filter(Boolean);
  const places = rows.map((line) => {
    const [id = '', ...cells] = line.split(/\s+/);
    const [x = 0, y = 0, early = 0, late = 0, service = 0, load = 0, kind = 0] = cells.map(Number);
    if (![x, y, early, late, service, load, kind].every(Number.isFinite)) throw new UnreadableInstance(`row ${id}`);
    return { id, x, y, earliest: seconds(early), latest: seconds(late), service, load, kind };
  });
  const [depot] = places.filter(({ kind }) => kind === 0);
  if (!depot) throw new UnreadableInstance('there is no depot');
  return {
    ...{ capacity, dayLoad, maxStops, lunchTime, feetPerSecond: (milesPerHour * feetPerMile) / 3600 },
    depot,
    stops: places.filter(({ kind }) => kind === 1),
    landfills: places.filter(({ kind }) => kind === 2),
  };
}

/** Converts HHMM to seconds. In some files the minutes exceed 59: 775 is 7 h 75 min. */
function seconds(time: number): number {
  return Math.floor(time / 100) * 3600 + (time % 100) * 60;
}

function feet(a: WastePlace, b: WastePlace): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/**
 * Converts an instance to a day problem whose times are feet driven. Legs are rounded up, so a route plan that is on
 * time here is on time by the file.
 */
export function wasteProblem(instance: WasteInstance): DayProblem {
  const { depot, stops, landfills, feetPerSecond, capacity, dayLoad, maxStops, lunchTime } = instance;
  const places = [depot, ...stops, ...landfills];
  const size = places.length;
  const costs = new Int32Array(size * size);
  places.forEach((a, from) => {
    places.forEach((b, to) => {
      costs[from * size + to] = Math.ceil(feet(a, b));
    });
  });
  const windowOf = ({ earliest, latest }: { earliest: number; latest: number }) => ({
    earliest: earliest * feetPerSecond,
    latest: latest * feetPerSecond,
  });
  const pause = { ...windowOf(lunch), duration: lunchTime * feetPerSecond };
  const vehicle = { start: 0, end: 0, capacity, dayLoad, maxStops, shift: windowOf(depot), pause };
  const service = (place: WastePlace) => place.service * feetPerSecond;
  return {
    matrix: { size, costs },
    vehicles: Array.from({ length: countVehicles(instance) }, () => vehicle),
    stops: stops.map((stop, at) => ({
      place: 1 + at,
      service: service(stop),
      load: stop.load,
      window: windowOf(stop),
    })),
    sites: landfills.map((site, at) => ({
      place: 1 + stops.length + at,
      service: service(site),
      hours: windowOf(site),
    })),
    balance: 0,
    fewestVehicles: true,
  };
}

/** Returns a fleet size, because the files set none: more than four times what the loads and the stops need. */
function countVehicles({ stops, dayLoad, maxStops }: WasteInstance): number {
  const load = stops.reduce((sum, stop) => sum + stop.load, 0);
  return Math.min(stops.length, 12 + 4 * Math.ceil(Math.max(load / dayLoad, stops.length / maxStops)));
}

export interface WasteFigures {
  readonly vehicles: number;
  readonly miles: number;
  /** The longest day and the mean day, from leaving the depot to returning, in hours. */
  readonly longestHours: number;
  readonly meanHours: number;
}

/**
 * Returns a route plan's figures by the file's rules, without the solver's code. Throws UnreadableInstance if the route
 * plan breaks a rule.
 */
export function checkWaste(instance: WasteInstance, plan: DayPlan): WasteFigures {
  const { stops, landfills } = instance;
  const routes = plan.days
    .map(({ visits }) => visits.map(({ kind, index }) => (kind === 'stop' ? stops[index] : landfills[index])))
    .filter((places) => places.length > 0) as WastePlace[][];
  const served = routes.flat().filter((place) => stops.includes(place));
  requireRule(served.length === stops.length && new Set(served).size === stops.length, 'every stop once');
  const hours = routes.map((route) => checkRoute(instance, route) / 3600);
  const way = routes.map((route) => lengthOf([instance.depot, ...route, instance.depot]));
  return {
    vehicles: routes.length,
    miles: way.reduce((sum, one) => sum + one, 0) / feetPerMile,
    longestHours: Math.max(...hours),
    meanHours: hours.reduce((sum, one) => sum + one, 0) / hours.length,
  };
}

function lengthOf(places: readonly WastePlace[]): number {
  return places.slice(1).reduce((sum, place, at) => sum + feet(places[at] as WastePlace, place), 0);
}

/** Returns the seconds from leaving the depot to returning. Throws UnreadableInstance if the route breaks a rule. */
function checkRoute(instance: WasteInstance, route: readonly WastePlace[]): number {
  const { capacity, dayLoad, maxStops, depot, landfills } = instance;
  const isLandfill = (place: WastePlace) => landfills.includes(place);
  let [onBoard, collected] = [0, 0];
  for (const place of route) {
    onBoard = isLandfill(place) ? 0 : onBoard + place.load;
    collected += isLandfill(place) ? 0 : place.load;
    requireRule(onBoard <= capacity + 1e-6, `at most ${capacity} yards on board`);
  }
  requireRule(onBoard === 0, 'empty before the depot');
  requireRule(collected <= dayLoad + 1e-6, `at most ${dayLoad} yards a day`);
  requireRule(route.filter((place) => !isLandfill(place)).length <= maxStops, `at most ${maxStops} stops a day`);
  // Tries lunch at each place. It must fit at one of them.
  const all = [depot, ...route, depot];
  const ends = all.map((_, at) => driveWithLunch(instance, all, at)).filter((end) => end !== null);
  requireRule(ends.length > 0, 'every window, with lunch');
  return Math.min(...ends) - depot.earliest;
}

/**
 * Returns when the vehicle is back, in seconds, if it takes lunch on arrival at a place or, if that is too late, before
 * it drives there. Returns null if a place is reached too late.
 */
function driveWithLunch({ depot, feetPerSecond, lunchTime }: WasteInstance, all: WastePlace[], lunchAt: number) {
  let time = depot.earliest;
  for (const [at, place] of all.entries()) {
    const leg = at === 0 ? 0 : feet(all[at - 1] as WastePlace, place) / feetPerSecond;
    const isLunch = at === lunchAt;
    const arrival = time + leg;
    if (isLunch && arrival <= lunch.latest) time = Math.max(arrival, lunch.earliest) + lunchTime;
    else if (isLunch && time <= lunch.latest) time = Math.max(time, lunch.earliest) + lunchTime + leg;
    else if (isLunch) return null;
    else time = arrival;
    time = Math.max(time, place.earliest);
    if (time > place.latest + 1e-6) return null;
    time += place.service;
  }
  return time;
}

function requireRule(isKept: boolean, rule: string): void {
  if (!isKept) throw new UnreadableInstance(`the plan found breaks a rule: ${rule}`);
}

/** Formats a route plan as the authors' solutions: stop IDs, and `L` with the ID of a landfill. */
export function wasteSolution({ stops, landfills }: WasteInstance, plan: DayPlan): string {
  const lines = plan.days
    .filter(({ visits }) => visits.length > 0)
    .map(({ visits }, at) => {
      const ids = visits.map(({ kind, index }) => (kind === 'stop' ? stops[index]?.id : `L${landfills[index]?.id}`));
      return `Route #${at + 1}: ${ids.join(' ')}`;
    });
  return `${lines.join('\n')}\n`;
}
