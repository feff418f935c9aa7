import { evenDays } from '../solver/fleet/day-balance.ts';
import type { CostMatrix, RoutingProblem, SolveOptions, Stop, Vehicle } from '../solver/problem.ts';
import type { SolverQuestion } from '../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../stops.store.ts';
import { currentPlace, type DayTravel } from './day-travel.ts';
import type { DayStops, DriverDay } from './read-day.ts';
import { inOldOrder, inResolvedOrder, pinnedPosition, serviceSeconds, type WorkTimes } from './route-rules.ts';

/** The solver's questions about a day, as pure functions. The solver returns indices into `rows`. */

/**
 * Rounds end the search, so the same stops give the same routes on every machine: at most about 2 s of processor time. The
 * budgets only cap a slow machine. A round costs more with many stops.
 */
const assignBudgetMs = 4_000;
const orderBudgetMs = 600;
const assignRounds = (stops: number) => Math.round(Math.min(24_000 + 45 * stops, 68_000_000 / Math.max(1, stops)));
const orderRounds = (stops: number) => 200 + 30 * stops;
const seed = 1;

export interface AssignmentQuestion {
  readonly problem: RoutingProblem;
  readonly options: SolveOptions;
  readonly rows: readonly StopRow[];
}

/** Which driver takes which pending stop. Open stops stay with their driver; days come out about equally long. */
export function assignmentQuestion(
  travel: DayTravel,
  { drivers, pending }: DayStops,
  times: WorkTimes,
): AssignmentQuestion {
  const stops: RowToPlace[] = [
    ...drivers.flatMap(({ open }, vehicle) => inIdOrder(open).map((row) => ({ row, vehicle }))),
    ...inIdOrder(pending).map((row) => ({ row })),
  ];
  const vehicles = drivers.map((driver) => vehicleOf(travel, inResolvedOrder(driver.resolved)));
  return {
    problem: {
      matrix: matrixOf(travel),
      vehicles,
      balance: evenDays(vehicles.length),
      stops: stops.map((stop) => toSolverStop(travel, stop, times)),
    },
    options: { budgetMs: assignBudgetMs, maxRounds: assignRounds(stops.length), seed },
    rows: stops.map(({ row }) => row),
  };
}

export interface OrderQuestion {
  readonly question: SolverQuestion;
  readonly rows: readonly StopRow[];
}

/** In which order one driver takes the open stops. Pinned stops keep their positions. */
export function orderQuestion(travel: DayTravel, { resolved, open }: DriverDay, times: WorkTimes): OrderQuestion {
  // With pins the solver improves the current order. Without, the question does not depend on it, so neither does the result.
  const rows = open.some(({ isPinned }) => isPinned) ? inOldOrder(open) : inIdOrder(open);
  const stops = rows.map((row) => {
    const position = pinnedPosition(row, resolved.length, rows.length);
    return toSolverStop(travel, { row, vehicle: 0, ...(position !== undefined && { position }) }, times);
  });
  return {
    question: {
      problem: { vehicles: [vehicleOf(travel, resolved)], balance: 0, stops },
      options: { budgetMs: orderBudgetMs, maxRounds: orderRounds(rows.length), seed },
    },
    rows,
  };
}

export function matrixOf({ costs: { size, seconds } }: DayTravel): CostMatrix {
  return { size, costs: seconds };
}

interface RowToPlace {
  readonly row: StopRow;
  readonly vehicle?: number;
  readonly position?: number;
}

function toSolverStop({ placeOfStop }: DayTravel, { row, ...pins }: RowToPlace, times: WorkTimes): Stop {
  return {
    ...pins,
    place: placeOfStop.get(row.id) as number,
    service: serviceSeconds(row, times),
    load: row.bagCount,
  };
}

function vehicleOf(travel: DayTravel, resolved: readonly StopRow[]): Vehicle {
  return { start: currentPlace(travel, resolved), end: travel.end };
}

/** A fixed order, so that the solver gets the same problem again whatever order the database returned. */
function inIdOrder(stops: readonly StopRow[]): StopRow[] {
  return stops.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
