export interface RoadPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** Travel from each place (row) to each place (column), row by row; -1 where there is no route. */
export interface RoadTable {
  readonly seconds: Int32Array;
  readonly meters: Int32Array;
}

/** A service that returns travel times and distances by road. */
export interface RoadDistances {
  /** Throws a RoadDistancesError when the service is down or returns an invalid response. */
  between(places: readonly RoadPlace[]): Promise<RoadTable>;
}

/** Why there is no table. The message is for the log and holds no place. */
export class RoadDistancesError extends Error {
  override name = 'RoadDistancesError';
}
