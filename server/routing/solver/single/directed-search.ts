import { listNearest } from '../nearest-lists.ts';
import { createRandom, type Random } from '../random.ts';
import type { SearchLimit } from '../search-limit.ts';
import type { SquareCosts } from '../square-costs.ts';
import { WorkQueue } from '../work-queue.ts';
import { DirectedTour } from './directed-tour.ts';

const perCity = 8;
const longestPath = 30;
/** Rounds without a gain after which a worse tour is accepted. */
const idleRoundsPerCity = 5;
/** The longest path that Or-opt moves. */
const longestMoved = 3;

/**
 * Returns a short closed tour for asymmetric costs: iterated local search (Martin, Otto and Felten 1991) from the tour
 * `start`, with moves that are priced in their direction.
 */
export function findDirectedTour(costs: SquareCosts, start: Int32Array, limit: SearchLimit, seed: number): Int32Array {
  return new DirectedSearch(costs, start, createRandom(seed)).run(limit);
}

class DirectedSearch {
  private readonly costs: SquareCosts;
  private readonly random: Random;
  private readonly tour: DirectedTour;
  private readonly queue: WorkQueue;
  /** The nearest cities to drive to from each city. */
  private readonly nearTo: Int32Array;
  /** The nearest cities from which to drive to each city. */
  private readonly nearFrom: Int32Array;
  private readonly perCity: number;

  constructor(costs: SquareCosts, start: Int32Array, random: Random) {
    this.costs = costs;
    this.random = random;
    this.perCity = Math.min(perCity, costs.size - 1);
    const cities = start.toSorted();
    this.nearTo = listNearest(costs.size, cities, this.perCity, (city, other) => costs.between(city, other));
    this.nearFrom = listNearest(costs.size, cities, this.perCity, (city, other) => costs.between(other, city));
    this.tour = new DirectedTour(costs, start);
    this.queue = new WorkQueue(costs.size);
  }

  run(limit: SearchLimit): Int32Array {
    const { tour, queue } = this;
    for (let city = 0; city < tour.size; city++) queue.push(city);
    while (!queue.isEmpty && limit.hasTime()) this.improve(queue.pop());
    const best = tour.toArray();
    const before = tour.toArray();
    let shortest = tour.length;
    const longest = Math.min(longestPath, Math.floor((tour.size - 2) / 3));
    let idleRounds = 0;
    while (longest > 0 && limit.nextRound()) {
      const length = tour.length;
      tour.copyTo(before);
      for (const city of tour.kick(this.random, 1 + this.random.below(longest))) queue.push(city);
      while (!queue.isEmpty) this.improve(queue.pop());
      idleRounds = tour.length < length ? 0 : idleRounds + 1;
      if (idleRounds > idleRoundsPerCity * tour.size) idleRounds = 0;
      else if (tour.length > length) tour.replace(before);
      if (tour.length < shortest) {
        shortest = tour.length;
        tour.copyTo(best);
      }
    }
    return best;
  }

  private improve(city: number): void {
    while (this.swapPaths(city) || this.reverseToMeet(city) || this.movePath(city));
  }

  /**
   * Tries the 3-opt move without a reversal, which swaps two consecutive paths. The links from `a`, `b` and `c` to
   * their successors are replaced by links from `a` to the successor of `b`, from `b` to the successor of `c`, and from
   * `c` to the successor of `a`.
   */
  private swapPaths(a: number): boolean {
    const { costs, tour } = this;
    const afterA = tour.next(a);
    const removed = costs.between(a, afterA);
    for (let i = 0; i < this.perCity; i++) {
      const afterB = this.nearTo[a * this.perCity + i] as number;
      const gain1 = removed - costs.between(a, afterB);
      if (gain1 <= 0) break;
      const b = tour.previous(afterB);
      const gain2 = gain1 + costs.between(b, afterB);
      for (let k = 0; k < this.perCity; k++) {
        const afterC = this.nearTo[b * this.perCity + k] as number;
        const gain3 = gain2 - costs.between(b, afterC);
        if (gain3 <= 0) break;
        const c = tour.previous(afterC);
        // c must lie between afterB and a, or the move would split the tour in two.
        if (afterC === afterB || tour.steps(afterB, c) >= tour.steps(afterB, a)) continue;
        if (gain3 + costs.between(c, afterC) - costs.between(c, afterA) <= 0) continue;
        tour.swapPaths(afterA, b, afterB, c);
        this.changed(a, afterA, b, afterB, c, afterC);
        return true;
      }
    }
    return false;
  }

  /** Tries 2-opt (Croes 1958): reverses a path so that `a` becomes adjacent to a near city. */
  private reverseToMeet(a: number): boolean {
    for (let i = 0; i < this.perCity; i++) {
      const to = this.nearTo[a * this.perCity + i] as number;
      const from = this.nearFrom[a * this.perCity + i] as number;
      if (this.reverseBetween(a, this.tour.next(to)) || this.reverseBetween(this.tour.previous(from), a)) return true;
    }
    return false;
  }

  /** Reverses the path between two cities if that makes the tour shorter. */
  private reverseBetween(a: number, d: number): boolean {
    const { costs, tour } = this;
    const b = tour.next(a);
    const c = tour.previous(d);
    if (a === d || b === d || b === c) return false;
    const change =
      costs.between(a, c) + costs.between(b, d) - costs.between(a, b) - costs.between(c, d) + tour.reversalCost(b, c);
    if (change >= 0) return false;
    tour.reversePath(b, c);
    this.changed(a, b, c, d, a, d);
    return true;
  }

  /** Tries Or-opt (Or 1976) with a reversal: moves a path of one to three cities elsewhere, reversed. */
  private movePath(first: number): boolean {
    const { costs, tour } = this;
    let last = first;
    for (let length = 1; length <= longestMoved && length + 2 < tour.size; length++) {
      const before = tour.previous(first);
      const behind = tour.next(last);
      const saved =
        costs.between(before, first) +
        costs.between(last, behind) -
        costs.between(before, behind) -
        tour.reversalCost(first, last);
      // Reversed, the path begins with `last`.
      for (let i = 0; i < this.perCity; i++) {
        const left = this.nearFrom[last * this.perCity + i] as number;
        if (this.insertReversed(first, last, length, left, saved)) return true;
        const right = this.nearTo[first * this.perCity + i] as number;
        if (this.insertReversed(first, last, length, tour.previous(right), saved)) return true;
      }
      last = behind;
    }
    return false;
  }

  private insertReversed(first: number, last: number, length: number, left: number, saved: number): boolean {
    const { costs, tour } = this;
    const before = tour.previous(first);
    if (left === before || tour.steps(first, left) < length) return false;
    const right = tour.next(left);
    const cost = costs.between(left, last) + costs.between(first, right) - costs.between(left, right);
    if (cost >= saved) return false;
    const behind = tour.next(last);
    tour.reversePath(first, last);
    // The path now begins with `last`; swap it with the path up to its new place.
    tour.swapPaths(last, first, behind, left);
    this.changed(before, behind, first, last, left, right);
    return true;
  }

  private changed(...cities: number[]): void {
    for (const city of cities) this.queue.push(city);
  }
}
