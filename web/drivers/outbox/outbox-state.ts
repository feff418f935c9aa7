import { useSyncExternalStore } from 'react';
import { SignedOutError } from '../../api/api-error.ts';
import type { Refusal, SavedAction } from './action.ts';

export interface OutboxState {
  /** The driver whose outbox this is; null until the phone's store has been read. */
  readonly userId: string | null;
  /** False while the phone's storage is full or blocked. */
  readonly canSave: boolean;
  /** In the order of the presses, including recent ones that the server has accepted. */
  readonly actions: readonly SavedAction[];
  readonly refusals: readonly Refusal[];
  readonly isSending: boolean;
  /** True if the last attempt to send didn't reach the server, and nothing has reached it since. */
  readonly isUnreached: boolean;
  /** When the last waiting action was sent. */
  readonly sentAtMs: number | null;
}

const empty: OutboxState = {
  userId: null,
  canSave: true,
  actions: [],
  refusals: [],
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

/**
 * What is known about the connection: the browser's online flag, the error of the last route read, and the outcome of
 * the last attempt to send.
 */
export interface SignalFacts {
  outbox: Pick<OutboxState, 'isUnreached'>;
  isOnline: boolean;
  error: Error | null;
}

/** Returns true if the server seems reachable. The strip, the Online switch, the map and the badges all use this. */
export function hasSignal({ outbox, isOnline, error }: SignalFacts): boolean {
  return isOnline && !outbox.isUnreached && (error === null || error instanceof SignedOutError);
}

export function waitingOf({ actions }: Pick<OutboxState, 'actions'>): SavedAction[] {
  return actions.filter(({ settledAtMs }) => settledAtMs === null);
}

/** Returns how many stops have an action waiting. A stop with a photo and a note counts once. */
export function unsentStops(state: Pick<OutboxState, 'actions'>): number {
  return new Set(waitingOf(state).map(({ pickupId }) => pickupId)).size;
}

/** Returns "2 stops haven't been sent yet", or null if nothing is waiting. */
export function unsentStopsText(state: Pick<OutboxState, 'actions'>): string | null {
  const count = unsentStops(state);
  if (count === 0) return null;
  return count === 1 ? "1 stop hasn't been sent yet" : `${count} stops haven't been sent yet`;
}

/** Returns the sentence for the sign-in page, which has no driver and doesn't open the database. */
export function unsentSentence(stops: number): string {
  return stops === 1
    ? "1 stop is waiting on this phone. It'll be sent when its driver signs in again."
    : `${stops} stops are waiting on this phone. They'll be sent when their driver signs in again.`;
}
