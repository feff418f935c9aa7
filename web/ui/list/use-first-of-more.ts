import { useEffect, useRef } from 'react';

interface Options {
  /** Leaves the focus on the 'Show more' button as long as the button exists. */
  staysOnButton?: boolean;
}

/**
 * Moves the focus to the first new row after 'Show more'. Give each row `ref={(row) => rowAt(index, row)}`.
 * @param count how many rows are shown
 */
export function useFirstOfMore(count: number, onMore: () => void, { staysOnButton = false }: Options = {}) {
  const rows = useRef(new Map<number, HTMLElement>());
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || count <= from.current) return;
    const first = rows.current.get(from.current);
    from.current = null;
    if (!staysOnButton || document.activeElement === document.body) first?.focus({ preventScroll: !staysOnButton });
  }, [count, staysOnButton]);
  return {
    rowAt(index: number, row: HTMLElement | null) {
      if (row) rows.current.set(index, row);
      return () => {
        rows.current.delete(index);
      };
    },
    showMore() {
      from.current = count;
      onMore();
    },
  };
}
