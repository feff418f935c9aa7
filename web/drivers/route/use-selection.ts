import { useState } from 'react';

export interface Selection {
  readonly ids: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  selectAll: () => void;
  clear: () => void;
}

/** Which of the selectable ids are selected. An id that is no longer selectable (completed in the meantime) is dropped. */
export function useSelection(selectable: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    ids: selectable.filter((id) => chosen.has(id)),
    has: (id) => chosen.has(id) && selectable.includes(id),
    toggle: (id) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    selectAll: () => setChosen(new Set(selectable)),
    clear: () => setChosen(new Set()),
  };
}
