export interface RoadPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** Travel from each place (row) to each place (column), row by row; -1 if there is no route. */
export interface RoadTable {
  readonly seconds: Int32Array;
  readonly meters: Int32Array;
}

/** A service that returns travel times and distances by road. */
export interface RoadDistances {
  /**
   * Returns the table between all places. Throws a RoadDistancesError when the service is down or its response is
   * unusable.
   */
  between(places: readonly RoadPlace[]): Promise<RoadTable>;
}

/** Thrown when no table can be returned. The message is for the log and contains no place. */
export class RoadDistancesError extends Error {
  override name = 'RoadDistancesError';
}
