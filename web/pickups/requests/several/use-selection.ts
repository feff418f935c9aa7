import { useState } from 'react';
import type { AdminPickup } from '../../../../contract/pickups.ts';

/** The requests that are checked, on this page of the list and on others. */
export interface Selection {
  readonly requests: readonly AdminPickup[];
  has(id: string): boolean;
  toggle(request: AdminPickup): void;
  /** Checks all of these, or unchecks them if all are checked. */
  toggleAll(requests: readonly AdminPickup[]): void;
  /** Leaves only these checked. */
  keep(ids: readonly string[]): void;
}

export function useSelection(): Selection {
  const [byId, setById] = useState<ReadonlyMap<string, AdminPickup>>(new Map());
  const has = (id: string) => byId.has(id);
  const change = (requests: readonly AdminPickup[], isChecked: boolean) => {
    const next = new Map(byId);
    for (const request of requests) {
      if (isChecked) next.set(request.id, request);
      else next.delete(request.id);
    }
    setById(next);
  };
  return {
    requests: [...byId.values()],
    has,
    toggle: (request) => change([request], !has(request.id)),
    toggleAll: (requests) => change(requests, !requests.every(({ id }) => has(id))),
    keep: (ids) => setById(new Map([...byId].filter(([id]) => ids.includes(id)))),
  };
}
