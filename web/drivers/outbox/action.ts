import type { IncompleteReason } from '../../../contract/drivers.ts';
import type { PhotoMoment } from '../../../contract/photos.ts';

/** What a driver does at a stop, as the screens say it. */
export type StopAction =
  | { kind: 'complete'; pickupIds: readonly string[] }
  | { kind: 'incomplete'; pickupId: string; reason: IncompleteReason; note?: string | null | undefined }
  | { kind: 'note'; pickupId: string; note: string }
  | { kind: 'photo'; pickupId: string; moment: PhotoMoment; image: Blob };

/** The part of an action that concerns one stop. */
export type StopWork =
  | { kind: 'complete' }
  | { kind: 'incomplete'; reason: IncompleteReason; note: string | null }
  | { kind: 'note'; note: string }
  /** The picture is let go once the server has it, and has said where it can be seen. */
  | { kind: 'photo'; moment: PhotoMoment; image: Blob | null; address?: string | null };

/** How the driver knows the stop, for the day when it is no longer in the route. */
export interface StopPlace {
  readonly number: number | null;
  readonly address: string | null;
}

/** An action of one stop before it is kept. */
export interface NewAction {
  readonly userId: string;
  readonly pickupId: string;
  readonly place: StopPlace;
  readonly pressedAtMs: number;
  readonly work: StopWork;
  /** Its own name, sent with it every time, so that the server does it once. What an older version kept has none. */
  readonly key?: string | undefined;
}

/**
 * An action as the phone keeps it. `seq` is the order in which the driver pressed. After the server's answer it stays
 * for a while as settled: a route that was read before must not show the stop as it was.
 */
export interface SavedAction extends NewAction {
  readonly seq: number;
  /** How often it was sent without a final answer. */
  readonly attempts: number;
  readonly settledAtMs: number | null;
}

/** Something that was not done, told until the driver has read it. */
export interface Trouble {
  readonly id: number;
  readonly userId: string;
  readonly atMs: number;
  readonly sentence: string;
}
export type NewTrouble = Omit<Trouble, 'id'>;

/** One entry a stop. */
export function splitAction(action: StopAction): { pickupId: string; work: StopWork }[] {
  switch (action.kind) {
    case 'complete':
      return [...new Set(action.pickupIds)].map((pickupId) => ({ pickupId, work: { kind: 'complete' } }));
    case 'incomplete': {
      const { pickupId, reason, note } = action;
      return [{ pickupId, work: { kind: 'incomplete', reason, note: storable(note ?? '') || null } }];
    }
    case 'note':
      return [{ pickupId: action.pickupId, work: { kind: 'note', note: storable(action.note) } }];
    case 'photo': {
      const { pickupId, moment, image } = action;
      return [{ pickupId, work: { kind: 'photo', moment, image } }];
    }
  }
}

/** A field that holds so many letters and no more may have cut an emoji in half, which the server takes for nonsense. */
function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '').trim();
}

/** Whether the newer action makes the older one, which still waits, pointless. */
export function supersedes(newer: Pick<NewAction, 'pickupId' | 'work'>, older: Pick<NewAction, 'pickupId' | 'work'>) {
  if (newer.pickupId !== older.pickupId || newer.work.kind !== older.work.kind) return false;
  if (newer.work.kind === 'photo' && older.work.kind === 'photo') return newer.work.moment === older.work.moment;
  return newer.work.kind === 'note';
}

/** Whether the action says what one that still waits says already: pressed twice is meant once. */
export function repeats(newer: Pick<NewAction, 'pickupId' | 'work'>, older: Pick<NewAction, 'pickupId' | 'work'>) {
  return newer.pickupId === older.pickupId && newer.work.kind === 'complete' && older.work.kind === 'complete';
}
