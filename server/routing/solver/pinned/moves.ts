import { listNearest } from '../nearest-lists.ts';
import type { SquareCosts } from '../square-costs.ts';
import type { WorkQueue } from '../work-queue.ts';
import type { PinnedLinks } from './links.ts';
import type { PinnedPath } from './path.ts';

const maxNear = 10;
/** The longest path that Or-opt moves. */
const longestMoved = 3;

/**
 * Moves that shorten a path around pinned stops: 2-opt (Croes 1958), Or-opt (Or 1976), the 3-opt move without a
 * reversal, and exchanges of two stops, found with neighbor lists. Stops that get new neighbors are queued.
 */
export class PinnedMoves {
  private readonly costs: SquareCosts;
  private readonly links: PinnedLinks;
  private readonly home: number;
  private readonly path: PinnedPath;
  private readonly queue: WorkQueue;
  private readonly perCity: number;
  /** The nearest cities to come from, including home, for each free stop. */
  private readonly nearFrom: Int32Array;
  /** The nearest cities to drive to, including home, for each free stop. */
  private readonly nearTo: Int32Array;
  private linkBefore = 0;
  private linkBehind = 0;
  private readonly saved = new Float64Array(2 * longestMoved + 2);

  constructor(costs: SquareCosts, links: PinnedLinks, free: Int32Array, path: PinnedPath, queue: WorkQueue) {
    this.costs = costs;
    this.links = links;
    this.home = costs.size - 1;
    this.path = path;
    this.queue = queue;
    this.perCity = Math.min(maxNear, costs.size - 1);
    this.nearFrom = listNearest(costs.size, free, this.perCity, (city, other) => costs.between(other, city));
    this.nearTo = listNearest(costs.size, free, this.perCity, (city, other) => costs.between(city, other));
  }

  /** Applies one move around a stop that shortens the path. Returns false if there is none. */
  improve(city: number): boolean {
    this.readLinks(city);
    const base = city * this.perCity;
    for (let rank = 0; rank < this.perCity; rank++) {
      const before = this.nearFrom[base + rank] as number;
      if (this.letFollow(city, before, this.costs.between(before, city))) return true;
      const behind = this.nearTo[base + rank] as number;
      if (this.letPrecede(city, behind, this.costs.between(city, behind))) return true;
    }
    return this.swapPaths(city);
  }

  /**
   * Tries the 3-opt move without a reversal, which swaps two consecutive paths. The links from stops `a`, `b` and `c`
   * to their successors are replaced by links from `a` to the successor of `b`, from `b` to the successor of `c`, and
   * from `c` to the successor of `a`.
   */
  private swapPaths(a: number): boolean {
    const { costs, path, perCity, nearTo } = this;
    const spotA = path.spots[a] as number;
    const removed = costs.between(a, path.at(spotA + 1));
    for (let i = 0; i < perCity; i++) {
      const afterB = nearTo[a * perCity + i] as number;
      const gain = removed - costs.between(a, afterB);
      if (gain <= 0) break;
      if (!this.isFree(afterB)) continue;
      const spotB = (path.spots[afterB] as number) - 1;
      if (spotB < 1) continue;
      const b = path.at(spotB);
      const gainB = gain + costs.between(b, afterB);
      for (let k = 0; k < perCity; k++) {
        const afterC = nearTo[b * perCity + k] as number;
        if (gainB <= costs.between(b, afterC)) break;
        if (!this.isFree(afterC)) continue;
        if (this.trySwap(spotA, spotB, (path.spots[afterC] as number) - 1)) return true;
      }
    }
    return false;
  }

  /** Swaps the two paths between three links, given by the spots before them in cyclic order. */
  private trySwap(a: number, b: number, c: number): boolean {
    if (!(a < b && b < c) && !(b < c && c < a) && !(c < a && a < b)) return false;
    const { path } = this;
    const first = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = a + b + c - first - high + 1;
    const cost = path.swapCost(first + 1, middle, high, false, false);
    if (cost >= 0) return false;
    path.swap(first + 1, middle, high, false, false, cost);
    this.changed(first + 1, high);
    const seam = first + high + 1 - middle;
    this.changed(seam, seam + 1);
    return true;
  }

  private isFree(city: number): boolean {
    return city !== this.home && this.links.gapOf[city] === -1;
  }

  /** Reads the cost of a stop's links, and the savings from removing each path that begins or ends with it. */
  private readLinks(city: number): void {
    const { path, costs, saved } = this;
    const spot = path.spots[city] as number;
    this.linkBefore = costs.between(path.at(spot - 1), city);
    this.linkBehind = costs.between(city, path.at(spot + 1));
    for (let count = 1; count <= longestMoved; count++) {
      saved[2 * count] = this.savedWithout(spot, spot + count - 1);
      saved[2 * count + 1] = this.savedWithout(spot + 1 - count, spot);
    }
  }

  private savedWithout(low: number, high: number): number {
    const { path, costs } = this;
    if (low < 1 || high > path.size) return 0;
    const before = path.at(low - 1);
    const behind = path.at(high + 1);
    return costs.between(before, path.at(low)) + costs.between(path.at(high), behind) - costs.between(before, behind);
  }

