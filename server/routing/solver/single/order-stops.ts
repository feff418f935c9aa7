import { findExactTour, maxExactSize } from '../exact-order.ts';
import type { CostMatrix, Trip } from '../problem.ts';
import { SearchLimit, type SearchLimits } from '../search-limit.ts';
import { SquareCosts } from '../square-costs.ts';
import { findDirectedTour } from './directed-search.ts';
import { isSymmetric, toDirectedCities, toSymmetricCities, withoutDirections } from './route-cities.ts';
import { findSamePlaces } from './same-places.ts';
import { drawMap, orderAlongCurve, type SketchMap } from './sketch-map.ts';
import { findSymmetricTour } from './symmetric-tour.ts';

export interface OrderOptions extends SearchLimits {
  readonly seed: number;
}

/**
 * Returns the best order found in which one vehicle visits `places` (places of the matrix, possibly with duplicates),
 * as indices into `places`. With a null `start` or `end` the route begins, or ends, at whichever place is best.
 *
 * The same seed and number of rounds return the same order on every machine; the clock only decides when to stop.
 */
export function orderStops(trip: Trip, places: readonly number[], options: OrderOptions): number[] {
  const search: Search = { limit: new SearchLimit(options), seed: options.seed };
  const visits = groupByPlace(trip, places);
  const different = [...visits.keys()];
  const order =
    orderWholeMatrix(trip, different, search) ?? orderSomePlaces(trip, sortAlongCurve(trip.matrix, different), search);
  return order.flatMap((place) => visits.get(place) ?? []);
}

interface Search {
  readonly limit: SearchLimit;
  readonly seed: number;
}

/** Groups stops at the same place into one city, because links of cost 0 give the search no direction. */
function groupByPlace({ matrix, start, end }: Trip, places: readonly number[]): Map<number, number[]> {
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
 * Solves a round trip through every place of a symmetric matrix without copying the matrix, which would take a large
 * problem a tenth of a second. Returns undefined for any other problem.
 */
function orderWholeMatrix(
  { matrix, start, end }: Trip,
  places: readonly number[],
  { limit, seed }: Search,
): number[] | undefined {
  const isRoundTrip = start !== null && start === end && places.length === matrix.size - 1 && !places.includes(start);
  if (!isRoundTrip || matrix.size <= maxExactSize) return undefined;
  const costs = new SquareCosts(matrix.size, matrix.costs);
  if (!isSymmetric(costs)) return undefined;
  const map = drawMap(costs.size, (from, to) => costs.between(from, to));
  return openAt(findSymmetricTour(costs, map, limit, seed), start);
}

/** Returns the places in driving order. Separate cities of start and end are adjacent in the tour, in either order. */
function orderSomePlaces(trip: Trip, sorted: SortedPlaces, search: Search): number[] {
  const { places } = sorted;
  const { tour, home } = findTour(trip, sorted, search);
  const cities = openAt(tour, home);
  if (cities.length > places.length && cities[0] === home + 1) cities.reverse();
  return cities.filter((city) => city < places.length).map((city) => places[city] as number);
}

/** Returns a good closed tour through the stops' cities and the one or two cities of start and end. */
function findTour(
  trip: Trip,
  { places, map }: SortedPlaces,
  { limit, seed }: Search,
): { tour: Int32Array; home: number } {
  const { costs, home } = toDirectedCities(trip, places);
  if (costs.size <= maxExactSize) return { tour: findExactTour(costs), home };
  if (isSymmetric(costs)) return { tour: findSymmetricTour(costs, map, limit, seed), home };
  const symmetric = toSymmetricCities(trip, places);
  if (isSymmetric(symmetric.costs)) {
    return { tour: findSymmetricTour(symmetric.costs, map, limit, seed), home: symmetric.home };
  }
  const rough = findSymmetricTour(withoutDirections(costs), map, limit.stage(places.length), seed);
  const reversed = rough.toReversed();
  const better = costs.ofTour(rough) <= costs.ofTour(reversed) ? rough : reversed;
  return { tour: findDirectedTour(costs, better, limit, seed), home };
}

/** Returns the other cities of a closed tour, from the one after `home` on. */
function openAt(tour: Int32Array, home: number): number[] {
  const at = tour.indexOf(home);
  return [...tour.subarray(at + 1), ...tour.subarray(0, at)];
}
