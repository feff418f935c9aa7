import { createRandom, type Random } from '../random.ts';
import type { SearchLimit } from '../search-limit.ts';
import type { SquareCosts } from '../square-costs.ts';
import { WorkQueue } from '../work-queue.ts';
import { ArrayTour } from './array-tour.ts';
import { buildGreedyTour } from './greedy-tour.ts';
import { LinKernighan } from './lin-kernighan.ts';
import { NearCities } from './near-cities.ts';
import type { SketchMap } from './sketch-map.ts';

/** Rounds without a gain after which a worse tour is accepted. */
const idleRoundsPerCity = 1;
/** Rounds until the search has found the local optimum around its start and begins to accept slightly worse tours. */
const coldRoundsPerCity = 5;
/** How much worse the accepted tours may be: a random part of this share of an average link. */
const warmth = 0.5;

/** The length limit of a double bridge's paths: this, doubled a random number of times each round. */
const pathLimit = 10;
const maxDoublings = 4;

/**
 * Returns a short closed tour through all cities (at least five) for symmetric costs: the best one found. Greedy edges
 * give the first tour, which Lin–Kernighan moves improve.
 *
 * Then iterated local search (Martin, Otto and Felten 1991): each round applies a small random double bridge, repairs
 * it with Lin–Kernighan moves, and undoes both if the tour is longer than before. Later rounds accept slightly longer
 * tours (threshold accepting, Dueck and Scheuer 1990) to leave a local optimum.
 */
export function findSymmetricTour(costs: SquareCosts, map: SketchMap, limit: SearchLimit, seed: number): Int32Array {
  return new TourSearch(costs, map, createRandom(seed)).run(limit);
}

class TourSearch {
  private readonly costs: SquareCosts;
  private readonly random: Random;
  private readonly tour: ArrayTour;
  private readonly queue: WorkQueue;
  private readonly localSearch: LinKernighan;
  private length: number;

  constructor(costs: SquareCosts, map: SketchMap, random: Random) {
    this.costs = costs;
    this.random = random;
    const near = new NearCities(costs, map);
    this.tour = new ArrayTour(buildGreedyTour(costs, near));
    this.queue = new WorkQueue(costs.size);
    this.localSearch = new LinKernighan(costs, near, this.tour, this.queue);
    this.length = costs.ofTour(this.tour.cities);
  }

  run(limit: SearchLimit): Int32Array {
    for (const city of this.tour.cities) this.queue.push(city);
    while (!this.queue.isEmpty && limit.hasTime()) this.improveOne();
    let shortest = this.length;
    const best = this.tour.cities.slice();
    let idleRounds = 0;
    let roundsUntilWarm = coldRoundsPerCity * this.tour.size;
    let maxLoss = 0;
    while (limit.nextRound()) {
      const before = this.length;
      this.tour.clearJournal();
      this.kick();
      while (!this.queue.isEmpty) this.improveOne();
      idleRounds = this.length < before ? 0 : idleRounds + 1;
      if (--roundsUntilWarm === 0) maxLoss = warmth * this.meanLink();
      if (this.length < shortest) {
        shortest = this.length;
        best.set(this.tour.cities);
      } else if (maxLoss > 0) {
        if (this.length - before > maxLoss * this.random.unit()) this.undo(before);
      } else if (this.length > before) {
        // After many rounds without a gain, a worse tour leads to another local optimum.
        if (idleRounds > idleRoundsPerCity * this.tour.size) idleRounds = 0;
        else this.undo(before);
      }
    }
    return best;
  }

  /** Returns the average link, ignoring the negative link between the start and the end of an open route. */
  private meanLink(): number {
    const { cities, size } = this.tour;
    return cities.reduce((sum, city) => sum + Math.max(0, this.costs.between(city, this.tour.next(city))), 0) / size;
  }

  private undo(length: number): void {
    this.tour.undoTo(0);
    this.length = length;
  }

  private improveOne(): void {
    const city = this.queue.pop();
    for (let gain = 1; gain > 0; this.length -= gain) gain = this.localSearch.improve(city);
  }

  /**
   * Applies a double bridge of three consecutive paths: A [B C D] E becomes A [D C B] E, without reversing any of them.
   */
  private kick(): void {
    const { tour, random, costs } = this;
    const longest = Math.floor(drawLongest(random, Math.floor((tour.size - 2) / 3)));
    const a = random.below(tour.size);
    const b = a + 1 + random.below(longest);
    const c = b + 1 + random.below(longest);
    const d = c + 1 + random.below(longest);
    const at = (position: number) => tour.at(position % tour.size);
    const [endA, startB, endB, startC] = [at(a), at(a + 1), at(b), at(b + 1)];
    const [endC, startD, endD, startE] = [at(c), at(c + 1), at(d), at(d + 1)];
    tour.reversePath(startB, endD, endA);
    tour.reversePath(endD, startD, endA);
    tour.reversePath(endC, startC, endD);
    tour.reversePath(endB, startB, endC);
    this.length +=
      costs.between(endA, startD) +
      costs.between(endD, startC) +
      costs.between(endC, startB) +
      costs.between(endB, startE) -
      costs.between(endA, startB) -
      costs.between(endB, startC) -
      costs.between(endC, startD) -
      costs.between(endD, startE);
    for (const city of [endA, startB, endB, startC, endC, startD, endD, startE]) this.queue.push(city);
  }
}

/**
 * Draws the longest path of a kick. Each order of magnitude is equally likely: most kicks are local, some reach far.
 * The arithmetic is exact on every machine.
 */
function drawLongest(random: Random, room: number): number {
  return Math.min(room, (pathLimit << random.below(maxDoublings + 1)) * (1 + random.unit()));
}