  /**
   * Tries moves that put a stop right after another city, or after the gap of a pinned city. `link` is the cost between
   * them.
   */
  private letFollow(city: number, other: number, link: number): boolean {
    const spot = this.path.spots[city] as number;
    const gap = other === this.home ? 0 : (this.links.gapOf[other] as number);
    const otherSpot = gap < 0 ? (this.path.spots[other] as number) : gap;
    if (this.tryReverse(otherSpot + 1, spot, link - this.linkBehind)) return true;
    if (gap < 0 && this.tryReverse(otherSpot, spot - 1, link - this.linkBefore)) return true;
    const isBehind = gap < 0 && otherSpot > spot;
    for (let count = 1; count <= longestMoved; count++) {
      const target = isBehind ? otherSpot + 1 - count : otherSpot + 1;
      if (this.tryMove(spot, count, target, false, link - (this.saved[2 * count] as number))) return true;
      if (count === 1) continue;
      if (this.tryMove(spot + 1 - count, count, target, true, link - (this.saved[2 * count + 1] as number)))
        return true;
    }
    return this.tryExchange(spot, otherSpot + 1, link);
  }

  /**
   * Tries moves that put a stop right before another city, or before the gap of a pinned city. `link` is the cost
   * between them.
   */
  private letPrecede(city: number, other: number, link: number): boolean {
    const spot = this.path.spots[city] as number;
    const gap = other === this.home ? this.path.size : (this.links.gapOf[other] as number);
    const otherSpot = gap < 0 ? (this.path.spots[other] as number) : gap + 1;
    if (this.tryReverse(spot, otherSpot - 1, link - this.linkBefore)) return true;
    if (gap < 0 && this.tryReverse(spot + 1, otherSpot, link - this.linkBehind)) return true;
    const isBefore = gap < 0 && otherSpot < spot;
    for (let count = 1; count <= longestMoved; count++) {
      const target = isBefore ? otherSpot : otherSpot - count;
      if (this.tryMove(spot + 1 - count, count, target, false, link - (this.saved[2 * count + 1] as number)))
        return true;
      if (count === 1) continue;
      if (this.tryMove(spot, count, target, true, link - (this.saved[2 * count] as number))) return true;
    }
    return this.tryExchange(spot, otherSpot - 1, link);
  }

  /**
   * Reverses a path if that shortens the route. `excess` is the cost of the new link minus that of the removed one.
   * With symmetric costs a positive excess means that the other new link must be shorter, and the move is found from
   * that link's ends instead.
   */
  private tryReverse(low: number, high: number, excess: number): boolean {
    const { path } = this;
    if (low < 1 || low >= high || high > path.size) return false;
    if (excess >= 0 && !path.isDirected) return false;
    const cost = path.reverseCost(low, high);
    if (cost >= 0) return false;
    path.reverse(low, high, cost);
    this.changed(low, high);
    return true;
  }

  /** Moves `count` stops from spot `from` to spot `to`, optionally reversed, if that shortens the route. */
  private tryMove(from: number, count: number, to: number, reverses: boolean, excess: number): boolean {
    const { path } = this;
    if (excess >= 0 || from === to || Math.min(from, to) < 1 || Math.max(from, to) + count - 1 > path.size)
      return false;
    const low = Math.min(from, to);
    const high = Math.max(from, to) + count - 1;
    const middle = from < to ? from + count : from;
    const cost = path.swapCost(low, middle, high, reverses && from < to, reverses && from > to);
    if (cost >= 0) return false;
    path.swap(low, middle, high, reverses && from < to, reverses && from > to, cost);
    this.changed(low, high);
    if (from < to) this.changed(to, to);
    else this.changed(to + count - 1, to + count - 1);
    return true;
  }

  /**
   * Exchanges two stops with a pinned stop between them if that shortens the route. Without a pinned stop, the other
   * moves are enough.
   */
  private tryExchange(one: number, other: number, link: number): boolean {
    const { path } = this;
    if (link >= this.linkBefore + this.linkBehind) return false;
    const low = Math.min(one, other);
    const high = Math.max(one, other);
    if (low < 1 || high > path.size || high - low < 2 || !path.hasPinsBehind(low, high - 1)) return false;
    const cost = path.exchangeCost(low, high);
    if (cost >= 0) return false;
    path.exchange(low, high, cost);
    for (const spot of [low, high]) this.changed(spot, spot);
    return true;
  }

  /** Queues the stops with new neighbors: at the ends of a range, and beside the pinned stops in it. */
  changed(low: number, high: number): void {
    this.push(low - 1);
    this.push(low);
    this.push(high);
    this.push(high + 1);
    const { gaps, firstFrom } = this.links;
    for (let next = firstFrom[low] as number; next < gaps.length && (gaps[next] as number) < high; next++) {
      this.push(gaps[next] as number);
      this.push((gaps[next] as number) + 1);
    }
  }

  private push(spot: number): void {
    if (spot >= 1 && spot <= this.path.size) this.queue.push(this.path.at(spot));
  }
}
