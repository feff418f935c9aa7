import { useCallback, useState } from 'react';

/** Returns the selection among the selectable ids. Drops ids that are no longer selectable, such as completed stops. */
export function useSelection(selectable: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = selectable.filter((id) => chosen.has(id));
  const selected = new Set(ids);
  const toggle = useCallback((id: string) => {
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return {
    ids,
    has: (id: string) => selected.has(id),
    toggle,
    selectAll: () => setChosen(new Set(selectable)),
    clear: () => setChosen(new Set()),
  };
}
