export interface SteadyList<Item> {
  shown: readonly Item[];
  /** How many new items are waiting to be shown. */
  waiting: number;
}

/**
 * Keeps a growing list steady while it is being read: the held items stay in place with their latest state (read,
 * unread), and new items wait. When nothing is held, shows the latest list.
 */
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
