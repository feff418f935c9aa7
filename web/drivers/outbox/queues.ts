import { maxCompletedAtOnce } from '../../../contract/drivers.ts';
import type { SavedAction } from './action.ts';
import { type Queue, rowOf } from './work-table.ts';

/** Completions pressed within this time are sent in one call. */
const togetherMs = 1000;
/** After this many failed attempts each completion is sent alone, so that a failing one doesn't block the others. */
const attemptsTogether = 3;

/** When each stop's hold after a server error ends, in ms, by pickup id. */
export type Holds = ReadonlyMap<string, number>;

/**
 * Returns the actions to send next; empty if nothing can be sent now. For stops, that is the oldest action whose stop
 * is not on hold and has nothing older waiting; a completion goes together with those pressed within a second of it.
 * For photos, the one with the fewest attempts, so that a large photo on a slow uplink doesn't block small ones. A
 * ticket's photo waits until the server knows that the truck was emptied.
 */
export function nextBatch(actions: readonly SavedAction[], queue: Queue, holds: Holds, nowMs: number): SavedAction[] {
  const heads = headsOf(actions, queue).filter(({ pickupId }) => (holds.get(pickupId) ?? 0) <= nowMs);
  const [first] = heads;
  if (!first) return [];
  if (!mayShare(first)) return [first];
  return heads
    .filter((head) => mayShare(head) && Math.abs(head.pressedAtMs - first.pressedAtMs) <= togetherMs)
    .slice(0, maxCompletedAtOnce);
}

/** Returns the first waiting action of each stop, in the order of the presses. Photos don't wait for each other. */
function headsOf(actions: readonly SavedAction[], queue: Queue): SavedAction[] {
  const allWaiting = actions.filter(({ settledAtMs }) => settledAtMs === null);
  const waits = ({ pickupId, work }: SavedAction) =>
    allWaiting.some((other) => other.pickupId === pickupId && other.work.kind === rowOf(work).after);
  const waiting = allWaiting
    .filter((action) => rowOf(action.work).queue === queue)
    .toSorted((one, other) => one.seq - other.seq);
  if (queue === 'photos') {
    return waiting.filter((action) => !waits(action)).toSorted((one, other) => one.attempts - other.attempts);
  }
  const heads = new Map<string, SavedAction>();
  for (const action of waiting) if (!heads.has(action.pickupId)) heads.set(action.pickupId, action);
  return [...heads.values()];
}

function mayShare({ work, attempts }: SavedAction): boolean {
  return rowOf(work).sendTogether !== undefined && attempts < attemptsTogether;
}
