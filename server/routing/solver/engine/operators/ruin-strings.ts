import type { Random } from '../../random.ts';
import type { Neighbors } from '../neighbors.ts';
import type { Routes } from '../routes/routes.ts';
import { removeIdleVisits } from './site-visits.ts';

/** The average number of stops removed per round (Christiaens and Vanden Berghe, 6.1). */
const averageRemoved = 10;
/** The maximum string length (6.1). */
const longestString = 10;
/** The probability that a string is split. */
const splitShare = 0.5;
/** The probability that each further stop is preserved in the middle of a split string. */
const furtherSpared = 0.01;

/**
 * Adjacent string removal (Christiaens and Vanden Berghe 2020, "Slack Induction by String Removals"): removes a string
 * of stops from each of a few routes near a random stop. Neighboring routes then have room for each other's stops at
 * the same time. Visits to sites within a string stay if they are still needed.
 */
export class StringRuin {
  private readonly routes: Routes;
  private readonly neighbors: Neighbors;
  private readonly random: Random;
  /** The last round in which each vehicle lost a string. */
  private readonly ruinedIn: Int32Array;
  private round = 0;

  constructor(routes: Routes, neighbors: Neighbors, random: Random) {
    this.routes = routes;
    this.neighbors = neighbors;
    this.random = random;
    this.ruinedIn = new Int32Array(routes.data.vehicles);
  }

  ruin(): void {
    const { routes, random } = this;
    const { near, width } = this.neighbors;
    if (routes.used === 0) return;
    this.round++;
    const stringLimit = Math.min(longestString, routes.data.stops / routes.used);
    const stringsLimit = (4 * averageRemoved) / (1 + stringLimit) - 1;
    let strings = Math.floor(random.unit() * stringsLimit + 1);
    const seed = random.below(routes.data.stops);
    if (this.ruinAt(seed, stringLimit)) strings--;
    for (let rank = 0; rank < width && strings > 0; rank++) {
      if (this.ruinAt(near[seed * width + rank] as number, stringLimit)) strings--;
    }
    for (let index = 0; index < routes.changes.touchedCount; index++)
      this.close(routes.changes.touched[index] as number);
  }

  /**
   * Removes the visits that are no longer needed. A route that is still late, because a detour takes less time than a
   * direct leg, is emptied.
   */
  private close(vehicle: number): void {
    removeIdleVisits(this.routes, vehicle);
    if (!this.routes.refresh(vehicle)) this.routes.clear(vehicle);
  }

  /** Removes a string around a stop. Returns false if its route has already lost one in this round. */
  private ruinAt(stop: number, stringLimit: number): boolean {
    const { routes, random } = this;
    const vehicle = routes.vehicleOf[stop] as number;
    if (vehicle < 0 || this.ruinedIn[vehicle] === this.round) return false;
    this.ruinedIn[vehicle] = this.round;
    const count = routes.count[vehicle] as number;
    const length = Math.floor(random.unit() * Math.min(count, stringLimit) + 1);
    const taken = Math.min(length, count);
    const spared = taken > 1 && taken < count && random.unit() < splitShare ? this.drawSpared(count - taken) : 0;
    this.takeString(stop, taken, spared);
    return true;
  }

  /** Returns the number of stops preserved in the middle of a split string: one, and each further one by chance. */
  private drawSpared(most: number): number {
    let spared = 1;
    while (spared < most && this.random.unit() < furtherSpared) spared++;
    return spared;
  }

  /** Removes `taken` stops from a stretch around `stop` that has `spared` more stops, which stay. */
  private takeString(stop: number, taken: number, spared: number): void {
    const { routes, random } = this;
    const reach = taken + spared - 1;
    let before = 0;
    let start = stop;
    for (let at = this.stopBehind(stop); before < reach && at >= 0; at = this.stopBehind(at)) {
      start = at;
      before++;
    }
    let after = 0;
    for (let at = this.stopAhead(stop); after < reach && at >= 0; at = this.stopAhead(at)) after++;
    // The stretch starts at a random stop before `stop` such that enough stops follow.
    const skips = random.below(before - Math.max(0, reach - after) + 1);
    for (let skip = skips; skip > 0; skip--) start = this.stopAhead(start);
    const sparedFrom = spared > 0 ? random.below(taken + 1) : taken;
    let at = start;
    for (let index = 0; index < taken; index++) {
      if (index === sparedFrom) for (let left = spared; left > 0; left--) at = this.stopAhead(at);
      const ahead = this.stopAhead(at);
      if ((routes.data.position[at] as number) < 0) routes.remove(at);
      at = ahead;
    }
  }

  /** Returns the next stop of the route, past visits to sites; -1 if there is none. */
  private stopAhead(stop: number): number {
    const { routes } = this;
    let node = routes.next[stop] as number;
    while (routes.isVisit(node)) node = routes.next[node] as number;
    return routes.isStop(node) ? node : -1;
  }

  private stopBehind(stop: number): number {
    const { routes } = this;
    let node = routes.previous[stop] as number;
    while (routes.isVisit(node)) node = routes.previous[node] as number;
    return routes.isStop(node) ? node : -1;
  }
}
