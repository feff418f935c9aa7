import type { Random } from '../random.ts';
import type { SearchLimit } from '../search-limit.ts';
import type { SquareCosts } from '../square-costs.ts';
import { WorkQueue } from '../work-queue.ts';
import type { PinnedLinks } from './links.ts';
import { PinnedMoves } from './moves.ts';
import { PinnedPath } from './path.ts';

/** Rounds without a gain after which a worse order is accepted. */
const idleRoundsPerStop = 10;
/** The length limit of the paths that a kick swaps: this, doubled a random number of times each round. */
const pathLimit = 5;
const maxDoublings = 4;

/** Iterated local search (Martin, Otto and Felten 1991) over the free stops of a route with pinned stops. */
export class PinnedSearch {
  private readonly path: PinnedPath;
  private readonly queue: WorkQueue;
  private readonly moves: PinnedMoves;

  constructor(costs: SquareCosts, links: PinnedLinks, free: Int32Array) {
    this.path = new PinnedPath(costs, links);
    this.queue = new WorkQueue(costs.size);
    this.moves = new PinnedMoves(costs, links, free, this.path, this.queue);
  }

  lengthOf(order: ArrayLike<number>): number {
    this.path.replace(order);
    return this.path.length;
  }

  /** Improves an order until no move shortens it. Descending again from the result returns it unchanged. */
  descend(order: Int32Array, limit: SearchLimit): Int32Array {
    const { path } = this;
    path.replace(order);
    let length = Number.POSITIVE_INFINITY;
    while (path.length < length && limit.hasTime()) {
      length = path.length;
      for (let spot = 1; spot <= path.size; spot++) this.queue.push(path.at(spot));
      while (!this.queue.isEmpty) {
        const city = this.queue.pop();
        if (limit.hasTime()) this.improveFrom(city);
      }
    }
    const found = order.slice();
    path.copyTo(found);
    return found;
  }

  /** Kicks and repairs an order of at least two stops until the limit. Returns the best order found. */
  run(order: Int32Array, random: Random, limit: SearchLimit): Int32Array {
    const { path } = this;
    path.replace(order);
    const before = order.slice();
    const best = order.slice();
    let shortest = path.length;
    let idleRounds = 0;
    while (limit.nextRound()) {
      const length = path.length;
      path.copyTo(before);
      this.kick(random);
      while (!this.queue.isEmpty) this.improveFrom(this.queue.pop());
      idleRounds = path.length < length ? 0 : idleRounds + 1;
      if (path.length < shortest) {
        shortest = path.length;
        path.copyTo(best);
      }
      if (idleRounds > idleRoundsPerStop * path.size) idleRounds = 0;
      else if (path.length > length) path.restore(before, length);
    }
    return best;
  }

  /** Applies the double bridge of an open path: swaps two short consecutive paths without reversing them. */
  private kick(random: Random): void {
    const { path } = this;
    const longest = Math.min(path.size >> 1, (pathLimit << random.below(maxDoublings + 1)) * (1 + random.unit()));
    const first = 1 + random.below(longest);
    const second = 1 + random.below(longest);
    const low = 1 + random.below(path.size + 1 - first - second);
    const middle = low + first;
    const high = middle + second - 1;
    path.swap(low, middle, high, false, false, path.swapCost(low, middle, high, false, false));
    this.moves.changed(low, high);
    this.moves.changed(low + second - 1, low + second);
  }

  private improveFrom(city: number): void {
    while (this.moves.improve(city));
  }
}
