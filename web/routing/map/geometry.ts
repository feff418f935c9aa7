/**
 * Web Mercator in map units: 2^20 units around the earth, counted from City Hall, with x to the east and y to
 * the south. In Philadelphia about 55 units are a mile. MapLibre draws in the same projection, so a street
 * map fits exactly below ours.
 */

export interface Degrees {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The visible part of the map: the map point at the frame's center, and the zoom as in MapLibre. */
export interface View extends Point {
  readonly zoom: number;
}

const unitsAround = 2 ** 20;
const milesAround = 24_901;
const cityHall: Degrees = { latitude: 39.9526, longitude: -75.1635 };
/** Mercator can't show the poles. */
const steepestLatitude = 85;

/** Two corners that contain the whole city, in map units. */
export const cityBounds = [
  { latitude: 39.87, longitude: -75.28 },
  { latitude: 40.138, longitude: -74.956 },
].map(unitsOf);

export const closestZoom = 18;
const widestZoom = 8;
/** The closest zoom of a fitted view, so that a few stops on one corner still show their neighborhood. */
const closestFit = 15;

export function isOnEarth(place: Degrees | null | undefined): place is Degrees {
  return place != null && Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
}

export function unitsOf({ latitude, longitude }: Degrees): Point {
  return {
    x: (eastOf(longitude, cityHall.longitude) / 360) * unitsAround,
    y: (northOf(cityHall.latitude) - northOf(latitude)) * unitsAround,
  };
}

export function degreesOf({ x, y }: Point): Degrees {
  const north = northOf(cityHall.latitude) - y / unitsAround;
  return {
    latitude: (Math.atan(Math.sinh(north * 2 * Math.PI)) * 180) / Math.PI,
    longitude: eastOf(cityHall.longitude + (x / unitsAround) * 360, 0),
  };
}

/** Returns how far north of the equator a latitude is in Mercator, as a part of the way around the earth. */
function northOf(latitude: number): number {
  const clamped = Math.min(Math.max(latitude, -steepestLatitude), steepestLatitude);
  return Math.asinh(Math.tan((clamped * Math.PI) / 180)) / (2 * Math.PI);
}

/** Returns how many degrees east of `origin` a longitude is, the shorter way around the earth. Negative to the west. */
function eastOf(longitude: number, origin: number): number {
  return ((((longitude - origin + 180) % 360) + 360) % 360) - 180;
}

/** Returns the pixels per map unit. At MapLibre's zoom 0 the world is 512 pixels wide. */
export function scaleOf(zoom: number): number {
  return (512 * 2 ** zoom) / unitsAround;
}

/** Returns the position of a map point in the frame, in pixels from the top left corner. */
export function toPixels({ x, y }: Point, view: View, { width, height }: Size): Point {
  const scale = scaleOf(view.zoom);
  return { x: (x - view.x) * scale + width / 2, y: (y - view.y) * scale + height / 2 };
}

/** Returns the view that shows all points (if none, the city) as large as possible, `paddingPx` from the edge. */
export function fitView(points: readonly Point[], { width, height }: Size, paddingPx: number): View {
  const { left, right, top, bottom } = boundsOf(points.length > 0 ? points : cityBounds);
  const room = {
    x: Math.max(width - 2 * paddingPx, 40) / Math.max(right - left, 1e-6),
    y: Math.max(height - 2 * paddingPx, 40) / Math.max(bottom - top, 1e-6),
  };
  const zoom = Math.log2((Math.min(room.x, room.y) * unitsAround) / 512);
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.min(Math.max(zoom, 0), closestFit) };
}

/** Returns the view with another zoom that keeps the map point below the pixel `at` in place. */
export function zoomAround(view: View, size: Size, at: Point, zoom: number): View {
  const [before, after] = [scaleOf(view.zoom), scaleOf(zoom)];
  const offset = { x: at.x - size.width / 2, y: at.y - size.height / 2 };
  return {
    x: view.x + offset.x / before - offset.x / after,
    y: view.y + offset.y / before - offset.y / after,
    zoom,
  };
}

export function panBy(view: View, { x, y }: Point): View {
  const scale = scaleOf(view.zoom);
  return { ...view, x: view.x - x / scale, y: view.y - y / scale };
}

/** Keeps the center near the points, and the zoom between all points and one house. */
export function limitView(view: View, points: readonly Point[], fit: View): View {
  const { left, right, top, bottom } = boundsOf(points.length > 0 ? points : cityBounds);
  const reach = 25 * (unitsAround / milesAround) * 1.3;
  return {
    x: Math.min(Math.max(view.x, left - reach), right + reach),
    y: Math.min(Math.max(view.y, top - reach), bottom + reach),
    zoom: Math.min(Math.max(view.zoom, Math.min(widestZoom, fit.zoom)), closestZoom),
  };
}

function boundsOf(points: readonly Point[]) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const farthestMiles = 150;

/** Returns a check for places near the median of `places`. One farther away is a geocoding error, such as 0,0. */
export function plausibleAmong(places: readonly Degrees[]): (place: Degrees) => boolean {
  const [first] = places;
  if (!first) return () => false;
  const middle = (values: number[]) =>
    values.sort((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
  const latitude = middle(places.map((place) => place.latitude));
  const longitude = first.longitude + middle(places.map((place) => eastOf(place.longitude, first.longitude)));
  const milesPerDegree = milesAround / 360;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return (place) =>
    Math.hypot(eastOf(place.longitude, longitude) * shrink, place.latitude - latitude) * milesPerDegree <=
    farthestMiles;
}

/** Returns "12.5 80", for an SVG path. */
export function pointText({ x, y }: Point): string {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}

export interface DrivenPoint extends Point {
  readonly isDone: boolean;
}

/** Returns the line through the points as two SVG paths: `done` leads to done stops, `ahead` to the others. */
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

const barMiles = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Returns the scale bar: the longest round distance that takes at most `pixels` at the center of the view. */
export function scaleBar(view: View, pixels: number): { length: number; label: string } {
  const milesPerUnit = (milesAround / unitsAround) * Math.cos((degreesOf(view).latitude * Math.PI) / 180);
  const pixelsPerMile = scaleOf(view.zoom) / milesPerUnit;
  const miles = barMiles.findLast((candidate) => candidate * pixelsPerMile <= pixels) ?? 0.02;
  return { length: miles * pixelsPerMile, label: miles === 1 ? '1 mile' : `${miles} miles` };
}
