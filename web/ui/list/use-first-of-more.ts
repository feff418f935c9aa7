import { useEffect, useRef } from 'react';

/** After 'Show more' somebody at the keyboard goes on at the first of the new ones. */
export function useFirstOfMore(count: number, onMore: () => void) {
  const rows = useRef(new Map<number, HTMLLIElement>());
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || count <= from.current) return;
    rows.current.get(from.current)?.focus({ preventScroll: true });
    from.current = null;
  }, [count]);
  return {
    rowAt(index: number, row: HTMLLIElement | null) {
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
