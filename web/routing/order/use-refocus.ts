import { useLayoutEffect, useRef } from 'react';

/**
 * A row that changes its place in the list loses the focus on the way. `keep` remembers what has it; once the list has the
 * new `order`, the same control has it again. Put `listRef` on what holds the list; controls are told apart by
 * `data-control`.
 */
export function useRefocus(order: string) {
  const list = useRef<HTMLDivElement>(null);
  const kept = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what takes the focus away
  useLayoutEffect(() => {
    const control = kept.current;
    if (control === null || !list.current || list.current.contains(document.activeElement)) return;
    if (document.activeElement !== document.body) return;
    list.current.querySelector<HTMLElement>(`[data-control="${CSS.escape(control)}"]`)?.focus();
  }, [order]);
  return {
    listRef: list,
    keep: () => {
      kept.current = document.activeElement?.getAttribute('data-control') ?? null;
    },
  };
}
