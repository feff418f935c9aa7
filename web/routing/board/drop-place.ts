/** Pure functions that compute where dragged stops land. All lengths are in CSS pixels. */

/**
 * Returns the gap between stops that is nearest to the pointer; 0 is above the first stop. `rows` are the stops' edges
 * in order. Anything between two stops, such as a visit to a disposal site, belongs to their gap.
 */
export function gapAt(pointerY: number, rows: readonly { readonly top: number; readonly bottom: number }[]): number {
  const below = rows.findIndex(({ top, bottom }) => pointerY < (top + bottom) / 2);
  return below < 0 ? rows.length : below;
}

/** Returns how many of the stops that stay come before the gap, not counting the dragged ones. */
export function staysBefore(gap: number, column: readonly string[], dragged: ReadonlySet<string>): number {
  return column.slice(0, gap).filter((id) => !dragged.has(id)).length;
}

/** Returns true if a drop at the gap leaves the column's order unchanged. */
export function isSameOrder(gap: number, column: readonly string[], dragged: readonly string[]): boolean {
  const taken = new Set(dragged);
  if (dragged.some((id) => !column.includes(id))) return false;
  const stay = column.filter((id) => !taken.has(id));
  const after = stay.toSpliced(staysBefore(gap, column, taken), 0, ...dragged);
  return after.every((id, index) => id === column[index]);
}

const edgePx = 56;
const maxStepPx = 18;

/** Returns how many pixels to scroll in one frame: negative near the start edge, positive near the end edge, else 0. */
export function edgeStep(pointer: number, start: number, end: number): number {
  if (end - start < 3 * edgePx) return 0;
  const intoStart = start + edgePx - pointer;
  const intoEnd = pointer - (end - edgePx);
  if (intoStart > 0) return -Math.min(maxStepPx, Math.ceil((intoStart / edgePx) * maxStepPx));
  if (intoEnd > 0) return Math.min(maxStepPx, Math.ceil((intoEnd / edgePx) * maxStepPx));
  return 0;
}
