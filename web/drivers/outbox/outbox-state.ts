import { useSyncExternalStore } from 'react';
import type { SavedAction, Trouble } from './action.ts';

/** What the driver's screens know of the outbox. */
export interface OutboxState {
  /** Whose it is; null until the phone's store has been read. */
  readonly userId: string | null;
  /** Whether this phone keeps what is pressed. Without, every action goes straight to the server. */
  readonly keeps: boolean;
  /** In the order in which they were pressed, with those that were settled lately. */
  readonly actions: readonly SavedAction[];
  readonly trouble: readonly Trouble[];
  readonly isSending: boolean;
  /** The last attempt to send reached nobody, and nobody has answered since. */
  readonly isUnreached: boolean;
  /** When the last waiting action was answered. */
  readonly sentAtMs: number | null;
}

const empty: OutboxState = {
  userId: null,
  keeps: true,
  actions: [],
  trouble: [],
  isSending: false,
  isUnreached: false,
  sentAtMs: null,
};

let state = empty;
const listeners = new Set<() => void>();

export function outboxState(): OutboxState {
  return state;
}

export function changeOutboxState(change: Partial<OutboxState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOutboxState(): OutboxState {
  return useSyncExternalStore(subscribe, outboxState);
}

/** What has no answer yet. */
export function waitingOf({ actions }: Pick<OutboxState, 'actions'>): SavedAction[] {
  return actions.filter(({ settledAtMs }) => settledAtMs === null);
}
