import type { Outline } from '../../../contract/neighborhoods/outlines.ts';

interface Degrees {
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns the neighborhood that contains the place; null outside all of them. */
export function neighborhoodAt(place: Degrees, outlines: readonly Outline[]): Outline | null {
  return outlines.find((outline) => contains(outline, place)) ?? null;
}

/**
 * Returns the name of the neighborhood that contains most of the places; null if none contains any. A tie goes to the
 * first name in the alphabet.
 */
export function commonNeighborhood(places: readonly Degrees[], outlines: readonly Outline[]): string | null {
  const counts = new Map<string, number>();
  let last: Outline | null = null;
  for (const place of places) {
    // An area's places are mostly in one neighborhood, so the last one found is tried first.
    last = last && contains(last, place) ? last : neighborhoodAt(place, outlines);
    if (last) counts.set(last.name, (counts.get(last.name) ?? 0) + 1);
  }
  const [common] = [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  return common?.[0] ?? null;
}

/**
 * Returns true if an outline contains a place, by the even-odd rule: a ray to the east crosses the boundary an odd
 * number of times.
 */
function contains({ ring, box: [west, south, east, north] }: Outline, { longitude, latitude }: Degrees): boolean {
  if (!(longitude >= west && longitude <= east && latitude >= south && latitude <= north)) return false;
  let isInside = false;
  let [x, y] = ring.at(-1) ?? [0, 0];
  for (const [nextX, nextY] of ring) {
    if (nextY > latitude !== y > latitude && longitude < ((x - nextX) * (latitude - nextY)) / (y - nextY) + nextX) {
      isInside = !isInside;
    }
    [x, y] = [nextX, nextY];
  }
  return isInside;
}
