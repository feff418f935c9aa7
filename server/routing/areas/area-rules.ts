/**
 * Groups nearby stops into areas. Recursive bisection gives the first groups. Balanced k-means (Bradley, Bennett and
 * Demiriz 2000, "Constrained K-Means Clustering") improves them, with a greedy assignment by regret, so that no area
 * exceeds a day's work. The functions of long computations are generators: they pause after each piece of work, so that
 * their caller can let other work run.
 */

export interface AreaStop {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Service time. */
  readonly minutes: number;
}

export interface AreaLimits {
  /** A day's work, including driving. */
  readonly minutes: number;
  /** The largest distance from the center of an area to a stop. */
  readonly radiusMiles: number;
  /** Driving time per mile of straight line. */
  readonly minutesPerMile: number;
}

interface Point<S> {
  readonly stop: S;
  /** Miles east and north of the origin of the projection. */
  readonly x: number;
  readonly y: number;
}

type Center = Pick<Point<unknown>, 'x' | 'y'>;

const milesPerDegree = 69.09;
const rounds = 8;
/** The share of a day's work that groups are planned for, so that few stops end up without room. */
const filling = 0.9;

/**
 * Groups stops into compact areas, each within a day's work and the radius, every stop in exactly one. The result does
 * not depend on the order of the stops. The largest area comes first.
 */
