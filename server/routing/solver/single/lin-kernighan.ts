import type { SquareCosts } from '../square-costs.ts';
import type { WorkQueue } from '../work-queue.ts';
import type { ArrayTour } from './array-tour.ts';
import type { NearCities } from './near-cities.ts';

/** The depth of a search. A deeper search finds better tours but makes fewer rounds per second. */
const maxSteps = 3;
/** The number of candidates for the second new link. */
const secondBreadth = 5;

/** How a move replaces three links of a tour, named after what happens to the two paths between them. */
const reverseBoth = 0;
const reverseFirst = 1;
const swapBoth = 2;

/**
 * Lin–Kernighan moves (Lin and Kernighan 1973) for symmetric costs, with sequential 3-opt moves as the basic step
 * (Helsgaun 2000), neighbor lists, and the positive gain criterion.
 *
 * A step removes the link from `t1` to `t2`, links `t2` to a near `t3`, and removes a link of `t3` to `t4`. It links
 * `t4` to a near `t5`, removes a link of `t5` to `t6`, and closes the tour from `t6` to `t1`. If no step closes with a
 * gain, the one with the largest gain before closing is applied and the next step starts at its open end.
 */
export class LinKernighan {
  private readonly costs: SquareCosts;
  private readonly near: NearCities;
  private readonly tour: ArrayTour;
  private readonly queue: WorkQueue;
  /** True if `after` follows the tour's direction; false for a search that starts toward the predecessor. */
  private isForward = true;
  /** The best step so far that does not close with a gain. */
  private bestGain = 0;
  private bestMove = reverseBoth;
  private best3 = 0;
  private best4 = 0;
  private best5 = 0;
  private best6 = 0;

  constructor(costs: SquareCosts, near: NearCities, tour: ArrayTour, queue: WorkQueue) {
    this.costs = costs;
    this.near = near;
    this.tour = tour;
    this.queue = queue;
  }

  /** Tries to shorten the tour from a city. Returns the gain; the tour is unchanged if that is 0. */
  improve(city: number): number {
    const after = this.tour.next(city);
    const gain = this.search(city, after, this.costs.between(city, after), 1);
    if (gain > 0) return gain;
    const before = this.tour.previous(city);
    return this.search(city, before, this.costs.between(city, before), 1);
  }

  /**
   * Searches for a gain from the removed link `t1`–`t2`. `gained` is the cost of the removed links so far, including
   * this one, minus that of the new links.
   */
  private search(t1: number, t2: number, gained: number, step: number): number {
    this.isForward = this.tour.next(t1) === t2;
    this.bestGain = 0;
    for (let rank = 0; rank < this.near.perCity; rank++) {
      const gain1 = gained - this.near.costAt(t2, rank);
      if (gain1 <= 0) break;
      const t3 = this.near.at(t2, rank);
      if (t3 === t1) continue;
      const gain = this.tryBefore(t1, t2, t3, gain1) || this.tryAfter(t1, t2, t3, gain1);
      if (gain > 0) return gain;
    }
    return step < maxSteps && this.bestGain > 0 ? this.searchOn(t1, t2, step) : 0;
  }

  /** Tries `t4` before `t3` on the path from `t2`. Closing here is a 2-opt move (Croes 1958). */
  private tryBefore(t1: number, t2: number, t3: number, gain1: number): number {
    const t4 = this.before(t3);
    if (t4 === t2) return 0;
    const gain2 = gain1 + this.costs.between(t3, t4);
    const closed = gain2 - this.costs.between(t4, t1);
    if (closed > 0) {
      this.tour.reversePath(t2, t4, t1);
      this.changed4(t1, t2, t3, t4);
      return closed;
    }
    const steps3 = this.steps(t2, t3);
    for (let rank = 0; rank < this.near.perCity && rank < secondBreadth; rank++) {
      const gain = gain2 - this.near.costAt(t4, rank);
      if (gain <= 0) break;
      const t5 = this.near.at(t4, rank);
      if (t5 === t3) continue;
      const t6 = this.steps(t2, t5) < steps3 ? this.after(t5) : this.before(t5);
      if (t6 === t4) continue;
      const closedGain = this.consider(reverseBoth, t1, t2, t3, t4, t5, t6, gain);
      if (closedGain > 0) return closedGain;
    }
    return 0;
  }

