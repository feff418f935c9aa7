import type { EngineData } from '../data.ts';

/** The nodes of the current routes, with the data that labels depend on. */
export interface RouteNodes {
  readonly data: EngineData;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** The cost of the link from each node to the next. 0 from the start to the end of an empty route. */
  readonly costOut: Int32Array;
  readonly point: Int32Array;
  /** The load on board after each node. */
  readonly loadBehind: Float64Array;
  /** The load taken on from each node until the next disposal site. */
  readonly loadAhead: Float64Array;
  /**
   * How many stops may still be inserted before each node, or later, without pushing a pinned stop past its position.
   */
  readonly spare: Float64Array;
  startOf(vehicle: number): number;
  endOf(vehicle: number): number;
  isStop(node: number): boolean;
}
