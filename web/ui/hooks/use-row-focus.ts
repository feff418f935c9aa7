import { useEffect, useRef } from 'react';
import { whenFocusIsLost } from './when-focus-is-lost.ts';

/**
 * Keeps the keyboard focus in a list when an action removes a row. The row that takes its place gets the focus. Pass
 * `rowRef` to each row (focusable, `tabIndex={-1}`) and call `act` when an action in the row is pressed.
 */
export function useRowFocus(ids: readonly string[]) {
  const rows = useRef(new Map<string, HTMLElement>());
  const acted = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const { id, index } = acted.current ?? {};
    if (id === undefined || index === undefined || ids.includes(id)) return;
    acted.current = null;
    const successor = ids[Math.min(index, ids.length - 1)];
    if (successor !== undefined) whenFocusIsLost(() => rows.current.get(successor)?.focus({ preventScroll: true }));
  }, [ids]);
  const pendingFocus = useRef<string | null>(null);
  useEffect(() => {
    const row = pendingFocus.current === null ? undefined : rows.current.get(pendingFocus.current);
    if (!row) return;
    pendingFocus.current = null;
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
    /** Focuses a row once it is rendered. */
    focusWhenThere: (id: string) => {
      pendingFocus.current = id;
    },
  };
}
