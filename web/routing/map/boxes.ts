import type { Point, Size } from './geometry.ts';

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface HalfSize {
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Half of the gap goes around each box, so that two boxes never touch. */
const gapPx = 1;
/** The gap between the selected stop and its label. */
export const labelGapPx = 3;

export function boxAround({ x, y }: Point, { halfWidth, halfHeight }: HalfSize): Box {
  return {
    ...{ left: x - halfWidth - gapPx / 2, right: x + halfWidth + gapPx / 2 },
    ...{ top: y - halfHeight - gapPx / 2, bottom: y + halfHeight + gapPx / 2 },
  };
}

/** Returns the box of a label centered below another box. */
export function boxBelow({ left, right, bottom }: Box, { width, height }: Size): Box {
  const middle = (left + right) / 2;
  const top = bottom + labelGapPx;
  return { left: middle - width / 2, right: middle + width / 2, top, bottom: top + height };
}

export function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

const cellPx = 40;

/**
 * Boxes and their owners in a grid, which finds overlaps among thousands of boxes without
 * comparing each with all others.
 */
export class BoxIndex<Owner> {
  private readonly cells = new Map<string, { box: Box; owner: Owner }[]>();

  add(box: Box, owner: Owner): void {
    for (const cell of cellsOf(box)) {
      const entries = this.cells.get(cell);
      if (entries) entries.push({ box, owner });
      else this.cells.set(cell, [{ box, owner }]);
    }
  }

  /** Returns the owners of the boxes that overlap this one. */
  overlapping(box: Box): Set<Owner> {
    const found = new Set<Owner>();
    for (const cell of cellsOf(box)) {
      for (const entry of this.cells.get(cell) ?? []) if (overlaps(box, entry.box)) found.add(entry.owner);
    }
    return found;
  }
}

function cellsOf({ left, right, top, bottom }: Box): string[] {
  const cells: string[] = [];
  for (let column = Math.floor(left / cellPx); column <= Math.floor(right / cellPx); column += 1) {
    for (let row = Math.floor(top / cellPx); row <= Math.floor(bottom / cellPx); row += 1)
      cells.push(`${column} ${row}`);
  }
  return cells;
}
