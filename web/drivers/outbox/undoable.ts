import { undoSeconds } from '../../../contract/pickups.ts';
import type { SavedAction, UndoablePress } from './action.ts';
import { isUndoableWork, rowOf } from './work-table.ts';

/** The driver's last press that resolved stops or emptied the truck. A bulk Complete counts as one press. */
export interface UndoableStops {
  readonly presses: readonly UndoablePress[];
  /** "742 S 10th St", or the disposal site's name; null for several stops, or if the phone doesn't know it. */
  readonly street: string | null;
  readonly pressedAtMs: number;
  /** When the press can no longer be undone, by the phone's clock. */
  readonly untilMs: number;
}

/** Returns the last press that can be undone now, or null. A press that was undone or is too old doesn't count. */
export function undoableOf(actions: readonly SavedAction[], nowMs: number): UndoableStops | null {
  const last = new Map<string, SavedAction>();
  for (const action of actions.toSorted((one, other) => one.seq - other.seq)) {
    if (rowOf(action.work).decides) last.set(action.pickupId, action);
  }
  const presses = [...last.values()].filter(
    // A press in the future was timed by a clock that has been set back since.
    ({ work, pressedAtMs, hasFailed }) => isUndoableWork(work) && !hasFailed && isUndoable(pressedAtMs, nowMs),
  );
  const pressedAtMs = Math.max(...presses.map((press) => press.pressedAtMs));
  const together = presses.filter((press) => press.pressedAtMs === pressedAtMs);
  const [first] = together;
  if (!first) return null;
  return {
    presses: together.flatMap(({ pickupId, work, key: pressKey }) =>
      isUndoableWork(work) ? [{ pickupId, what: work.kind, pressKey }] : [],
    ),
    street: together.length === 1 ? (first.place.address?.split(',')[0]?.trim() ?? null) : null,
    pressedAtMs,
    untilMs: pressedAtMs + undoSeconds * 1000,
  };
}

function isUndoable(pressedAtMs: number, nowMs: number): boolean {
  return pressedAtMs <= nowMs && nowMs < pressedAtMs + undoSeconds * 1000;
}
