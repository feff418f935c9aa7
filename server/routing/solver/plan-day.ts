import type { DayPlan, DayProblem, UnassignedReason } from './day-problem.ts';
import { Annealing } from './engine/annealing.ts';
import { type EngineData, readDay } from './engine/data.ts';
import { placePinned, startWithTours } from './engine/first-routes.ts';
import { findNeighbors, narrowed, renumbered } from './engine/neighbors.ts';
import { polishRoutes, polishShare } from './engine/polish-routes.ts';
import { Routes } from './engine/routes/routes.ts';
import { buildBySavings } from './engine/savings.ts';
import { type Progress, roundsPerCheck } from './engine/temperatures.ts';
import { readVehicleDay } from './engine/timeline.ts';
import { findHopeless } from './engine/unassigned.ts';
import type { SolveOptions } from './problem.ts';
import { createRandom } from './random.ts';
import { cpuTimeMs } from './search-limit.ts';
import { validateDay } from './validate-day.ts';

/** Neighbors per stop for joining the first tours. */
const neighborsJoined = 40;
/** Neighbors per stop for finding routes near a stop. */
const neighborsRuined = 100;

/**
 * Plans the day of several vehicles: which stops each one serves, in which order, and when it visits a disposal site.
 * Leaves out as few stops as possible, and names the reason. Blocks the calling thread; a server calls `planInWorker`
 * instead. Throws a RangeError for an invalid problem.
 *
 * With `maxRounds`, and a budget that doesn't run out, the same problem and seed return the same plan on every machine.
 */
export function planDay(problem: DayProblem, options: SolveOptions): DayPlan {
  const startedMs = cpuTimeMs();
  validateDay(problem, options);
  const draft = readDay(
    problem,
    problem.stops.map((_, index) => index),
  );
  const hopeless = findHopeless(new Routes(draft));
  const { routes, order } = search(problem, draft, hopeless, options, startedMs);
  const left = [...routes.absent.subarray(0, routes.absentCount)].map((stop) => order[stop] as number);
  const reasons = new Map<number, UnassignedReason>([...hopeless, ...left.map((stop) => [stop, 'no-room'] as const)]);
  return {
    days: problem.vehicles.map((_, vehicle) => readVehicleDay(routes, vehicle, order)),
    unassigned: [...reasons].map(([stop, reason]) => ({ stop, reason })).sort((a, b) => a.stop - b.stop),
    travel: routes.travel,
  };
}

/** Returns the best routes found without the hopeless stops, and each stop's index in the problem. */
function search(
  problem: DayProblem,
  whole: EngineData,
  hopeless: ReadonlyMap<number, unknown>,
  options: SolveOptions,
  startedMs: number,
) {
  const stops = Array.from(whole.load.keys()).filter((stop) => !hopeless.has(stop));
  const draft = hopeless.size === 0 ? whole : readDay(problem, stops);
  const neighbors = findNeighbors(draft, neighborsRuined);
  const tours = stops.length > 0 ? buildBySavings(draft, narrowed(neighbors, neighborsJoined)) : [];
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
    const spentMs = () => cpuTimeMs() - startedMs;
    const progress = trackProgress(options, spentMs, options.budgetMs * (1 - polishShare(data)));
    const annealing = new Annealing(routes, renumbered(neighbors, numberOf), createRandom(options.seed), progress);
    polishRoutes(routes, annealing.search(), options, () => Math.max(0, options.budgetMs - spentMs()));
  }
  return { routes, order };
}

/**
 * Returns a function that measures progress: by rounds if they are limited, so that it doesn't depend on a clock, else
 * by CPU time. In both cases the search ends when its CPU time is used up.
 */
function trackProgress({ maxRounds }: SolveOptions, spentMs: () => number, budgetMs: number): Progress {
  let rounds = -roundsPerCheck;
  return () => {
    const spent = budgetMs > 0 ? spentMs() / budgetMs : 1;
    if (maxRounds === undefined || spent >= 1) return spent;
    rounds += roundsPerCheck;
    return maxRounds > 0 ? rounds / maxRounds : 1;
  };
}
