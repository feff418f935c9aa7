/** Where dragged stops land. Pure: all lengths are CSS pixels. */

/**
 * The gap between stops that the pointer is nearest to: 0 is above the first one. `rows` are the stops' edges in order; what is
 * between two of them, such as a visit to a disposal site, belongs to the gap.
 */
export function gapAt(pointerY: number, rows: readonly { readonly top: number; readonly bottom: number }[]): number {
  const below = rows.findIndex(({ top, bottom }) => pointerY < (top + bottom) / 2);
  return below < 0 ? rows.length : below;
}

/** How many stops that stay come before the gap, once the dragged ones are taken out. */
export function staysBefore(gap: number, column: readonly string[], dragged: ReadonlySet<string>): number {
  return column.slice(0, gap).filter((id) => !dragged.has(id)).length;
}

/** Whether a drop at the gap leaves the column as it is. */
export function isSameOrder(gap: number, column: readonly string[], dragged: readonly string[]): boolean {
  const taken = new Set(dragged);
  if (dragged.some((id) => !column.includes(id))) return false;
  const stay = column.filter((id) => !taken.has(id));
  const after = stay.toSpliced(staysBefore(gap, column, taken), 0, ...dragged);
  return after.every((id, index) => id === column[index]);
}

const edgePx = 56;
const maxStepPx = 18;

/** How far to scroll in one frame when the pointer is near an edge of a box; negative is back, 0 is not at all. */
export function edgeStep(pointer: number, start: number, end: number): number {
  if (end - start < 3 * edgePx) return 0;
  const intoStart = start + edgePx - pointer;
  const intoEnd = pointer - (end - edgePx);
  if (intoStart > 0) return -Math.min(maxStepPx, Math.ceil((intoStart / edgePx) * maxStepPx));
  if (intoEnd > 0) return Math.min(maxStepPx, Math.ceil((intoEnd / edgePx) * maxStepPx));
  return 0;
}
