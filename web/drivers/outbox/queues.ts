import { maxBulkStops } from '../../../contract/drivers.ts';
import type { SavedAction } from './action.ts';

/** Photos have their own queue: a large picture on a weak signal must not delay a completion of a few bytes. */
export type Queue = 'stops' | 'photos';

function queueOf({ work }: Pick<SavedAction, 'work'>): Queue {
  return work.kind === 'photo' || work.kind === 'ticket' ? 'photos' : 'stops';
}

/** Completions pressed within this time are sent in one call. */
const togetherMs = 1000;
/** After this many failures each completion is sent alone, so that one that fails doesn't block the others. */
const attemptsTogether = 3;

/** The time until which a stop waits after a server error, by pickup id. */
export type Holds = ReadonlyMap<string, number>;

/**
 * What to send next: the oldest action whose stop has nothing older waiting and is not on hold, alone or with the completions
 * pressed at about the same time. For photos the one with the fewest attempts, so that a large one on a slow uplink doesn't block
 * the smaller ones; a ticket's photo only once the server knows that the truck was emptied. Empty if nothing can be sent now.
 */
export function nextBatch(actions: readonly SavedAction[], queue: Queue, holds: Holds, nowMs: number): SavedAction[] {
  const heads = headsOf(actions, queue).filter(({ pickupId }) => (holds.get(pickupId) ?? 0) <= nowMs);
  const [first] = heads;
  if (!first) return [];
  if (!mayShare(first)) return [first];
  return heads
    .filter((head) => mayShare(head) && Math.abs(head.pressedAtMs - first.pressedAtMs) <= togetherMs)
    .slice(0, maxBulkStops);
}

/** The head of each per-stop queue, in the order in which they were pressed. Photos don't wait for each other. */
function headsOf(actions: readonly SavedAction[], queue: Queue): SavedAction[] {
  const unsettled = actions.filter(({ settledAtMs }) => settledAtMs === null);
  const emptyings = new Set(unsettled.filter(({ work }) => work.kind === 'emptied').map(({ pickupId }) => pickupId));
  const waiting = unsettled.filter((action) => queueOf(action) === queue).toSorted((one, other) => one.seq - other.seq);
  if (queue === 'photos') {
    return waiting
      .filter(({ pickupId, work }) => work.kind !== 'ticket' || !emptyings.has(pickupId))
      .toSorted((one, other) => one.attempts - other.attempts);
  }
  const heads = new Map<string, SavedAction>();
  for (const action of waiting) if (!heads.has(action.pickupId)) heads.set(action.pickupId, action);
  return [...heads.values()];
}

function mayShare({ work, attempts }: SavedAction): boolean {
  return work.kind === 'complete' && attempts < attemptsTogether;
}
