/** The first temperature, in average legs. */
const hottest = 2;
/** The last temperature, in average legs. */
const coldest = 0.1;
/**
 * Added to the first temperature for each unit of balance per vehicle: with balance, a change of the longest day costs
 * many times its travel.
 */
const hottestPerBalance = 7;
/** Added to the last temperature for each unit of balance per vehicle. */
const coldestPerBalance = 0.05;

/** Returns the progress of the search, from 0 to 1 (the end). */
export type Progress = () => number;

/** Rounds between two checks of progress, since reading the clock costs as much as a round. */
export const roundsPerCheck = 16;

interface FirstRoutes {
  readonly data: {
    readonly stops: number;
    readonly vehicles: number;
    readonly service: Float64Array;
    readonly balance: number;
  };
  /** The vehicle of each node; -1 for an unassigned stop. */
  readonly vehicleOf: Int32Array;
  readonly next: Int32Array;
  readonly costOut: ArrayLike<number>;
}

/** Returns the temperatures at which the annealing of these routes begins and ends. */
export function temperaturesOf(routes: FirstRoutes): { first: number; last: number } {
  const { balance, vehicles } = routes.data;
  const perVehicle = balance / vehicles;
  const unit = meanLeg(routes) || 1;
  return {
    first: unit * (hottest + hottestPerBalance * perVehicle),
    last: unit * (coldest + coldestPerBalance * perVehicle),
  };
}

/** Returns the average leg between stops, without depots. With balance, service times count as well. */
function meanLeg({ data: { stops, service, balance }, vehicleOf, next, costOut }: FirstRoutes): number {
  let sum = 0;
  for (let stop = 0; stop < stops; stop++) {
    if ((vehicleOf[stop] as number) < 0) continue;
    if ((next[stop] as number) < stops) sum += costOut[stop] as number;
    if (balance > 0) sum += service[stop] as number;
  }
  return sum / stops;
}
