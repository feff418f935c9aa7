import type { EngineData } from '../data.ts';
import type { RouteNodes } from './route-nodes.ts';
import type { TimeLabels } from './time-labels.ts';

/**
 * The cost of missed soft windows in each route. To price a change, the times after its place are computed again, which
 * takes linear time.
 */
export class SoftWindows {
  /** The cost of each vehicle's route. */
  private readonly cost: Float64Array;
  /** The cumulative cost up to each node. */
  private readonly costBehind: Float64Array;
  /** The node after which each vehicle takes its pause. */
  private readonly pauseBehind: Int32Array;
  private readonly data: EngineData;
  private readonly times: TimeLabels;

  constructor(data: EngineData, times: TimeLabels) {
    this.data = data;
    this.times = times;
    this.cost = new Float64Array(data.vehicles);
    this.costBehind = new Float64Array(data.nodes);
    this.pauseBehind = new Int32Array(data.vehicles).fill(-1);
  }

  /** Recomputes the cost of a route's soft windows. Returns the change of the cost. */
  update(routes: RouteNodes, vehicle: number): number {
    this.pauseBehind[vehicle] = this.times.pauseBehind(routes, vehicle);
    const found = this.drive(routes, vehicle, routes.startOf(vehicle), -1, -1);
    const change = found - (this.cost[vehicle] as number);
    this.cost[vehicle] = found;
    return change;
  }

  /** Returns how much more a route's soft windows cost if a stop is inserted after a node. */
  growth(routes: RouteNodes, vehicle: number, behind: number, stop: number): number {
    const hasPause = (this.data.pauseTime[vehicle] as number) > 0;
    const from = hasPause ? routes.startOf(vehicle) : behind;
    const before = hasPause ? 0 : (this.costBehind[behind] as number);
    return before + this.drive(routes, vehicle, from, behind, stop) - (this.cost[vehicle] as number);
  }

  /** Returns the cost of the soft windows after node `from`, with `stop` inserted after `behind` (both -1 for none). */
  private drive(routes: RouteNodes, vehicle: number, from: number, behind: number, stop: number): number {
    const { data } = this;
    const { times } = this;
    const end = routes.endOf(vehicle);
    const hasPause = (data.pauseTime[vehicle] as number) > 0;
    const pauseBehind = this.pauseBehind[vehicle] as number;
    let time = (hasPause ? times.depart0[from] : times.depart1[from]) as number;
    let sum = 0;
    let node = from;
    while (true) {
      const ahead = node === behind ? stop : ((node === stop ? routes.next[behind] : routes.next[node]) as number);
      if (ahead === end) return sum;
      const at = routes.point[ahead] as number;
      const isNew = node === behind || node === stop;
      const cost = (
        isNew ? data.from[(routes.point[node] as number) * data.points + at] : routes.costOut[node]
      ) as number;
      time = node === pauseBehind ? Math.min(times.arriveWithPause(vehicle, time, cost), time + 1e9) : time + cost;
      if (time < (data.early[at] as number)) time = data.early[at] as number;
      if (ahead < data.stops) sum += costOfStart(data, ahead, time);
      time += data.service[at] as number;
      if (stop < 0) this.costBehind[ahead] = sum;
      node = ahead;
    }
  }
}

/** Returns the cost of beginning at a stop at this time. */
function costOfStart(data: EngineData, stop: number, start: number): number {
  const early = (data.softEarly[stop] as number) - start;
  const late = start - (data.softLate[stop] as number);
  if (early <= 0 && late <= 0) return 0;
  return (data.softFixed[stop] as number) + (data.softPerUnit[stop] as number) * Math.max(early, late);
}
