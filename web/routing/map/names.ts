import { type Box, BoxIndex, boxAround } from './boxes.ts';
import { type Point, type Size, scaleOf } from './geometry.ts';
import { boxesOfSelected, dotRadius, type Mark, type Marks } from './marks.ts';
import type { Neighborhood } from './outlines.ts';
import { type DrawnRiver, spotsAlong } from './rivers.ts';

/** A name on the map's ground, in map units. */
export interface PlacedName extends Point {
  readonly lines: readonly string[];
  readonly angle: number;
  readonly isRiver: boolean;
}

export const nameSizePx = 12;
export const lineHeightPx = 14;
/** The average width of a letter, in pixels, estimated high enough for every name. */
const letterPx = 6.6;
/** The least distance between two names of the same river. */
const riverRepeatPx = 600;

/** Returns the names that have room at a zoom: inside their neighborhood, and clear of stops, labels and each other. */
export function placeNames(
  neighborhoods: readonly Neighborhood[],
  rivers: readonly DrawnRiver[],
  { stops, sites }: Marks,
  zoom: number,
  label: Size | null,
): PlacedName[] {
  const scale = scaleOf(zoom);
  const taken = new BoxIndex<unknown>();
  const take = (boxes: readonly Box[], owner: unknown) => {
    for (const box of boxes) taken.add(box, owner);
  };
  for (const mark of stops) take(boxesOf(mark, scale, label), mark);
  for (const mark of sites) take([boxAround({ x: mark.x * scale, y: mark.y * scale }, mark)], mark);
  const isFree = (boxes: readonly Box[]) => boxes.every((box) => taken.overlapping(box).size === 0);
  const placed: PlacedName[] = [];
  for (const river of rivers) {
    let last: Point | undefined;
    for (const spot of spotsAlong(river)) {
      if (last && Math.hypot(spot.x - last.x, spot.y - last.y) * scale < riverRepeatPx) continue;
      const boxes = boxesAlong(river.name, spot, scale);
      if (!isFree(boxes)) continue;
      take(boxes, river);
      placed.push({ ...spot, lines: [river.name], isRiver: true });
      last = spot;
    }
  }
  for (const { name, center: centerOf, width, height } of neighborhoods) {
    const lines = linesOf(name);
    const half = { halfWidth: nameWidth(lines) / 2, halfHeight: (lines.length * lineHeightPx) / 2 };
    if (2 * half.halfWidth > width * scale * 0.9 || 2 * half.halfHeight > height * scale * 0.7) continue;
    const { x, y } = centerOf();
    // In a large neighborhood the name may move a bit higher or lower and is still inside.
    const shifts = [0, -1, 1, -2, 2].filter((shift) => Math.abs(shift) * lineHeightPx * 5 < height * scale);
    for (const shift of shifts) {
      const center = { x: x * scale, y: y * scale + shift * lineHeightPx };
      const box = boxAround(center, half);
      if (!isFree([box])) continue;
      take([box], name);
      placed.push({ x, y: center.y / scale, lines, angle: 0, isRiver: false });
      break;
    }
  }
  return placed;
}

function boxesOf(mark: Mark, scale: number, label: Size | null): Box[] {
  const inPixels = { ...mark, x: mark.x * scale, y: mark.y * scale };
  if (mark.kind === 'dot') return [boxAround(inPixels, { halfWidth: dotRadius, halfHeight: dotRadius })];
  return mark.isSelected ? boxesOfSelected(inPixels, label) : [boxAround(inPixels, mark)];
}

/** Splits a long name into two lines: "Fishtown / Lower Kensington", "Northeast / Phila Airport". */
export function linesOf(name: string): string[] {
  if (name.includes(' - ')) return name.split(' - ');
  if (name.length <= 14) return [name];
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const middle = spaces.sort((one, other) => Math.abs(one - name.length / 2) - Math.abs(other - name.length / 2))[0];
  return middle === undefined ? [name] : [name.slice(0, middle), name.slice(middle + 1)];
}

function nameWidth(lines: readonly string[]): number {
  return Math.max(...lines.map(({ length }) => length)) * letterPx;
}

/** Returns a slanted name as a row of small boxes. */
function boxesAlong(name: string, { x, y, angle }: Point & { angle: number }, scale: number): Box[] {
  const turn = (angle * Math.PI) / 180;
  const length = nameWidth([name]);
  const count = Math.ceil(length / lineHeightPx);
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + 0.5) / count - 0.5) * length;
    const center = { x: x * scale + along * Math.cos(turn), y: y * scale + along * Math.sin(turn) };
    return boxAround(center, { halfWidth: lineHeightPx / 2, halfHeight: lineHeightPx / 2 });
  });
}