  /**
   * Tries `t4` after `t3` on the path from `t2`. This gives a single tour only if the third removed link is between
   * `t2` and `t3`.
   */
  private tryAfter(t1: number, t2: number, t3: number, gain1: number): number {
    const t4 = this.after(t3);
    const gain2 = gain1 + this.costs.between(t3, t4);
    const steps3 = this.steps(t2, t3);
    for (let rank = 0; rank < this.near.perCity && rank < secondBreadth; rank++) {
      const gain = gain2 - this.near.costAt(t4, rank);
      if (gain <= 0) break;
      const t5 = this.near.at(t4, rank);
      if (t5 === t3 || this.steps(t2, t5) > steps3) continue;
      const swapped = this.consider(swapBoth, t1, t2, t3, t4, t5, this.after(t5), gain);
      if (swapped > 0) return swapped;
      if (t5 === t2) continue;
      const reversed = this.consider(reverseFirst, t1, t2, t3, t4, t5, this.before(t5), gain);
      if (reversed > 0) return reversed;
    }
    return 0;
  }

  /** Applies the move if it closes with a gain, else keeps it if it is the best. `gain` excludes the link `t5`–`t6`. */
  private consider(
    move: number,
    t1: number,
    t2: number,
    t3: number,
    t4: number,
    t5: number,
    t6: number,
    gain: number,
  ): number {
    const open = gain + this.costs.between(t5, t6);
    const closed = open - this.costs.between(t6, t1);
    if (closed > 0) {
      this.apply(move, t1, t2, t3, t4, t5, t6);
      this.changed4(t1, t2, t3, t4);
      this.queue.push(t5);
      this.queue.push(t6);
      return closed;
    }
    if (open > this.bestGain) {
      this.bestGain = open;
      this.bestMove = move;
      this.best3 = t3;
      this.best4 = t4;
      this.best5 = t5;
      this.best6 = t6;
    }
    return 0;
  }

  /** Applies the best step without a gain and continues from its open end; undoes it if that finds nothing. */
  private searchOn(t1: number, t2: number, step: number): number {
    const { best3: t3, best4: t4, best5: t5, best6: t6 } = this;
    const mark = this.tour.mark();
    this.apply(this.bestMove, t1, t2, t3, t4, t5, t6);
    const gain = this.search(t1, t6, this.bestGain, step + 1);
    if (gain > 0) {
      this.changed4(t2, t3, t4, t5);
      this.queue.push(t6);
    } else {
      this.tour.undoTo(mark);
    }
    return gain;
  }

  private apply(move: number, t1: number, t2: number, t3: number, t4: number, t5: number, t6: number): void {
    const { tour } = this;
    if (move === reverseBoth) {
      tour.reversePath(t2, t4, t1);
      tour.reversePath(t4, t6, t1);
    } else if (move === swapBoth) {
      tour.reversePath(t2, t3, t1);
      tour.reversePath(t3, t6, t1);
      tour.reversePath(t5, t2, t3);
    } else {
      tour.reversePath(t2, t6, t1);
      tour.reversePath(t5, t3, t2);
    }
  }

  private changed4(a: number, b: number, c: number, d: number): void {
    this.queue.push(a);
    this.queue.push(b);
    this.queue.push(c);
    this.queue.push(d);
  }

  private after(city: number): number {
    return this.isForward ? this.tour.next(city) : this.tour.previous(city);
  }

  private before(city: number): number {
    return this.isForward ? this.tour.previous(city) : this.tour.next(city);
  }

  /** Returns the number of `after` steps from one city to the other. */
  private steps(from: number, to: number): number {
    return this.isForward ? this.tour.steps(from, to) : this.tour.steps(to, from);
  }
}
