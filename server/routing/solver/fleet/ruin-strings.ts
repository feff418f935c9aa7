import type { Random } from '../random.ts';
import type { Neighbors } from './data.ts';
import type { FleetRoutes } from './routes.ts';

/** The average number of stops removed per round, and the maximum string length (Christiaens and Vanden Berghe, 6.1). */
const averageRemoved = 10;
const longestString = 10;
/** The probability that a string is split, and that each further stop is preserved in its middle. */
const splitShare = 0.5;
const furtherSpared = 0.01;

/**
 * Adjacent string removal (Christiaens and Vanden Berghe 2020, "Slack Induction by String Removals"): removes a string of stops
 * from each of a few routes near a random stop. So neighboring routes have room for each other's stops at the same time.
 */
export class StringRuin {
  private readonly routes: FleetRoutes;
  private readonly neighbors: Neighbors;
  private readonly random: Random;
  /** The last round in which each vehicle lost a string. */
  private readonly ruinedIn: Int32Array;
  private round = 0;

  constructor(routes: FleetRoutes, neighbors: Neighbors, random: Random) {
    this.routes = routes;
    this.neighbors = neighbors;
    this.random = random;
    this.ruinedIn = new Int32Array(routes.data.vehicles);
  }

  ruin(): void {
    const { routes, random } = this;
    const { near, width } = this.neighbors;
    this.round++;
    const stringLimit = Math.min(longestString, routes.data.stops / routes.used);
    const stringsLimit = (4 * averageRemoved) / (1 + stringLimit) - 1;
    let strings = Math.floor(random.unit() * stringsLimit + 1);
    const seed = random.below(routes.data.stops);
    this.ruinAt(seed, stringLimit);
    strings--;
    for (let rank = 0; rank < width && strings > 0; rank++) {
      if (this.ruinAt(near[seed * width + rank] as number, stringLimit)) strings--;
    }
  }

  /** Removes a string around a stop. Returns false if its route has lost one in this round. */
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

  /** The number of stops preserved in the middle of a split string: one, and each further one by chance. */
  private drawSpared(most: number): number {
    let spared = 1;
    while (spared < most && this.random.unit() < furtherSpared) spared++;
    return spared;
  }

  /** Removes `taken` stops from a stretch around `stop` that has `spared` more stops, which stay. */
  private takeString(stop: number, taken: number, spared: number): void {
    const { routes, random } = this;
    const { stops } = routes.data;
    const { next, previous } = routes;
    const reach = taken + spared - 1;
    let before = 0;
    let start = stop;
    while (before < reach && (previous[start] as number) < stops) {
      start = previous[start] as number;
      before++;
    }
    let after = 0;
    for (let at = next[stop] as number; after < reach && at < stops; at = next[at] as number) after++;
    // The stretch starts at a random stop before `stop` such that enough stops follow.
    for (let skip = random.below(before - Math.max(0, reach - after) + 1); skip > 0; skip--)
      start = next[start] as number;
    const sparedFrom = spared > 0 ? random.below(taken + 1) : taken;
    let at = start;
    for (let index = 0; index < taken; index++) {
      if (index === sparedFrom) for (let left = spared; left > 0; left--) at = next[at] as number;
      const ahead = next[at] as number;
      routes.remove(at);
      at = ahead;
    }
  }
}
