import type { CostMatrix } from '../problem.ts';
import { SearchLimit, type SearchLimits } from '../search-limit.ts';
import { SquareCosts } from '../square-costs.ts';
import { findDirectedTour } from './directed-search.ts';
import { findExactTour, maxExactCities } from './exact-tour.ts';
import { isSymmetric, toDirectedCities, toSymmetricCities, withoutDirections } from './route-cities.ts';
import { findSamePlaces } from './same-places.ts';
import { drawMap, orderAlongCurve, type SketchMap } from './sketch-map.ts';
import { findSymmetricTour } from './symmetric-tour.ts';

export interface OrderOptions extends SearchLimits {
  readonly seed: number;
}

/**
 * Returns the best order found in which one vehicle visits `places` (places of the matrix, possibly with duplicates), as
 * indices into `places`. With a null `start` or `end` the route begins, or ends, at whichever place is best.
 *
 * The same seed and number of rounds return the same order on every machine; the clock only decides when to stop.
 */
export function orderStops(
  matrix: CostMatrix,
  places: readonly number[],
  start: number | null,
  end: number | null,
  options: OrderOptions,
): number[] {
  const limit = new SearchLimit(options);
  const visits = groupByPlace(matrix, places, start, end);
  const different = [...visits.keys()];
  const order =
    orderWholeMatrix(matrix, different, start, end, limit, options.seed) ??
    orderSomePlaces(matrix, sortAlongCurve(matrix, different), start, end, limit, options.seed);
  return order.flatMap((place) => visits.get(place) ?? []);
}

/** Groups stops at the same place into one city: links of cost 0 would lead the search nowhere. */
function groupByPlace(
  matrix: CostMatrix,
  places: readonly number[],
  start: number | null,
  end: number | null,
): Map<number, number[]> {
  const different = [...new Set(places)];
  const ends = [start, end].filter((place) => place !== null);
  const same = findSamePlaces(matrix, different, ends);
  const cityOf = new Map(different.map((place, index) => [place, same[index] as number]));
  return Map.groupBy(places.keys(), (index) => cityOf.get(places[index] as number) as number);
}

interface SortedPlaces {
  readonly places: readonly number[];
  readonly map: SketchMap;
}

function sortAlongCurve({ size, costs }: CostMatrix, places: readonly number[]): SortedPlaces {
  const map = drawMap(places.length, (from, to) => {
    const [a, b] = [places[from] as number, places[to] as number];
    return ((costs[a * size + b] as number) + (costs[b * size + a] as number)) / 2;
  });
  const order = orderAlongCurve(map);
  // The cities of start and end follow the stops; their coordinates don't matter.
  const pick = (axis: Int32Array) => Int32Array.from([...order, -1, -1], (city) => axis[city] ?? 0);
  return { places: order.map((city) => places[city] as number), map: { x: pick(map.x), y: pick(map.y) } };
}

/**
 * Solves a round trip through every place of a symmetric matrix without copying the matrix, which would take a large problem
 * a tenth of a second. Returns undefined for any other problem.
 */
function orderWholeMatrix(
  matrix: CostMatrix,
  places: readonly number[],
  start: number | null,
  end: number | null,
  limit: SearchLimit,
  seed: number,
): number[] | undefined {
  const isRoundTrip = start !== null && start === end && places.length === matrix.size - 1 && !places.includes(start);
  if (!isRoundTrip || matrix.size <= maxExactCities) return undefined;
  const costs = new SquareCosts(matrix.size, matrix.costs);
  if (!isSymmetric(costs)) return undefined;
  const map = drawMap(costs.size, (from, to) => costs.between(from, to));
  const tour = findSymmetricTour(costs, map, limit, seed);
  const at = tour.indexOf(start);
  return [...tour.subarray(at + 1), ...tour.subarray(0, at)];
}

/** Returns the places in driving order. */
function orderSomePlaces(
  matrix: CostMatrix,
  { places, map }: SortedPlaces,
  start: number | null,
  end: number | null,
  limit: SearchLimit,
  seed: number,
): number[] {
  const { tour, home } = findTour(matrix, { places, map }, start, end, limit, seed);
  return openTour(tour, home, places.length).map((city) => places[city] as number);
}

/** Returns a good closed tour through the stops' cities and the one or two of start and end. */
function findTour(
  matrix: CostMatrix,
  { places, map }: SortedPlaces,
  start: number | null,
  end: number | null,
  limit: SearchLimit,
  seed: number,
): { tour: Int32Array; home: number } {
  const { costs, home } = toDirectedCities(matrix, places, start, end);
  if (costs.size <= maxExactCities) return { tour: findExactTour(costs), home };
  if (isSymmetric(costs)) return { tour: findSymmetricTour(costs, map, limit, seed), home };
  const symmetric = toSymmetricCities(matrix, places, start, end);
  if (isSymmetric(symmetric.costs)) {
    return { tour: findSymmetricTour(symmetric.costs, map, limit, seed), home: symmetric.home };
  }
  const rough = findSymmetricTour(withoutDirections(costs), map, limit.stage(places.length), seed);
  const reversed = rough.toReversed();
  const better = costs.ofTour(rough) <= costs.ofTour(reversed) ? rough : reversed;
  return { tour: findDirectedTour(costs, better, limit, seed), home };
}

/** Opens the closed tour at the start. Separate cities of start and end are adjacent, in either order. */
function openTour(tour: Int32Array, home: number, stops: number): number[] {
  const at = tour.indexOf(home);
  const cities = [...tour.subarray(at + 1), ...tour.subarray(0, at)];
  if (cities.length > stops && cities[0] === home + 1) cities.reverse();
  return cities.filter((city) => city < stops);
}
