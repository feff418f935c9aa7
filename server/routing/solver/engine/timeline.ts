import type { VehicleDay, Visit } from '../day-problem.ts';
import type { Routes } from './routes/routes.ts';

/**
 * Returns the visits of a vehicle and their times. Each visit starts as early as possible. `order` has each stop's
 * index in the problem.
 */
export function readVehicleDay(routes: Routes, vehicle: number, order: readonly number[]): VehicleDay {
  const { data, next, costOut, point, times } = routes;
  const end = routes.endOf(vehicle);
  const leaves = data.shiftStart[vehicle] as number;
  const pauseBehind = times.pauseBehind(routes, vehicle);
  const visits: Visit[] = [];
  let time = leaves;
  let travel = 0;
  let pauseStart: number | null = null;
  const drive = (node: number) => {
    const cost = costOut[node] as number;
    travel += cost;
    if (node !== pauseBehind) return time + cost;
    const ready = times.arriveWithPause(vehicle, time, cost);
    const isAtEnd = next[node] === end && time + cost <= (data.pauseLate[vehicle] as number);
    // A vehicle that reaches its end while the pause may still begin needs none.
    if (isAtEnd) return time + cost;
    const isAfterDrive = time + cost <= (data.pauseLate[vehicle] as number);
    pauseStart = ready - (data.pauseTime[vehicle] as number) - (isAfterDrive ? 0 : cost);
    return ready;
  };
  let node = routes.startOf(vehicle);
  for (let ahead = next[node] as number; ahead !== end; ahead = next[ahead] as number) {
    const at = point[ahead] as number;
    const start = Math.max(drive(node), data.early[at] as number);
    const isStop = routes.isStop(ahead);
    const index = isStop ? (order[ahead] as number) : at - data.firstSite;
    visits.push({ kind: isStop ? 'stop' : 'site', index, start });
    time = start + (data.service[at] as number);
    node = ahead;
  }
  const ends = visits.length > 0 ? drive(node) : leaves;
  return { visits, leaves, ends, pauseStart, travel: visits.length > 0 ? travel : 0 };
}
