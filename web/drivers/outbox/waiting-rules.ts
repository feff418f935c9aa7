import type { SavedAction, StopAction } from './action.ts';
import { rowOf } from './work-table.ts';

/** What a new press does to those that are still waiting on the phone. */

/** Returns true if the newer action replaces the older one, which is still waiting. */
export function supersedes(
  newer: StopAction,
  older: Pick<SavedAction, 'pickupId' | 'work' | 'key' | 'hasFailed'>,
): boolean {
  return newer.pickupId === older.pickupId && (rowOf(newer.work).replaces?.(older, newer.work) ?? false);
}

type Waiting = Pick<SavedAction, 'pickupId' | 'work' | 'wasSent'>;

/** Returns true if the action repeats the last waiting one: Complete, Emptied or Undo pressed twice counts once. */
export function repeats({ pickupId, work }: StopAction, waiting: readonly Waiting[]): boolean {
  if (!rowOf(work).countsOnce) return false;
  const last = waiting.findLast((older) => older.pickupId === pickupId && rowOf(older.work).decides);
  return last?.work.kind === work.kind;
}

/**
 * Returns the waiting press that the undo cancels, if the press was never sent. Both are then dropped and nothing is
 * sent. Undefined if the press may have reached the server; the undo is then sent.
 */
export function unsentPressOf<Saved extends Waiting>(undo: StopAction, waiting: readonly Saved[]) {
  const { pickupId, work } = undo;
  if (work.kind !== 'undo') return undefined;
  const press = waiting.findLast((older) => older.pickupId === pickupId && older.work.kind === work.what);
  return press?.wasSent ? undefined : press;
}
