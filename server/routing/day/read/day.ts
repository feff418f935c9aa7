import type { DriverShift } from '../../../../contract/routing/day-board.ts';
import type { Services } from '../../../services.ts';
import type { SiteRow } from '../../disposal/sites.store.ts';
import type { VisitRow } from '../../disposal/visits.store.ts';
import type { SoftWindow } from '../../solver/day-problem.ts';
import type { StopRow } from '../../stops.store.ts';
import type { TravelCosts } from '../../travel/travel-costs.ts';
import type { Truck } from '../../trucks/read-trucks.ts';

/** The part of a day that the database knows. */
export interface DayStops {
  readonly date: string;
  /** The active disposal sites. */
  readonly sites: readonly SiteRow[];
  readonly drivers: readonly DriverDay[];
  /** Stops without a driver, to be assigned to these drivers. */
  readonly pending: readonly StopRow[];
}

/** One driver's stops of a day: those already resolved, and those still open. */
export interface DriverDay {
  readonly driverId: string;
  readonly date: string;
  readonly shift: DriverShift;
  readonly truck: Truck;
  /** The disposal visits that the driver has made, earliest first. */
  readonly emptied: readonly VisitRow[];
  readonly resolved: readonly StopRow[];
  readonly open: readonly StopRow[];
}

/** A day with all facts that it is planned from. */
export interface Day extends DayStops {
  readonly travel: DayTravel;
  readonly windows: StopWindows;
  readonly workTimes: Services['settings']['workTimes'];
  readonly now: Date;
}

/** Travel times and distances between all places of a day: stops, disposal sites, and where routes start and end. */
export interface DayTravel {
  readonly costs: TravelCosts;
  /** The row of each stop in the matrix, by stop ID. */
  readonly placeOfStop: ReadonlyMap<string, number>;
  /** The row of each disposal site in the matrix, by site ID. */
  readonly placeOfSite: ReadonlyMap<string, number>;
  /** The rows of the start and end of each driver's route, by driver id; null if unknown. */
  readonly endsOf: ReadonlyMap<string, { readonly start: number | null; readonly end: number | null }>;
}

/**
 * When stops should be served, by stop ID. Missing a window has a cost, but no stop is left out for being late. Times
 * are seconds since 1970.
 */
export type StopWindows = ReadonlyMap<string, StopWindow>;

export interface StopWindow extends SoftWindow {
  /** True for a promise that the current routes keep. No new stop may change that. */
  readonly isKept?: boolean;
}
