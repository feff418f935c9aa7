import type { DayPlan, DayProblem, UnassignedReason } from './day-problem.ts';
import { Annealing, type Progress, roundsPerCheck } from './engine/annealing.ts';
import { readDay } from './engine/data.ts';
import { placePinned, savingsTours, startWithTours } from './engine/first-routes.ts';
import { Routes } from './engine/routes.ts';
import { readVehicleDay } from './engine/timeline.ts';
import { findHopeless } from './engine/unassigned.ts';
import { findNeighbors } from './fleet/data.ts';
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
  const given = problem.stops.map((_, index) => index);
  const draft = readDay(problem, given);
  const hopeless = findHopeless(new Routes(draft));
  const possible = given.filter((stop) => !hopeless.has(stop));
  const { routes, order } = search(problem, possible, options.seed, progress);
  const left = [...routes.absent.subarray(0, routes.absentCount)].map((stop) => order[stop] as number);
  const reasons = new Map<number, UnassignedReason>([...hopeless, ...left.map((stop) => [stop, 'no-room'] as const)]);
  return {
    days: problem.vehicles.map((_, vehicle) => readVehicleDay(routes, vehicle, order)),
    unassigned: [...reasons].map(([stop, reason]) => ({ stop, reason })).sort((a, b) => a.stop - b.stop),
    travel: routes.travel,
  };
}

/** Returns the best routes for these stops, and the stops in the order in which the routes number them. */
function search(problem: DayProblem, stops: readonly number[], seed: number, progress: Progress) {
  const draft = readDay(problem, stops);
  const tours = stops.length > 0 ? savingsTours(draft, findNeighbors(draft, neighborsJoined)) : [];
  // Stops of one tour are neighbors in memory: the search makes a third more rounds thanks to the CPU's cache.
  const order = [...new Set([...tours.flatMap((tour) => tour.stops.map((stop) => stops[stop] as number)), ...stops])];
  const data = readDay(problem, order);
  const routes = new Routes(data);
  if (data.hasPositions) placePinned(routes);
  else if (!data.isTimed && data.sites === 0) startWithTours(routes, tours, stops, order);
  routes.listAbsent();
  if (stops.length > 0) {
    routes.load(new Annealing(routes, findNeighbors(data, neighborsRuined), createRandom(seed), progress).search());
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
