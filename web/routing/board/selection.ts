/**
 * The stops that a dispatcher has selected on the day board, across columns. Pure: events and column orders come in.
 */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Where a shift-click's range starts: the last stop that was pressed on its own. */
  readonly anchor: string | null;
}

export const emptySelection: Selection = { ids: new Set(), anchor: null };

/** How a stop was pressed. Shift selects a range. Ctrl, Cmd or a checkbox toggles one stop. */
export interface Press {
  readonly isRange: boolean;
  readonly isToggle: boolean;
}

/**
 * Returns the selection after a press on the stop `id`. `column` lists the selectable stops of its column in order. A
 * plain press selects only this stop, or clears the selection if it was the only selected stop. If a range starts in
 * another column, only this stop is added.
 */
export function pressed(before: Selection, id: string, column: readonly string[], press: Press): Selection {
  if (press.isRange) return rangeTo(before, id, column);
  if (press.isToggle) return toggled(before, id);
  return before.ids.size === 1 && before.ids.has(id) ? emptySelection : { ids: new Set([id]), anchor: id };
}

function rangeTo(before: Selection, id: string, column: readonly string[]): Selection {
  const from = before.anchor === null ? -1 : column.indexOf(before.anchor);
  const to = column.indexOf(id);
  if (from < 0 || to < 0) return { ids: new Set([...before.ids, id]), anchor: id };
  const range = column.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...before.ids, ...range]), anchor: before.anchor };
}

function toggled({ ids }: Selection, id: string): Selection {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return { ids: after, anchor: id };
}

/** Selects all stops of a column, or deselects them if all are selected. */
export function toggledAll({ ids, anchor }: Selection, column: readonly string[]): Selection {
  const after = new Set(ids);
  const isWhole = isAllSelected(ids, column);
  for (const id of column) {
    if (isWhole) after.delete(id);
    else after.add(id);
  }
  return { ids: after, anchor };
}

export function isAllSelected(ids: ReadonlySet<string>, column: readonly string[]): boolean {
  return column.length > 0 && column.every((id) => ids.has(id));
}

/** Removes these stops from the selection, for example because they were moved. */
export function without({ ids, anchor }: Selection, dropped: readonly string[]): Selection {
  const gone = new Set(dropped);
  return {
    ids: new Set([...ids].filter((id) => !gone.has(id))),
    anchor: anchor !== null && gone.has(anchor) ? null : anchor,
  };
}

/** Removes stops that can no longer be selected. Returns the same object if nothing changes. */
export function pruned(before: Selection, selectable: ReadonlySet<string>): Selection {
  const kept = [...before.ids].filter((id) => selectable.has(id));
  const anchor = before.anchor !== null && selectable.has(before.anchor) ? before.anchor : null;
  if (kept.length === before.ids.size && anchor === before.anchor) return before;
  return { ids: new Set(kept), anchor };
}
