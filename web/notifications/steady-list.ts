export interface SteadyList<Item> {
  shown: readonly Item[];
  /** How many new items are waiting to be shown. */
  waiting: number;
}

/** Keeps a list steady while it is read: held items stay in place with their latest state, and new ones wait. */
export function steadyList<Item extends { id: string }>(
  held: readonly Item[] | null,
  latest: readonly Item[],
): SteadyList<Item> {
  if (!held) return { shown: latest, waiting: 0 };
  const byId = new Map(latest.map((item) => [item.id, item]));
  const heldIds = new Set(held.map(({ id }) => id));
  return {
    shown: held.map((item) => byId.get(item.id) ?? item),
    waiting: latest.filter(({ id }) => !heldIds.has(id)).length,
  };
}
