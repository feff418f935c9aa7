import type { EngineData } from './data.ts';
import type { Routes } from './routes.ts';

/**
 * 2-opt* (Potvin and Rousseau 1995): two routes exchange everything behind a node of each, where that saves most. Only in
 * problems without sites, pauses and pins, where the labels of both nodes tell whether the new routes are in time.
 */
export class TailSwap {
  private readonly routes: Routes;
  private readonly isOn: boolean;
  private bestSaving = 0;
  private bestOne = -1;
  private bestTwo = -1;

  constructor(routes: Routes) {
    const { data } = routes;
    this.routes = routes;
    this.isOn = data.sites === 0 && data.pin.every((pin) => pin < 0) && data.pauseTime.every((time) => time === 0);
  }

  /** Exchanges the tails of two vehicles if that saves travel. */
  improve(one: number, two: number): void {
    if (!this.isOn || one === two) return;
    const { routes } = this;
    this.bestSaving = 0;
    let load = 0;
    let count = 0;
    for (let node = routes.startOf(one); node !== routes.endOf(one); node = routes.next[node] as number) {
      if (routes.isStop(node)) {
        load += routes.data.load[node] as number;
        count++;
      }
      this.scan(one, two, node, load, count);
    }
    if (this.bestSaving > 0) this.exchange(one, two);
  }

  /** Tries every node of the second route for one of the first, which has this load and count up to it. */
  private scan(one: number, two: number, nodeOne: number, loadOne: number, countOne: number): void {
    const { routes } = this;
    const { data, next, costOut } = routes;
    const totalOne = (data.dayLoad[one] as number) - (routes.room[one] as number);
    const totalTwo = (data.dayLoad[two] as number) - (routes.room[two] as number);
    const aheadOne = next[nodeOne] as number;
    let load = 0;
    let count = 0;
    for (let node = routes.startOf(two); node !== routes.endOf(two); node = next[node] as number) {
      if (routes.isStop(node)) {
        load += data.load[node] as number;
        count++;
      }
      const ahead = next[node] as number;
      const old = (costOut[nodeOne] as number) + (costOut[node] as number);
      const headOne = this.reach(one, nodeOne, two, ahead);
      const headTwo = this.reach(two, node, one, aheadOne);
      if (old - headOne - headTwo <= this.bestSaving) continue;
      const tailOne = (routes.count[one] as number) - countOne;
      const tailTwo = (routes.count[two] as number) - count;
      if (loadOne + totalTwo - load > (data.dayLoad[one] as number)) continue;
      if (load + totalOne - loadOne > (data.dayLoad[two] as number)) continue;
      if (countOne + tailTwo > (data.maxStops[one] as number)) continue;
      if (count + tailOne > (data.maxStops[two] as number)) continue;
      this.bestSaving = old - headOne - headTwo;
      this.bestOne = nodeOne;
      this.bestTwo = node;
    }
  }

  /** The cost from a node to what follows in the other route, or to the vehicle's own end; infinite if that is too late. */
  private reach(vehicle: number, node: number, other: number, ahead: number): number {
    const { routes } = this;
    const target = ahead === routes.endOf(other) ? routes.endOf(vehicle) : ahead;
    if (node === routes.startOf(vehicle) && target === routes.endOf(vehicle)) return 0;
    const cost = costBetween(routes, node, target);
    const { times, data } = routes;
    const isLate = data.isTimed && (times.depart1[node] as number) + cost > (times.latest1[target] as number);
    // The tail must also be in time for the end of this vehicle's shift.
    const isOtherShift = data.shiftEnd[vehicle] !== data.shiftEnd[other] || !sameEnd(data, vehicle, other);
    return isLate || isOtherShift ? Number.POSITIVE_INFINITY : cost;
  }

  private exchange(one: number, two: number): void {
    const { routes } = this;
    const absentCount = routes.absentCount;
    const tailOne = this.takeTail(one, this.bestOne);
    const tailTwo = this.takeTail(two, this.bestTwo);
    routes.absentCount = absentCount;
    this.append(one, this.bestOne, tailTwo);
    this.append(two, this.bestTwo, tailOne);
  }

  private takeTail(vehicle: number, behind: number): number[] {
    const { routes } = this;
    const tail: number[] = [];
    const end = routes.endOf(vehicle);
    for (let node = routes.next[behind] as number; node !== end; node = routes.next[behind] as number) {
      tail.push(node);
      routes.remove(node);
    }
    return tail;
  }

  private append(vehicle: number, behind: number, tail: readonly number[]): void {
    let last = behind;
    for (const stop of tail) {
      this.routes.insert(stop, vehicle, last);
      last = stop;
    }
    this.routes.refresh(vehicle);
  }
}

function sameEnd({ endPoint }: EngineData, one: number, two: number): boolean {
  return endPoint[one] === endPoint[two];
}

function costBetween({ data, point }: Routes, from: number, to: number): number {
  return data.from[(point[from] as number) * data.points + (point[to] as number)] as number;
}
