import { useCallback, useState } from 'react';

/** Which of the selectable ids are selected. An id that is no longer selectable (completed in the meantime) is dropped. */
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
