export interface SteadyList<Item> {
  shown: readonly Item[];
  /** How many came since and wait to be shown. */
  waiting: number;
}

/**
 * A list that is read while it grows: of what is held, the latest state (read, unread) shows in the old order; what is new
 * waits instead of pushing away what is being read. Nothing held: the latest as it is.
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
