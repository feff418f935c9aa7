import { useSyncExternalStore } from 'react';

/** The stop of the day board that is in focus. The board and the map beside it share this. */
export interface BoardFocus {
  /** The stop that was focused last, on the board or on the map. */
  readonly focusedId: string | null;
  /** Counts requests to bring the focused stop into view on the board, such as a press on the map. */
  readonly reveals: number;
}

const nothing: BoardFocus = { focusedId: null, reveals: 0 };

let current = nothing;
const listeners = new Set<() => void>();

function change(part: Partial<BoardFocus>): void {
  current = { ...current, ...part };
  for (const listener of listeners) listener();
}

export const boardFocus = {
  current: () => current,
  /** Call this when a stop gets the focus on the board. */
  focus(focusedId: string | null): void {
    if (current.focusedId !== focusedId) change({ focusedId });
  },
  /** Focuses a stop and scrolls the board to it. Call this when the stop is pressed on the map. */
  reveal(focusedId: string): void {
    change({ focusedId, reveals: current.reveals + 1 });
  },
  /** Call this when the board closes or shows another day. */
  clear(): void {
    change({ focusedId: null });
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the focused stop of the day board. Changes go through `boardFocus`. */
export function useBoardFocus(): BoardFocus {
  return useSyncExternalStore(subscribe, () => current);
}
