/**
 * Grouping neighbouring stops into areas: seeds by halving the map, then the balanced k-means of Bennett, Bradley and Demiriz
 * (2000, 'Constrained K-Means Clustering') with a greedy assignment by regret, so that no area holds more than a day's
 * work. Nothing is read here.
 */

export interface AreaStop {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  /** What the stop itself takes. */
  readonly minutes: number;
}

export interface AreaLimits {
  /** A day's work, stops and ways together. */
  readonly minutes: number;
  /** From the middle of an area to its farthest stop. */
  readonly radiusMiles: number;
  /** What a mile as the crow flies takes on the road. */
  readonly minutesPerMile: number;
}

interface Point<S> {
  readonly stop: S;
  /** Miles east and north of the stop that the map is drawn around. */
  readonly x: number;
  readonly y: number;
}

type Center = Pick<Point<unknown>, 'x' | 'y'>;

const milesPerDegree = 69.09;
const rounds = 8;
/** Areas start a little below the limit, so that few stops are left over where no room is. */
const filling = 0.9;

/**
 * Groups stops into compact areas: each at most a day's work and within the radius, every stop in exactly one. The same
 * stops give the same areas, in whatever order they come; the largest area stands first.
 */
export function groupIntoAreas<S extends AreaStop>(stops: readonly S[], limits: AreaLimits): S[][] {
  if (stops.length === 0) return [];
  const points = project(stops.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const work = sumOf(points, ({ stop }) => stop.minutes + limits.minutesPerMile * typicalHopMiles);
  const groups = divide(points, Math.ceil(work / (limits.minutes * filling)), limits);
  return groups
    .flatMap((group) => splitUntilFit(group, limits))
    .map((group) => group.map(({ stop }) => stop))
    .sort((a, b) => b.length - a.length || ((a[0]?.id ?? '') < (b[0]?.id ?? '') ? -1 : 1));
}

/** From one stop to the next within an area, for guessing how many areas there are; each is measured afterwards. */
const typicalHopMiles = 0.15;

/** Stops in minutes with the ways between them, each time to the nearest stop that is left. */
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

/** A flat map around the stop in the middle from south to north; the other side of the date line is next door. */
function project<S extends AreaStop>(stops: readonly S[]): Point<S>[] {
  const origin = stops.toSorted((a, b) => a.latitude - b.latitude)[stops.length >> 1];
  if (!origin) return [];
  const milesPerLongitude = milesPerDegree * Math.cos((origin.latitude * Math.PI) / 180);
  return stops.map((stop) => {
    const degrees = ((stop.longitude - origin.longitude + 540) % 360) - 180;
    return { stop, x: degrees * milesPerLongitude, y: (stop.latitude - origin.latitude) * milesPerDegree };
  });
}

/** Measured on a map of the group's own: one drawn around a stop far away shows it wider or narrower than it is. */
function splitUntilFit<S extends AreaStop>(members: Point<S>[], limits: AreaLimits): Point<S>[][] {
  const group = project(members.map(({ stop }) => stop));
  if (group.length < 2 || fits(group, limits)) return [group];
  return divide(group, 2, limits).flatMap((part) => splitUntilFit(part, limits));
}

function fits(group: readonly Point<AreaStop>[], limits: AreaLimits): boolean {
  const middle = middleOf(group);
  if (group.some((point) => squared(point, middle) > limits.radiusMiles ** 2)) return false;
  return minutesOf(group, limits.minutesPerMile) <= limits.minutes;
}

/** Into `count` groups of about the same work, each around a middle of its own. */
function divide<S extends AreaStop>(points: Point<S>[], count: number, limits: AreaLimits): Point<S>[][] {
  let groups = halve(points, count);
  const capacity = Math.max(
    limits.minutes * filling,
    (1.02 * sumOf(points, ({ stop }) => stop.minutes)) / groups.length,
  );
  for (let round = 0; round < rounds && groups.length > 1; round++) {
    const next = assign(points, groups.map(middleOf), capacity);
    // A group that lost all its stops would come back as nobody's middle.
    if (next.some((group) => group.length === 0)) break;
    const isSettled = next.every((group, index) => isSame(group, groups[index] ?? []));
    groups = next;
    if (isSettled) break;
  }
  return groups;
}

/** Cuts across the wider side, again and again, until there are `count` parts of about the same number of stops. */
function halve<S extends AreaStop>(points: Point<S>[], count: number): Point<S>[][] {
  if (count < 2 || points.length < 2) return [points];
  const axis = extent(points, 'x') >= extent(points, 'y') ? 'x' : 'y';
  const inOrder = points.toSorted((a, b) => a[axis] - b[axis] || (a.stop.id < b.stop.id ? -1 : 1));
  const firstCount = Math.floor(count / 2);
  const cut = Math.min(points.length - 1, Math.max(1, Math.round((points.length * firstCount) / count)));
  return [...halve(inOrder.slice(0, cut), firstCount), ...halve(inOrder.slice(cut), count - firstCount)];
}

/**
 * Everybody to the nearest middle that has room; first those who would lose most by the second nearest. Whoever finds no
 * room goes to the nearest all the same: the caller splits what is too large.
 */
function assign<S extends AreaStop>(points: Point<S>[], centers: Center[], capacity: number): Point<S>[][] {
  const groups: Point<S>[][] = centers.map(() => []);
  const loads = centers.map(() => 0);
  const byRegret = points.map((point) => ({ point, regret: regretOf(point, centers) }));
  byRegret.sort((a, b) => b.regret - a.regret || (a.point.stop.id < b.point.stop.id ? -1 : 1));
  for (const { point } of byRegret) {
    const { minutes } = point.stop;
    const withRoom = nearest(point, centers, (index) => (loads[index] ?? 0) + minutes <= capacity);
    const chosen = withRoom >= 0 ? withRoom : nearest(point, centers, () => true);
    groups[chosen]?.push(point);
    loads[chosen] = (loads[chosen] ?? 0) + minutes;
  }
  return groups;
}

function regretOf(point: Center, centers: Center[]): number {
  let first = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (const center of centers) {
    const distance = squared(point, center);
    if (distance < first) [first, second] = [distance, first];
    else if (distance < second) second = distance;
  }
  return second - first;
}

function nearest(point: Center, centers: Center[], hasRoom: (index: number) => boolean): number {
  let best = -1;
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

function middleOf(points: readonly Center[]): Center {
  return { x: sumOf(points, ({ x }) => x) / points.length, y: sumOf(points, ({ y }) => y) / points.length };
}

function extent(points: readonly Center[], axis: 'x' | 'y'): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    least = Math.min(least, point[axis]);
    most = Math.max(most, point[axis]);
  }
  return most - least;
}

function squared(a: Center, b: Center): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}
