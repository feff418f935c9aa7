import type { CostMatrix, Stop, Vehicle } from './problem.ts';

/**
 * Input and output of the day solver: trucks that fill up, work shifts and keep promised times. All times are in the
 * unit of the costs, counted from any fixed instant (midnight, for example).
 */

/** A closed interval of times. */
export interface TimeWindow {
  readonly earliest: number;
  readonly latest: number;
}

export interface DayVehicle extends Vehicle {
  /** The vehicle leaves `start` at `earliest` and must reach `end` by `latest`; unlimited when omitted. */
  readonly shift?: TimeWindow;
  /** A pause between two places, which must begin within the window. A vehicle that finishes earlier has none. */
  readonly pause?: TimeWindow & { readonly duration: number };
  /** Maximum load of the whole day, over all trips to sites. `capacity` limits what is on board at one time. */
  readonly dayLoad?: number;
  /** Maximum number of stops. */
  readonly maxStops?: number;
  /** Load on board at the start. */
  readonly loadAtStart?: number;
}

/** A place where vehicles empty completely. If a problem has sites, every route with stops ends with a visit to one. */
export interface DisposalSite {
  readonly place: number;
  /** Time that a visit takes. */
  readonly service: number;
  /** When a visit may begin; at any time when omitted. */
  readonly hours?: TimeWindow;
}

/** A window outside which a service may begin, at a cost. */
export interface SoftWindow extends TimeWindow {
  /** Cost of each unit of time too early or too late. */
  readonly perUnit: number;
  /** Additional cost of missing the window at all, such as for breaking a promise. */
  readonly fixed?: number;
}

export interface DayStop extends Stop {
  /** The stop's service must begin within this window. A vehicle that is early waits. */
  readonly window?: TimeWindow;
  /** A preferred or promised time. */
  readonly soft?: SoftWindow;
  /** If not all stops fit, those with the smallest sum of priorities are left out. 1 when omitted. */
  readonly priority?: number;
  /** The vehicle that has the stop now, and the cost of giving the stop to another one. */
  readonly current?: { readonly vehicle: number; readonly changeCost: number };
}

export interface DayProblem {
  readonly matrix: CostMatrix;
  readonly vehicles: readonly DayVehicle[];
  readonly stops: readonly DayStop[];
  readonly sites?: readonly DisposalSite[];
  /**
   * Weight of the longest day relative to total travel. 0 minimizes travel alone; larger values spread work more
   * evenly.
   */
  readonly balance: number;
  /** True if using fewer vehicles counts more than any other cost. */
  readonly fewestVehicles?: boolean;
}

/** One visit of a vehicle, to a stop or to a disposal site. */
export interface Visit {
  readonly kind: 'stop' | 'site';
  /** Index into the problem's `stops` or `sites`. */
  readonly index: number;
  /** When its service begins. */
  readonly start: number;
}

export interface VehicleDay {
  readonly visits: readonly Visit[];
  /** When the vehicle leaves its start. */
  readonly leaves: number;
  /** When the vehicle reaches its end; equal to `leaves` if it has no visits. */
  readonly ends: number;
  /** When the pause begins; null if there is none. */
  readonly pauseStart: number | null;
  readonly travel: number;
}

/** Why a stop is in no route. */
export type UnassignedReason =
  /** No vehicle has the capacity for it. */
  | 'too-large'
  /** Its window, or the time to reach it, is outside every shift. */
  | 'out-of-hours'
  /** No disposal site is open when a vehicle could be there after it. */
  | 'sites-closed'
  /** The vehicle it requires does not exist or cannot serve it in the required position. */
  | 'pinned'
  /** The stop would fit alone, but the vehicles have no time or capacity left. */
  | 'no-room';

export interface DayPlan {
  /** One day for each vehicle. */
  readonly days: readonly VehicleDay[];
  readonly unassigned: readonly { readonly stop: number; readonly reason: UnassignedReason }[];
  readonly travel: number;
}
