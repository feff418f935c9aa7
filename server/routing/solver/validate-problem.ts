import type { CostMatrix, RouteProblem, SolveOptions, Stop, Vehicle } from './problem.ts';

interface Problem {
  readonly matrix: CostMatrix;
  readonly vehicles: readonly Vehicle[];
  readonly stops: readonly Stop[];
  readonly balance: number;
}

/** Throws a RangeError that names the first mistake. `orderRoute` can handle every problem that passes. */
export function validateRoute({ matrix, vehicle, stops }: RouteProblem, options: SolveOptions): void {
  const own = stops.map((stop) => ({ ...stop, service: 0, load: 0, vehicle: 0 }));
  validateProblem({ matrix, vehicles: [vehicle], stops: own, balance: 0 }, options);
}

/** Throws a RangeError that names the first mistake. Checks what the solver needs of every problem. */
export function validateProblem(problem: Problem, options: SolveOptions): void {
  const { matrix, vehicles, stops, balance } = problem;
  check(isCount(matrix.size), 'the size of the matrix is not an integer from 0 up');
  check(
    matrix.costs.length === matrix.size * matrix.size,
    `a matrix of ${matrix.size} places has ${matrix.size * matrix.size} costs, not ${matrix.costs.length}`,
  );
  const negative = findNegative(matrix.costs);
  check(
    negative < 0,
    `the cost from place ${Math.floor(negative / matrix.size)} to ${negative % matrix.size} is negative`,
  );
  check(Number.isFinite(balance) && balance >= 0, 'the balance is not a number from 0 up');
  check(options.budgetMs >= 0, 'the budget is not a number from 0 up');
  check(Number.isFinite(options.seed), 'the seed is not a number');
  check((options.maxRounds ?? 0) >= 0, 'the number of rounds is not a number from 0 up');
  check(vehicles.length > 0 || stops.length === 0, 'there are stops but no vehicle');
  vehicles.forEach((vehicle, index) => {
    validateVehicle(vehicle, `vehicle ${index}`, matrix.size);
  });
  stops.forEach((stop, index) => {
    validateStop(stop, `stop ${index}`, matrix.size, vehicles.length);
  });
}

/**
 * Returns the index of the first negative cost, or -1. A plain loop, because a callback for each of millions of costs
 * is slow.
 */
function findNegative(costs: Int32Array): number {
  for (let i = 0; i < costs.length; i++) if ((costs[i] as number) < 0) return i;
  return -1;
}

function validateVehicle({ start, end, capacity }: Vehicle, name: string, places: number): void {
  check(start === null || isBelow(start, places), `the start of ${name} is not a place of the matrix: ${start}`);
  check(end === null || isBelow(end, places), `the end of ${name} is not a place of the matrix: ${end}`);
  check(capacity === undefined || capacity >= 0, `the capacity of ${name} is not a number from 0 up`);
}

function validateStop(stop: Stop, name: string, places: number, vehicles: number): void {
  const { place, service, load, vehicle, position } = stop;
  check(isBelow(place, places), `the place of ${name} is not a place of the matrix: ${place}`);
  check(Number.isFinite(service) && service >= 0, `the service of ${name} is not a number from 0 up`);
  check(Number.isFinite(load) && load >= 0, `the load of ${name} is not a number from 0 up`);
  check(vehicle === undefined || isBelow(vehicle, vehicles), `${name} requires an unknown vehicle: ${vehicle}`);
  check(position === undefined || isCount(position), `the position of ${name} is not an integer from 0 up`);
  check(position === undefined || vehicle !== undefined, `${name} has a position but no vehicle`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Returns true for an integer from 0 to `limit` - 1. */
export function isBelow(value: number, limit: number): boolean {
  return isCount(value) && value < limit;
}

/** Throws a RangeError with this message if `isValid` is false. */
export function check(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new RangeError(`Routing problem: ${message}.`);
}
