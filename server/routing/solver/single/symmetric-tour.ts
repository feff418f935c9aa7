import { createRandom, type Random } from '../random.ts';
import type { SearchLimit } from '../search-limit.ts';
import type { SquareCosts } from '../square-costs.ts';
import { WorkQueue } from '../work-queue.ts';
import { ArrayTour } from './array-tour.ts';
import { buildGreedyTour } from './greedy-tour.ts';
import { LinKernighan } from './lin-kernighan.ts';
import { NearCities } from './near-cities.ts';
import type { SketchMap } from './sketch-map.ts';

/** After so many rounds without a gain the search moves on from a tour that is worse. */
const idleRoundsPerCity = 1;
/** After so many rounds it has found the valley that its start lies in, and moves on from every tour that is little worse. */
const coldRoundsPerCity = 5;
/** So little: a random part of this share of a mean link. */
const warmth = 0.5;

/** The paths between the cuts of a double bridge are at most so long, doubled a few times: drawn anew each round. */
const shortestLimit = 10;
const mostDoublings = 4;

/**
 * A short closed tour through all cities, of which there are at least five, for symmetric costs: greedy edges, Lin and
 * Kernighan's search, and then iterated local search (Martin, Otto and Felten 1991): a small double bridge somewhere,
 * repaired by the same search, kept if the tour is no longer than before, else taken back; later kept if it is not much longer
 * (threshold accepting, Dueck and Scheuer 1990), against staying in one valley. The best of all is the answer.
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
    let mostWorse = 0;
    while (limit.nextRound()) {
      const before = this.length;
      this.tour.forgetJournal();
      this.kick();
      while (!this.queue.isEmpty) this.improveOne();
      idleRounds = this.length < before ? 0 : idleRounds + 1;
      if (--roundsUntilWarm === 0) mostWorse = warmth * this.meanLink();
      if (this.length < shortest) {
        shortest = this.length;
        best.set(this.tour.cities);
      } else if (mostWorse > 0) {
        if (this.length - before > mostWorse * this.random.unit()) this.takeBack(before);
      } else if (this.length > before) {
        // Where nothing was gained for long, a worse tour is the way to another valley.
        if (idleRounds > idleRoundsPerCity * this.tour.size) idleRounds = 0;
        else this.takeBack(before);
      }
    }
    return best;
  }

  /** Without the link that is less than free, between the start and the end of an open route. */
  private meanLink(): number {
    const { cities, size } = this.tour;
    return cities.reduce((sum, city) => sum + Math.max(0, this.costs.between(city, this.tour.next(city))), 0) / size;
  }

  private takeBack(length: number): void {
    this.tour.undoTo(0);
    this.length = length;
  }

  private improveOne(): void {
    const city = this.queue.pop();
    for (let gain = 1; gain > 0; this.length -= gain) gain = this.localSearch.improve(city);
  }

  /** The double bridge on three paths that follow each other: A [B C D] E becomes A [D C B] E, none of them turned round. */
  private kick(): void {
    const { tour, random, costs } = this;
    const longest = Math.floor(drawLongest(random, Math.floor((tour.size - 2) / 3)));
    const a = random.below(tour.size);
    const b = a + 1 + random.below(longest);
    const c = b + 1 + random.below(longest);
    const d = c + 1 + random.below(longest);
    const ends = [a, a + 1, b, b + 1, c, c + 1, d, d + 1].map((position) => tour.at(position % tour.size));
    const [endA, startB, endB, startC, endC, startD, endD, startE] = ends as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    tour.turnPath(startB, endD, endA);
    tour.turnPath(endD, startD, endA);
    tour.turnPath(endC, startC, endD);
    tour.turnPath(endB, startB, endC);
    this.length +=
      costs.between(endA, startD) +
      costs.between(endD, startC) +
      costs.between(endC, startB) +
      costs.between(endB, startE) -
      costs.between(endA, startB) -
      costs.between(endB, startC) -
      costs.between(endC, startD) -
      costs.between(endD, startE);
    for (const city of ends) this.queue.push(city);
  }
}

/** Every order of magnitude is as likely: most kicks are local, some reach far. Exact arithmetic, alike on every machine. */
function drawLongest(random: Random, room: number): number {
  return Math.min(room, (shortestLimit << random.below(mostDoublings + 1)) * (1 + random.unit()));
}
