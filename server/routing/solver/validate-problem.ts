import type { RoutingProblem, SolveOptions, Stop, Vehicle } from './problem.ts';

/** Throws a RangeError that says what is wrong. What passes here, the solver can solve, well or badly. */
export function validateProblem(problem: RoutingProblem, options: SolveOptions): void {
  const { matrix, vehicles, stops, balance } = problem;
  requireThat(isCount(matrix.size), 'the size of the matrix is not a whole number');
  requireThat(
    matrix.costs.length === matrix.size * matrix.size,
    `a matrix of ${matrix.size} places has ${matrix.size * matrix.size} costs, not ${matrix.costs.length}`,
  );
  const negative = findNegative(matrix.costs);
  requireThat(
    negative < 0,
    `the cost from place ${Math.floor(negative / matrix.size)} to ${negative % matrix.size} is negative`,
  );
  requireThat(Number.isFinite(balance) && balance >= 0, 'the balance is not a number from 0 up');
  requireThat(options.budgetMs >= 0, 'the budget is not a number from 0 up');
  requireThat(Number.isFinite(options.seed), 'the seed is not a number');
  requireThat((options.maxRounds ?? 0) >= 0, 'the number of rounds is not a number from 0 up');
  requireThat(vehicles.length > 0 || stops.length === 0, 'there are stops and no vehicle');
  vehicles.forEach((vehicle, index) => {
    validateVehicle(vehicle, `vehicle ${index}`, matrix.size);
  });
  stops.forEach((stop, index) => {
    validateStop(stop, `stop ${index}`, matrix.size, vehicles.length);
  });
}

/** A plain loop: millions of costs would call a callback as often. */
function findNegative(costs: Int32Array): number {
  for (let i = 0; i < costs.length; i++) if ((costs[i] as number) < 0) return i;
  return -1;
}

function validateVehicle({ start, end, capacity }: Vehicle, name: string, places: number): void {
  requireThat(start === null || isBelow(start, places), `the start of ${name} is no place of the matrix: ${start}`);
  requireThat(end === null || isBelow(end, places), `the end of ${name} is no place of the matrix: ${end}`);
  requireThat(capacity === undefined || capacity >= 0, `the capacity of ${name} is not a number from 0 up`);
}

function validateStop(stop: Stop, name: string, places: number, vehicles: number): void {
  const { place, service, load, vehicle, position } = stop;
  requireThat(isBelow(place, places), `the place of ${name} is no place of the matrix: ${place}`);
  requireThat(Number.isFinite(service) && service >= 0, `the service of ${name} is not a number from 0 up`);
  requireThat(Number.isFinite(load) && load >= 0, `the load of ${name} is not a number from 0 up`);
  requireThat(
    vehicle === undefined || isBelow(vehicle, vehicles),
    `${name} wants a vehicle that is not there: ${vehicle}`,
  );
  requireThat(position === undefined || isCount(position), `the position of ${name} is not a whole number from 0 up`);
  requireThat(position === undefined || vehicle !== undefined, `${name} has a position and no vehicle`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isBelow(value: number, limit: number): boolean {
  return isCount(value) && value < limit;
}

function requireThat(holds: boolean, complaint: string): asserts holds {
  if (!holds) throw new RangeError(`Routing problem: ${complaint}.`);
}
