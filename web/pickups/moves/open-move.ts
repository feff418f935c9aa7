import { useSyncExternalStore } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';

/** The facts about a pickup that its moves need. Lists with fewer facts leave out the optional ones. */
export type MovablePickup = Pick<
  AdminPickup,
  'id' | 'status' | 'address' | 'scheduledDate' | 'serviceType' | 'driverId' | 'amount'
> & {
  readonly [Field in OptionalField]?: AdminPickup[Field] | undefined;
};
type OptionalField =
  | 'customerName'
  | 'customerUsername'
  | 'driverUsername'
  | 'paymentStatus'
  | 'completedAt'
  | 'heldAt'
  | 'resolvedBy'
  | 'undoUntil';

/** The moves that open a dialog first. */
export type AskingMove = 'assign' | 'reschedule' | 'complete' | 'reportIssue' | 'markIncomplete' | 'cancel' | 'reopen';

export interface OpenMove {
  readonly move: AskingMove;
  readonly pickup: MovablePickup;
  readonly open: boolean;
  /** The path of the page on which the dialog was opened. Leaving the page closes the dialog. */
  readonly path: string;
  /** Changes with every opening, so that a dialog begins empty. */
  readonly opening: number;
  readonly onCancelled: (() => void) | undefined;
}

/**
 * The one open dialog of a move. It belongs to the page and not to the row, because a refresh may remove the row while
 * the dispatcher is still writing.
 */
let current: OpenMove | null = null;
let listeners: readonly (() => void)[] = [];

function set(next: OpenMove | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog of a move. `onCancelled` runs after a successful `cancel`. */
export function openMove(move: AskingMove, pickup: MovablePickup, onCancelled?: () => void): void {
  set({ move, pickup, open: true, path: location.pathname, opening: (current?.opening ?? 0) + 1, onCancelled });
}

export function setMoveOpen(open: boolean): void {
  if (current) set({ ...current, open });
}

export function useOpenMove(): OpenMove | null {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((other) => other !== listener);
  };
}
