import type { Routes } from '../routes/routes.ts';

/**
 * 2-opt* (Potvin and Rousseau 1995): two routes exchange everything after one node of each, where that saves most. It
 * works only for problems without sites, pauses and pins, where the labels of both nodes tell whether the new routes
 * are in time.
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
    if (!this.isOn || one === two || !this.endAlike(one, two)) return;
    const { routes } = this;
    const end = routes.endOf(one);
    this.bestSaving = 0;
    let load = 0;
    let count = 0;
    for (let node = routes.startOf(one); node !== end; node = routes.next[node] as number) {
      if (routes.isStop(node)) {
        load += routes.data.load[node] as number;
        count++;
      }
      this.scan(one, two, node, load, count);
    }
    if (this.bestSaving > 0) this.exchange(one, two);
  }

  /**
   * Returns true if both vehicles end at the same place and time, so that a tail in time for one is in time for the
   * other.
   */
  private endAlike(one: number, two: number): boolean {
    const { endPoint, shiftEnd } = this.routes.data;
    return endPoint[one] === endPoint[two] && shiftEnd[one] === shiftEnd[two];
  }

  /**
   * Tries every node of the second route with `nodeOne` of the first. `loadOne` and `countOne` are the load and the
   * stops up to that node.
   */
  private scan(one: number, two: number, nodeOne: number, loadOne: number, countOne: number): void {
    const { data, next, costOut, point } = this.routes;
    const start = data.firstStart + two;
    const end = data.firstEnd + two;
    const aheadOne = next[nodeOne] as number;
    const isHead = nodeOne === data.firstStart + one;
    const isTail = aheadOne === data.firstEnd + one;
    const rowOne = (point[nodeOne] as number) * data.points;
    const rowAhead = (point[aheadOne] as number) * data.points;
    const linkOne = costOut[nodeOne] as number;
    let load = 0;
    let count = 0;
    for (let node = start; node !== end; node = next[node] as number) {
      if (node !== start) {
        load += data.load[node] as number;
        count++;
      }
      const ahead = next[node] as number;
      // A route that becomes empty costs nothing.
      const costOne = isHead && ahead === end ? 0 : (data.from[rowOne + (point[ahead] as number)] as number);
      const costTwo = isTail && node === start ? 0 : (data.into[rowAhead + (point[node] as number)] as number);
      const saving = linkOne + (costOut[node] as number) - costOne - costTwo;
      if (saving <= this.bestSaving) continue;
      if (!this.isInTime(nodeOne, ahead, costOne) || !this.isInTime(node, aheadOne, costTwo)) continue;
      if (!this.haveRoom(one, two, loadOne, load, countOne, count)) continue;
      this.bestSaving = saving;
      this.bestOne = nodeOne;
      this.bestTwo = node;
    }
  }

  private isInTime(node: number, ahead: number, cost: number): boolean {
    const { times, data } = this.routes;
    return !data.isTimed || (times.depart1[node] as number) + cost <= (times.latest1[ahead] as number);
  }

  /** Returns true if each vehicle can take the other's tail in addition to the loads and stops before it. */
  private haveRoom(
    one: number,
    two: number,
    loadOne: number,
    loadTwo: number,
    countOne: number,
    countTwo: number,
  ): boolean {
    const { data, load, count } = this.routes;
    return (
      loadOne + (load[two] as number) - loadTwo <= (data.dayLoad[one] as number) &&
      loadTwo + (load[one] as number) - loadOne <= (data.dayLoad[two] as number) &&
      countOne + (count[two] as number) - countTwo <= (data.maxStops[one] as number) &&
      countTwo + (count[one] as number) - countOne <= (data.maxStops[two] as number)
    );
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
