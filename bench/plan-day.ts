import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DayPlan, DayProblem, DayStop, DayVehicle } from '../server/routing/solver/day-problem.ts';
import { createRandom } from '../server/routing/solver/random.ts';
import { cpuTimeMs } from '../server/routing/solver/search-limit.ts';
import { planInWorker } from '../server/routing/solver/worker/solve-in-worker.ts';
import { rounded } from './statistics.ts';

const hour = 3600;
/** When the first truck breaks down, and the cost of moving a stop to another driver, both in seconds. */
const breakdownAt = 10 * hour;
const changeCost = 1800;
/** A promised window begins and ends this many hours before and after the planned time. */
const promisedHours = 1;

/**
 * Plans a day of trucks with sites, shifts and preferred times in the worker, then replans the rest of the day at 10:00
 * without the first truck. Prints a line for each: how long it took, and the longest time that the event loop was held.
 */
export async function benchPlanDay(stops: number, vehicles: number, budgetMs: number): Promise<void> {
  const problem = drawDay(stops, vehicles);
  const first = await measure(problem, budgetMs);
  print(`plan ${stops} stops, ${vehicles} trucks, 2 sites`, problem, first);
  const rest = restOfDay(problem, first.plan);
  const again = await measure(rest.problem, budgetMs);
  const moved = again.plan.days.flatMap(({ visits }, vehicle) =>
    visits.filter(({ kind, index }) => kind === 'stop' && rest.problem.stops[index]?.current?.vehicle !== vehicle),
  );
  const untouched = rest.problem.stops.filter(({ current }) => current).length;
  const changed = moved.filter(({ index }) => rest.problem.stops[index]?.current).length;
  print('plan again at 10:00, a truck less', rest.problem, again, {
    ofBrokenTruck: rest.problem.stops.length - untouched,
    changedDriver: `${changed} of ${untouched}`,
    changedShare: rounded(changed / untouched, 3),
  });
}

interface Measured {
  readonly plan: DayPlan;
  readonly seconds: number;
  readonly longestHoldMs: number;
  /** CPU time of this thread. If the longest hold is much longer, other processes caused it. */
  readonly ownCpuMs: number;
}

async function measure(problem: DayProblem, budgetMs: number): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const startedMs = performance.now();
  const startedCpuMs = cpuTimeMs();
  delay.enable();
  const plan = await planInWorker(problem, { budgetMs, seed: 1 });
  delay.disable();
  return {
    plan,
    seconds: rounded((performance.now() - startedMs) / 1000, 2),
    longestHoldMs: rounded(delay.max / 1e6, 1),
    ownCpuMs: rounded(cpuTimeMs() - startedCpuMs, 0),
  };
}

function print(what: string, { stops }: DayProblem, { plan, ...figures }: Measured, more: object = {}): void {
  const visits = plan.days.flatMap((day) => day.visits);
  const late = visits.filter(
    ({ kind, index, start }) => kind === 'stop' && start > (stops[index]?.soft?.latest ?? start),
  );
  const hours = plan.days.filter((day) => day.visits.length > 0).map(({ leaves, ends }) => (ends - leaves) / hour);
  const mean = hours.reduce((sum, one) => sum + one, 0) / hours.length;
  console.log(
    JSON.stringify({
      ...{ what, ...figures, stops: stops.length, unassigned: plan.unassigned.length, late: late.length },
      siteVisits: visits.filter(({ kind }) => kind === 'site').length,
      travelHours: rounded(plan.travel / hour, 2),
      longestByMean: rounded(Math.max(...hours) / mean, 3),
      ...more,
    }),
  );
}

/**
 * Draws a city of 20 by 20 km with the depot, place 0, in the middle. About half of the stops have a preferred part of
 * the day.
 */
function drawDay(stops: number, vehicles: number): DayProblem {
  const random = createRandom(stops);
  const points = Array.from({ length: stops + 3 }, (_, at) => [at && random.below(20_000), at && random.below(20_000)]);
  points[0] = [10_000, 10_000];
  const size = points.length;
  const metersPerSecond = 8;
  const costs = Int32Array.from({ length: size * size }, (_, cell) => {
    const [a = [], b = []] = [points[Math.floor(cell / size)], points[cell % size]];
    const [[xa = 0, ya = 0], [xb = 0, yb = 0]] = [a, b];
    return Math.round((1.25 * Math.hypot(xa - xb, ya - yb)) / metersPerSecond);
  });
  const preferred = [
    { earliest: 7 * hour, latest: 12 * hour, perUnit: 0.5 },
    { earliest: 12 * hour, latest: 17 * hour, perUnit: 0.5 },
  ];
  const truck = { start: 0, end: 0, capacity: 120, shift: { earliest: 7 * hour, latest: 15 * hour } };
  const sites = [stops + 1, stops + 2].map((place) => ({
    place,
    service: 900,
    hours: { earliest: 6 * hour, latest: 16 * hour },
  }));
  return {
    matrix: { size, costs },
    vehicles: Array.from({ length: vehicles }, () => truck),
    stops: Array.from({ length: stops }, (_, index) => {
      const soft = random.below(2) === 0 ? preferred[random.below(2)] : undefined;
      return { place: index + 1, service: 90 + random.below(120), load: 1 + random.below(5), ...(soft && { soft }) };
    }),
    sites,
    balance: 3 * vehicles,
  };
}

/**
 * Returns the rest of the day from 10:00 without the first truck. The other trucks go on from where they are, with what
 * they have on board.
 */
function restOfDay(problem: DayProblem, plan: DayPlan): { problem: DayProblem } {
  const stops: DayStop[] = [];
  const vehicles: DayVehicle[] = [];
  plan.days.forEach(({ visits }, vehicle) => {
    const isBroken = vehicle === 0;
    const given = problem.vehicles[vehicle] as DayVehicle;
    let [place, ready, onBoard] = [given.start, breakdownAt, 0];
    for (const { kind, index, start } of visits) {
      const visited = kind === 'stop' ? (problem.stops[index] as DayStop) : undefined;
      const at = visited ?? problem.sites?.[index];
      if (start < breakdownAt && at) {
        place = at.place;
        ready = Math.max(breakdownAt, start + at.service);
        onBoard = visited ? onBoard + visited.load : 0;
      } else if (visited) {
        const soft = {
          earliest: start - promisedHours * hour,
          latest: start + promisedHours * hour,
          perUnit: 0.5,
          fixed: 600,
        };
        stops.push({ ...visited, soft, ...(!isBroken && { current: { vehicle: vehicle - 1, changeCost } }) });
      }
    }
    const shift = { earliest: ready, latest: given.shift?.latest ?? ready };
    if (!isBroken) vehicles.push({ ...given, start: place, shift, loadAtStart: onBoard });
  });
  return { problem: { ...problem, stops, vehicles, balance: 0 } };
}
