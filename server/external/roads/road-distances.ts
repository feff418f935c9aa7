export interface RoadPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** What it takes from each place (row) to each (column), row by row; -1 where the service knows no way. */
export interface RoadTable {
  readonly seconds: Int32Array;
  readonly meters: Int32Array;
}

/** A service that knows the roads. */
export interface RoadDistances {
  /** Throws a RoadDistancesError when the service is down or answers nonsense. */
  between(places: readonly RoadPlace[]): Promise<RoadTable>;
}

/** Why no table came: a reason for the log that holds no place. */
export class RoadDistancesError extends Error {
  override name = 'RoadDistancesError';
}
