import { useMemo } from 'react';
import type { SavedAction, Trouble } from './action.ts';
import { act } from './outbox.ts';
import { useOutboxState, waitingOf } from './outbox-state.ts';

export interface Outbox {
  /** What the server has not answered yet, in the order in which it was pressed. */
  readonly waiting: readonly SavedAction[];
  /** What could not be done and was not read yet. */
  readonly trouble: readonly Trouble[];
  /** Resolves as soon as the action cannot be lost any more; rejects if it was not done. */
  readonly act: typeof act;
}

/** What the driver does at the stops, with or without signal. */
export function useOutbox(): Outbox {
  const state = useOutboxState();
  return useMemo(() => ({ waiting: waitingOf(state), trouble: state.trouble, act }), [state]);
}
