import { type Point, pointText, unitsOf } from './geometry.ts';

/** Philadelphia's two rivers, for orientation, as hand-drawn center lines. */

interface River {
  readonly name: string;
  readonly widthMiles: number;
  /** Alternating latitudes and longitudes, from source to mouth. */
  readonly course: readonly number[];
}

const rivers: readonly River[] = [
  {
    name: 'Schuylkill River',
    widthMiles: 0.09,
    course: [
      40.13, -75.5, 40.11, -75.42, 40.111, -75.345, 40.091, -75.325, 40.071, -75.313, 40.073, -75.286, 40.058, -75.264,
      40.039, -75.246, 40.025, -75.227, 40.013, -75.208, 40.008, -75.197, 39.995, -75.192, 39.986, -75.203, 39.978,
      -75.199, 39.97, -75.189, 39.966, -75.184, 39.954, -75.18, 39.947, -75.185, 39.942, -75.2, 39.934, -75.209, 39.92,
      -75.209, 39.909, -75.211, 39.898, -75.201, 39.885, -75.195,
    ],
  },
  {
    name: 'Delaware River',
    widthMiles: 0.45,
    course: [
      40.3, -74.86, 40.219, -74.776, 40.148, -74.725, 40.125, -74.8, 40.083, -74.864, 40.066, -74.93, 40.04, -74.984,
      40.012, -75.042, 39.987, -75.066, 39.974, -75.093, 39.966, -75.124, 39.953, -75.1345, 39.94, -75.137, 39.92,
      -75.133, 39.905, -75.13, 39.888, -75.137, 39.881, -75.16, 39.883, -75.193, 39.863, -75.238, 39.853, -75.28,
      39.845, -75.335, 39.828, -75.373, 39.81, -75.415, 39.77, -75.475, 39.735, -75.51, 39.689, -75.519, 39.61, -75.575,
    ],
  },
];

const unitsPerMile = 55;

export interface DrawnRiver {
  readonly name: string;
  /** An SVG path in map units. */
  readonly path: string;
  readonly width: number;
  readonly points: readonly Point[];
}

export const drawnRivers: readonly DrawnRiver[] = rivers.map(({ name, widthMiles, course }) => {
  const points = course.flatMap((latitude, index) =>
    index % 2 === 0 ? [unitsOf({ latitude, longitude: course[index + 1] ?? 0 })] : [],
  );
  return { name, path: smoothPath(points), width: widthMiles * unitsPerMile, points };
});

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Returns a curve through the middle of every segment, as an SVG path. */
function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  const bends = rest.slice(0, -1).map((bend, index) => {
    const next = rest[index + 1] ?? last;
    return `Q${pointText(bend)} ${pointText(between(bend, next, 0.5))}`;
  });
  return `M${pointText(first)}${bends.join('')}L${pointText(last)}`;
}

/**
 * Returns the middle of each segment of a river with the angle of the text along it, in degrees. The
 * text is never upside down.
 */
export function spotsAlong({ points }: DrawnRiver): (Point & { readonly angle: number })[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return { ...between(from, to, 0.5), angle: uprightAngle(from, to) };
  });
}

function uprightAngle(from: Point, to: Point): number {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return Math.round(angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle);
}
