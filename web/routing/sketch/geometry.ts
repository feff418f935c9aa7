export interface Degrees {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly padding: number;
}

export interface Projection {
  readonly toPoint: (place: Degrees) => Point;
  readonly unitsPerMile: number;
}

const milesPerDegree = 69.05;
/** The least width of the area shown: a single stop has none. */
const shortestSpanMiles = 0.5;
/** A place farther than this from the others is a geocoding error, such as 0,0. */
const farthestMiles = 150;

export function isOnEarth(place: Degrees | null | undefined): place is Degrees {
  return place != null && Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
}

/** Degrees east of `origin`, the shorter way around the earth. Negative to the west. */
function eastOf(longitude: number, origin: number): number {
  return ((((longitude - origin + 180) % 360) + 360) % 360) - 180;
}

/** Miles east (x) and south (y) of an origin. Accurate enough within a day's drive. */
function milesFrom(origin: Degrees, place: Degrees): Point {
  const shrink = Math.cos((origin.latitude * Math.PI) / 180);
  return {
    x: eastOf(place.longitude, origin.longitude) * milesPerDegree * shrink,
    y: (origin.latitude - place.latitude) * milesPerDegree,
  };
}

/** The median of each coordinate, which a few wrong places do not move. */
function medianOf(places: readonly Degrees[]): Degrees {
  const [first] = places;
  if (!first) return { latitude: 0, longitude: 0 };
  const middle = (values: number[]) =>
    values.sort((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
  return {
    latitude: middle(places.map(({ latitude }) => latitude)),
    longitude: first.longitude + middle(places.map(({ longitude }) => eastOf(longitude, first.longitude))),
  };
}

/** Returns a check for places near the median of `places`. */
export function plausibleAmong(places: readonly Degrees[]): (place: Degrees) => boolean {
  const center = medianOf(places);
  return (place) => {
    const { x, y } = milesFrom(center, place);
    return Math.hypot(x, y) <= farthestMiles;
  };
}

/** Centers the places in the frame, north up, as large as possible. */
export function fitPlaces(places: readonly Degrees[], { width, height, padding }: Frame): Projection {
  const center = medianOf(places);
  const miles = places.map((place) => milesFrom(center, place));
  const [left, right] = extent(miles.map(({ x }) => x));
  const [top, bottom] = extent(miles.map(({ y }) => y));
  const unitsPerMile = Math.min(
    (width - 2 * padding) / Math.max(right - left, shortestSpanMiles),
    (height - 2 * padding) / Math.max(bottom - top, shortestSpanMiles),
  );
  return {
    unitsPerMile,
    toPoint: (place) => {
      const { x, y } = milesFrom(center, place);
      return {
        x: width / 2 + (x - (left + right) / 2) * unitsPerMile,
        y: height / 2 + (y - (top + bottom) / 2) * unitsPerMile,
      };
    },
  };
}

function extent(values: readonly number[]): [number, number] {
  return values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
}

/** "12.5 80", for an SVG path. */
export function pointText({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

export interface DrivenPoint extends Point {
  readonly isDone: boolean;
}

/** The line through the points as two SVG paths: `done` leads to done stops, `ahead` to the others. */
export function drawWay(points: readonly DrivenPoint[]): { done: string; ahead: string } {
  const paths = { done: '', ahead: '' };
  let last: keyof typeof paths | undefined;
  points.slice(1).forEach((point, index) => {
    const from = points[index];
    if (!from) return;
    const part = point.isDone ? 'done' : 'ahead';
    if (part !== last) paths[part] += `M${pointText(from)}`;
    paths[part] += `L${pointText(point)}`;
    last = part;
  });
  return paths;
}

const barMiles = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** The scale bar: the longest round distance of at most `units`. */
export function scaleBar(unitsPerMile: number, units: number): { length: number; label: string } {
  const miles = barMiles.findLast((candidate) => candidate * unitsPerMile <= units) ?? 0.1;
  return { length: miles * unitsPerMile, label: miles === 1 ? '1 mile' : `${miles} miles` };
}
