import { maxBulkStops } from '../../../contract/drivers.ts';
import type { SavedAction } from './action.ts';

/**
 * Two lines lead to the server. Photos go by their own: a large picture on a weak signal must not hold up what is only a
 * few bytes, and the server takes a photo before and after the stop is done.
 */
export type Line = 'stops' | 'photos';

export function lineOf({ work }: Pick<SavedAction, 'work'>): Line {
  return work.kind === 'photo' ? 'photos' : 'stops';
}

/** Stops that were completed in one go travel together. */
const togetherMs = 1000;
/** After so many failures each goes alone: one that the server stumbles over must not take the others with it. */
const attemptsTogether = 3;

/** Until when a stop is left alone, by pickup id: the server stumbled over it. */
export type Holds = ReadonlyMap<string, number>;

/**
 * What is to be sent next: the oldest action whose stop has nothing older waiting and is not held, alone or with the
 * completions of the same moment. Of photos the one that was tried least: a large one that does not get through on a slow
 * uplink must not keep the smaller ones back. Empty if nothing may go now.
 */
export function nextBatch(actions: readonly SavedAction[], line: Line, holds: Holds, nowMs: number): SavedAction[] {
  const heads = headsOf(actions, line).filter(({ pickupId }) => (holds.get(pickupId) ?? 0) <= nowMs);
  const [first] = heads;
  if (!first) return [];
  if (!mayShare(first)) return [first];
  return heads
    .filter((head) => mayShare(head) && Math.abs(head.pressedAtMs - first.pressedAtMs) <= togetherMs)
    .slice(0, maxBulkStops);
}

/** The first of each stop, in the order in which they were pressed; photos do not wait for each other. */
function headsOf(actions: readonly SavedAction[], line: Line): SavedAction[] {
  const waiting = actions
    .filter((action) => action.settledAtMs === null && lineOf(action) === line)
    .toSorted((one, other) => one.seq - other.seq);
  if (line === 'photos') return waiting.toSorted((one, other) => one.attempts - other.attempts);
  const heads = new Map<string, SavedAction>();
  for (const action of waiting) if (!heads.has(action.pickupId)) heads.set(action.pickupId, action);
  return [...heads.values()];
}

function mayShare({ work, attempts }: SavedAction): boolean {
  return work.kind === 'complete' && attempts < attemptsTogether;
}