export function* groupIntoAreas<S extends AreaStop>(stops: readonly S[], limits: AreaLimits): Generator<void, S[][]> {
  if (stops.length === 0) return [];
  const points = project(stops.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  yield;
  const work = sumOf(points, ({ stop }) => stop.minutes + limits.minutesPerMile * typicalHopMiles);
  const groups = yield* divide(points, Math.ceil(work / (limits.minutes * filling)), limits);
  const areas: S[][] = [];
  for (const group of groups) {
    const parts = yield* splitUntilFit(group, limits);
    areas.push(...parts.map((part) => part.map(({ stop }) => stop)));
  }
  return areas.sort((a, b) => b.length - a.length || ((a[0]?.id ?? '') < (b[0]?.id ?? '') ? -1 : 1));
}

/** The assumed distance between consecutive stops, only for a first estimate of the number of areas. */
const typicalHopMiles = 0.15;

/** Returns the estimated minutes for stops and driving along a nearest-neighbor tour. */
export function estimateMinutes(stops: readonly AreaStop[], minutesPerMile: number): number {
  return minutesOf(project(stops), minutesPerMile);
}

function minutesOf(points: readonly Point<AreaStop>[], minutesPerMile: number): number {
  const left = [...points];
  let miles = 0;
  for (let here = left.pop(); here && left.length > 0; ) {
    let nearest = 0;
    for (let i = 1; i < left.length; i++) {
      if (squared(here, left[i] as Center) < squared(here, left[nearest] as Center)) nearest = i;
    }
    const next = left[nearest] as Point<AreaStop>;
    miles += Math.sqrt(squared(here, next));
    left[nearest] = left.at(-1) as Point<AreaStop>;
    left.pop();
    here = next;
  }
  return sumOf(points, ({ stop }) => stop.minutes) + miles * minutesPerMile;
}

/** Projects onto a plane around the stop of median latitude; works across the date line. */
function project<S extends AreaStop>(stops: readonly S[]): Point<S>[] {
  const origin = stops.toSorted((a, b) => a.latitude - b.latitude)[stops.length >> 1];
  if (!origin) return [];
  const milesPerLongitude = milesPerDegree * Math.cos((origin.latitude * Math.PI) / 180);
  return stops.map((stop) => {
    const degrees = ((stop.longitude - origin.longitude + 540) % 360) - 180;
    return { stop, x: degrees * milesPerLongitude, y: (stop.latitude - origin.latitude) * milesPerDegree };
  });
}

/**
 * Splits a group until every part fits. Each part is projected again around its own stops, because a distant origin
 * would distort it.
 */
function* splitUntilFit<S extends AreaStop>(members: Point<S>[], limits: AreaLimits): Generator<void, Point<S>[][]> {
  const group = project(members.map(({ stop }) => stop));
  if (group.length < 2 || fits(group, limits)) return [group];
  yield;
  const fitting: Point<S>[][] = [];
  for (const part of yield* divide(group, 2, limits)) fitting.push(...(yield* splitUntilFit(part, limits)));
  return fitting;
}

function fits(group: readonly Point<AreaStop>[], limits: AreaLimits): boolean {
  const center = centerOf(group);
  if (group.some((point) => squared(point, center) > limits.radiusMiles ** 2)) return false;
  return minutesOf(group, limits.minutesPerMile) <= limits.minutes;
}

/** Splits into `count` groups of about the same work (balanced k-means). */
function* divide<S extends AreaStop>(
  points: Point<S>[],
  count: number,
  limits: AreaLimits,
): Generator<void, Point<S>[][]> {
  let groups = yield* bisect(points, count);
  const capacity = Math.max(
    limits.minutes * filling,
    (1.02 * sumOf(points, ({ stop }) => stop.minutes)) / groups.length,
  );
  for (let round = 0; round < rounds && groups.length > 1; round++) {
    const next = yield* assign(points, groups.map(centerOf), capacity);
    // An empty group has no center for the next round.
    if (next.some((group) => group.length === 0)) break;
    const isStable = next.every((group, index) => isSame(group, groups[index] ?? []));
    groups = next;
    if (isStable) break;
  }
  return groups;
}

/** Bisects across the wider side until there are `count` parts with about the same number of stops. */
function* bisect<S extends AreaStop>(points: Point<S>[], count: number): Generator<void, Point<S>[][]> {
  if (count < 2 || points.length < 2) return [points];
  const axis = extent(points, 'x') >= extent(points, 'y') ? 'x' : 'y';
  const inOrder = points.toSorted((a, b) => a[axis] - b[axis] || (a.stop.id < b.stop.id ? -1 : 1));
  const firstCount = Math.floor(count / 2);
  const cut = Math.min(points.length - 1, Math.max(1, Math.round((points.length * firstCount) / count)));
  yield;
  const first = yield* bisect(inOrder.slice(0, cut), firstCount);
  return [...first, ...(yield* bisect(inOrder.slice(cut), count - firstCount))];
}

/** The distances to centers that are computed in one piece of work: about a millisecond. */
const distancesAtOnce = 100_000;

/**
 * Assigns each point to the nearest center with room, in order of decreasing regret (the extra distance to the second
 * nearest center). A point that fits nowhere goes to the nearest center; the caller splits groups that are too large.
 */
function* assign<S extends AreaStop>(
  points: readonly Point<S>[],
  centers: readonly Center[],
  capacity: number,
): Generator<void, Point<S>[][]> {
  const pointsAtOnce = Math.ceil(distancesAtOnce / centers.length);
  const byRegret: Choice<S>[] = [];
  for (const point of points) {
    byRegret.push(choiceOf(point, centers));
    if (byRegret.length % pointsAtOnce === 0) yield;
  }
  byRegret.sort((a, b) => b.regret - a.regret || (a.point.stop.id < b.point.stop.id ? -1 : 1));
  yield;
  const groups: Point<S>[][] = centers.map(() => []);
  const loads = new Float64Array(centers.length);
  for (const [index, { point, nearest }] of byRegret.entries()) {
    const chosen = nearestWithRoom(point, nearest, centers, { loads, capacity });
    groups[chosen]?.push(point);
    loads[chosen] = (loads[chosen] ?? 0) + point.stop.minutes;
    if ((index + 1) % pointsAtOnce === 0) yield;
  }
  return groups;
}

interface Choice<S> {
  readonly point: Point<S>;
  /** The index of the nearest center. */
  readonly nearest: number;
  readonly regret: number;
}

function choiceOf<S>(point: Point<S>, centers: readonly Center[]): Choice<S> {
  let nearest = 0;
  let first = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (let index = 0; index < centers.length; index++) {
    const distance = squared(point, centers[index] as Center);
    if (distance < first) [nearest, first, second] = [index, distance, first];
    else if (distance < second) second = distance;
  }
  return { point, nearest, regret: second - first };
}

/** Returns the index of the nearest center that has room for the point; `nearest` if none has. */
function nearestWithRoom(
  point: Point<AreaStop>,
  nearest: number,
  centers: readonly Center[],
  { loads, capacity }: { loads: Float64Array; capacity: number },
): number {
  const hasRoom = (index: number) => (loads[index] ?? 0) + point.stop.minutes <= capacity;
  if (hasRoom(nearest)) return nearest;
  let best = nearest;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < centers.length; index++) {
    const distance = squared(point, centers[index] as Center);
    if (distance < least && hasRoom(index)) [best, least] = [index, distance];
  }
  return best;
}

function isSame<S>(one: readonly Point<S>[], other: readonly Point<S>[]): boolean {
  const members = new Set(other);
  return one.length === other.length && one.every((point) => members.has(point));
}

function centerOf(points: readonly Center[]): Center {
  return { x: sumOf(points, ({ x }) => x) / points.length, y: sumOf(points, ({ y }) => y) / points.length };
}

function extent(points: readonly Center[], axis: 'x' | 'y'): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    min = Math.min(min, point[axis]);
    max = Math.max(max, point[axis]);
  }
  return max - min;
}

function squared(a: Center, b: Center): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}
