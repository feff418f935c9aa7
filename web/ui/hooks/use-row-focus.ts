import { useEffect, useRef } from 'react';

/** A dialog that closes gives the focus back first; the row is looked for after that. */
const settleMs = 300;

/**
 * A list may drop the row in which something was just done, and the pressed button with it. Somebody at the keyboard then
 * goes on at the row that took its place. Give `rowRef` to each row (focusable, `tabIndex={-1}`) and call `act` when
 * something in it is pressed.
 */
export function useRowFocus(ids: readonly string[]) {
  const rows = useRef(new Map<string, HTMLElement>());
  const acted = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const { id, index } = acted.current ?? {};
    if (id === undefined || index === undefined || ids.includes(id)) return;
    acted.current = null;
    const heir = ids[Math.min(index, ids.length - 1)];
    if (heir === undefined) return;
    setTimeout(() => {
      const { activeElement: focused, body } = document;
      if (focused === body || focused?.id === 'main') rows.current.get(heir)?.focus({ preventScroll: true });
    }, settleMs);
  }, [ids]);
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    const row = awaited.current === null ? undefined : rows.current.get(awaited.current);
    if (!row) return;
    awaited.current = null;
    row.focus({ preventScroll: true });
  });
  return {
    rowRef: (id: string) => (row: HTMLElement | null) => {
      if (row) rows.current.set(id, row);
      return () => {
        rows.current.delete(id);
      };
    },
    act: (id: string) => {
      acted.current = { id, index: ids.indexOf(id) };
    },
    /** Gives the focus to a row that is about to be drawn. */
    focusWhenThere: (id: string) => {
      awaited.current = id;
    },
  };
}
