/** What the solver is asked and what it answers. It knows places by number, costs as integers, and nothing of pickups. */

/** Costs from place to place, row by row: `costs[from * size + to]`. Whole numbers, not negative; may be asymmetric. */
export interface CostMatrix {
  readonly size: number;
  readonly costs: Int32Array;
}

/** One driver's day. A null `start` or `end` costs nothing: the route begins, or ends, at whichever stop suits it best. */
export interface Vehicle {
  /** A place of the matrix. */
  readonly start: number | null;
  readonly end: number | null;
  /** How much it can carry, in the unit of the stops' `load`; without a limit when left out. */
  readonly capacity?: number;
}

export interface Stop {
  /** A place of the matrix. Several stops may stand at one place. */
  readonly place: number;
  /** How long the stop itself takes, in the unit of the costs. */
  readonly service: number;
  readonly load: number;
  /** The vehicle that must take it; any may when left out. */
  readonly vehicle?: number;
  /** Where it must stand among its vehicle's stops, counted from 0; only together with `vehicle`. */
  readonly position?: number;
}

export interface RoutingProblem {
  readonly matrix: CostMatrix;
  readonly vehicles: readonly Vehicle[];
  readonly stops: readonly Stop[];
  /**
   * How much the longest day counts beside the sum of all: 0 drives the fewest miles whoever drives them; larger shares the
   * work out more evenly.
   */
  readonly balance: number;
}

export interface SolveOptions {
  /** How long the solver may compute, in milliseconds of its thread's own processor time. */
  readonly budgetMs: number;
  /** The same problem, seed and number of rounds give the same routes. */
  readonly seed: number;
  /** Ends after as many rounds, whatever time is left: the same result on a fast machine and a slow one. */
  readonly maxRounds?: number;
}

export interface RoutingSolution {
  /** For each vehicle the indices of its stops in the order of the drive. Every stop stands in exactly one route. */
  readonly routes: readonly (readonly number[])[];
  /** Travel of all routes, without service. */
  readonly travel: number;
  /** Travel and service of each vehicle. */
  readonly durations: readonly number[];
}
