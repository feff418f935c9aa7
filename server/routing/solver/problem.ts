/** Input and output of the route solver. Places and costs are integers; the solver knows nothing about pickups. */

/** Costs between places, row by row: `costs[from * size + to]`. Integers from 0 up; may be asymmetric. */
export interface CostMatrix {
  readonly size: number;
  readonly costs: Int32Array;
}

/** One driver's day. With a null `start` or `end` the route begins, or ends, at whichever stop is best, at no cost. */
export interface Vehicle {
  /** A place of the matrix. */
  readonly start: number | null;
  readonly end: number | null;
  /** Maximum load, in the unit of the stops' `load`; unlimited when omitted. */
  readonly capacity?: number;
}

/** One vehicle's way through the places of a matrix. */
export interface Trip extends Pick<Vehicle, 'start' | 'end'> {
  readonly matrix: CostMatrix;
}

export interface Stop {
  /** A place of the matrix. Several stops may share one. */
  readonly place: number;
  /** Service time, in the unit of the costs. */
  readonly service: number;
  readonly load: number;
  /** The vehicle that must take it; any when omitted. */
  readonly vehicle?: number;
  /** Its required position among its vehicle's stops, counted from 0. Requires `vehicle`. */
  readonly position?: number;
}

/** The stops of one vehicle, which need an order. */
export interface RouteProblem {
  readonly matrix: CostMatrix;
  readonly vehicle: Pick<Vehicle, 'start' | 'end'>;
  readonly stops: readonly {
    /** A place of the matrix. Several stops may share one. */
    readonly place: number;
    /** The required position among the stops, counted from 0. */
    readonly position?: number;
  }[];
}

export interface SolveOptions {
  /** Limit of the search, in milliseconds of CPU time of its thread. */
  readonly budgetMs: number;
  /** The same problem, seed and number of rounds return the same routes. */
  readonly seed: number;
  /** Limit of rounds, for a result that does not depend on the machine's speed. */
  readonly maxRounds?: number;
}
