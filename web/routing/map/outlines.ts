import { decodeOutlines, type Outline } from '../../../contract/neighborhoods/outlines.ts';
import { type Point, pointText, unitsOf } from './geometry.ts';

/**
 * A neighborhood's name and its roomiest point. The point is computed on first use, because most names are never drawn.
 */
export interface Neighborhood {
  readonly name: string;
  readonly center: () => Point;
  /** In map units. */
  readonly width: number;
  /** In map units. */
  readonly height: number;
}

export interface Ground {
  /** All outlines as one SVG path, in map units. */
  readonly path: string;
  readonly neighborhoods: readonly Neighborhood[];
}

let ground: Promise<Ground> | undefined;

/**
 * Loads the outlines from a file that only the map needs. Rejects if the download fails; the
 * next call then tries again.
 */
export function loadGround(): Promise<Ground> {
  ground ??= import('../../../contract/neighborhoods/philadelphia.topo.json').then(
    ({ default: topology }) => groundOf(decodeOutlines(topology)),
    (error: unknown) => {
      ground = undefined;
      throw error;
    },
  );
  return ground;
}

export function groundOf(outlines: readonly Outline[]): Ground {
  const rings = outlines.map(({ name, ring }) => ({
    name,
    points: ring.map(([longitude, latitude]) => unitsOf({ latitude, longitude })),
  }));
  return {
    path: rings.map(({ points }) => `M${points.slice(1).map(pointText).join('L')}Z`).join(''),
    neighborhoods: rings.map(({ name, points }) => {
      let center: Point | undefined;
      return { name, ...extentOf(points), center: () => (center ??= roomiestPoint(points)) };
    }),
  };
}

const steps = 8;

/** Returns the point of a grid inside the ring that is farthest from the ring's boundary. */
function roomiestPoint(ring: readonly Point[]): Point {
  const xs = ring.map(({ x }) => x);
  const ys = ring.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const { width, height } = extentOf(ring);
  let best: Point = { x: left + width / 2, y: top + height / 2 };
  let most = 0;
  for (let column = 1; column < steps; column += 1) {
    for (let row = 1; row < steps; row += 1) {
      const point = { x: left + (width * column) / steps, y: top + (height * row) / steps };
      const room = isInside(point, ring) ? distanceTo(ring, point) : 0;
      if (room > most) [best, most] = [point, room];
    }
  }
  return best;
}

function extentOf(ring: readonly Point[]): { width: number; height: number } {
  const xs = ring.map(({ x }) => x);
  const ys = ring.map(({ y }) => y);
  return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
}

function isInside({ x, y }: Point, ring: readonly Point[]): boolean {
  let isIn = false;
  ring.forEach((to, index) => {
    const from = ring.at(index - 1) ?? to;
    if (to.y > y !== from.y > y && x < ((from.x - to.x) * (y - to.y)) / (from.y - to.y) + to.x) isIn = !isIn;
  });
  return isIn;
}

function distanceTo(ring: readonly Point[], point: Point): number {
  return Math.min(
    ...ring.map((to, index) => {
      const from = ring.at(index - 1) ?? to;
      const [byX, byY] = [to.x - from.x, to.y - from.y];
      const length = byX ** 2 + byY ** 2 || 1;
      const part = Math.min(Math.max(((point.x - from.x) * byX + (point.y - from.y) * byY) / length, 0), 1);
      return Math.hypot(from.x + part * byX - point.x, from.y + part * byY - point.y);
    }),
  );
}
