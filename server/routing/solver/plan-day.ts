import type { DayPlan, DayProblem, UnassignedReason } from './day-problem.ts';
import { Annealing } from './engine/annealing.ts';
import { type EngineData, readDay } from './engine/data.ts';
import { placePinned, savingsTours, startWithTours } from './engine/first-routes.ts';
import { loadRoutes } from './engine/route-lists.ts';
import { Routes } from './engine/routes.ts';
import { readVehicleDay } from './engine/timeline.ts';
import { findHopeless } from './engine/unassigned.ts';
import { findNeighbors, type Neighbors } from './fleet/data.ts';
import { type Progress, roundsPerCheck } from './fleet/temperatures.ts';
import type { SolveOptions } from './problem.ts';
import { createRandom } from './random.ts';
import { cpuTimeMs } from './search-limit.ts';
import { validateDay } from './validate-day.ts';

/** Neighbors per stop: for joining the first tours, and for finding routes near a stop. */
const neighborsJoined = 40;
const neighborsRuined = 100;

/**
 * Plans the day of several vehicles: which stops each one serves, in which order, and when it visits a disposal site. Leaves
 * out as few stops as possible, and names the reason. Blocks the calling thread; a server calls `planInWorker` instead. Throws
 * a RangeError for an invalid problem.
 *
 * With `maxRounds`, and a budget that doesn't run out, the same problem and seed return the same plan on every machine.
 */
export function planDay(problem: DayProblem, options: SolveOptions): DayPlan {
  const progress = trackProgress(options);
  validateDay(problem, options);
  const draft = readDay(
    problem,
    problem.stops.map((_, index) => index),
  );
  const hopeless = findHopeless(new Routes(draft));
  const { routes, order } = search(problem, draft, hopeless, options.seed, progress);
  const left = [...routes.absent.subarray(0, routes.absentCount)].map((stop) => order[stop] as number);
  const reasons = new Map<number, UnassignedReason>([...hopeless, ...left.map((stop) => [stop, 'no-room'] as const)]);
  return {
    days: problem.vehicles.map((_, vehicle) => readVehicleDay(routes, vehicle, order)),
    unassigned: [...reasons].map(([stop, reason]) => ({ stop, reason })).sort((a, b) => a.stop - b.stop),
    travel: routes.travel,
  };
}

/** Returns the best routes without the hopeless stops, and the problem's index of each stop of the routes. */
function search(
  problem: DayProblem,
  whole: EngineData,
  hopeless: ReadonlyMap<number, unknown>,
  seed: number,
  progress: Progress,
) {
  const stops = Array.from(whole.load.keys()).filter((stop) => !hopeless.has(stop));
  const draft = hopeless.size === 0 ? whole : readDay(problem, stops);
  const neighbors = findNeighbors(draft, neighborsRuined);
  const tours = stops.length > 0 ? savingsTours(draft, narrowed(neighbors, neighborsJoined)) : [];
  // Stops of one tour are neighbors in memory: the search makes a third more rounds thanks to the CPU's cache.
  const numbered = [...new Set([...tours.flatMap((tour) => tour.stops), ...stops.keys()])];
  const order = numbered.map((stop) => stops[stop] as number);
  const data = readDay(problem, order);
  const routes = new Routes(data);
  const numberOf = new Int32Array(stops.length);
  for (const [number, stop] of numbered.entries()) numberOf[stop] = number;
  if (data.hasPositions) placePinned(routes);
  else if (!data.isTimed && data.sites === 0) startWithTours(routes, tours, numberOf);
  routes.listAbsent();
  if (stops.length > 0) {
    const search = new Annealing(routes, renumbered(neighbors, numberOf), createRandom(seed), progress);
    loadRoutes(routes, search.search());
  }
  return { routes, order };
}

/** Measures progress by rounds if they are limited, so it does not depend on a clock; else by CPU time. CPU time limits both. */
function trackProgress({ budgetMs, maxRounds }: SolveOptions): Progress {
  const begin = cpuTimeMs();
  let rounds = -roundsPerCheck;
  return () => {
    const spent = budgetMs > 0 ? (cpuTimeMs() - begin) / budgetMs : 1;
    if (maxRounds === undefined || spent >= 1) return spent;
    rounds += roundsPerCheck;
    return maxRounds > 0 ? rounds / maxRounds : 1;
  };
}

/** The first `width` of each list. */
function narrowed({ width, near }: Neighbors, wanted: number): Neighbors {
  const narrow = Math.min(width, wanted);
  return { width: narrow, near: near.filter((_, slot) => slot % width < narrow) };
}

/** The lists of the same stops under other numbers. */
function renumbered({ width, near }: Neighbors, numberOf: Int32Array): Neighbors {
  const lists = new Int32Array(near.length);
  for (let slot = 0; slot < near.length; slot++) {
    const number = numberOf[Math.floor(slot / width)] as number;
    lists[number * width + (slot % width)] = numberOf[near[slot] as number] as number;
  }
  return { width, near: lists };
}
