import type { IncompleteReason } from '../../../contract/drivers.ts';
import type { PhotoMoment } from '../../../contract/photos.ts';

/** What a driver does at a stop, as the screens report it. */
export type StopAction =
  | { kind: 'complete'; pickupIds: readonly string[] }
  | { kind: 'incomplete'; pickupId: string; reason: IncompleteReason; note?: string | null | undefined }
  | { kind: 'note'; pickupId: string; note: string }
  | { kind: 'photo'; pickupId: string; moment: PhotoMoment; image: Blob };

export type StopWork =
  | { kind: 'complete' }
  | { kind: 'incomplete'; reason: IncompleteReason; note: string | null }
  | { kind: 'note'; note: string }
  /** Once the server has the photo, `image` is null and `address` says where it can be seen. */
  | { kind: 'photo'; moment: PhotoMoment; image: Blob | null; address?: string | null };

/** How the driver knows the stop, in case it leaves the route. */
export interface StopPlace {
  readonly number: number | null;
  readonly address: string | null;
}

export interface NewAction {
  readonly userId: string;
  readonly pickupId: string;
  readonly place: StopPlace;
  readonly pressedAtMs: number;
  readonly work: StopWork;
  /** Idempotency key, the same for every attempt. Actions saved by older versions have none. */
  readonly key?: string | undefined;
}

/**
 * An action as the phone stores it. `seq` is the order in which the driver pressed. An accepted action stays for a while,
 * because a route that was read earlier must not show the stop as it was.
 */
export interface SavedAction extends NewAction {
  readonly seq: number;
  /** How often it was sent without a final response. */
  readonly attempts: number;
  /** When the server accepted it, by the phone's clock; null while it is waiting. Phones in use have stored this name. */
  readonly settledAtMs: number | null;
}

/** A sentence about an action that the server refused, shown until the driver dismisses it. */
export interface Refusal {
  readonly id: number;
  readonly userId: string;
  readonly atMs: number;
  readonly sentence: string;
}
export type NewRefusal = Omit<Refusal, 'id'>;

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

/** A field's length limit may have cut an emoji in half, and the server rejects half an emoji. */
function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '').trim();
}

/** Whether the newer action replaces the older one, which is still waiting. */
export function supersedes(newer: Pick<NewAction, 'pickupId' | 'work'>, older: Pick<NewAction, 'pickupId' | 'work'>) {
  if (newer.pickupId !== older.pickupId || newer.work.kind !== older.work.kind) return false;
  if (newer.work.kind === 'photo' && older.work.kind === 'photo') return newer.work.moment === older.work.moment;
  return newer.work.kind === 'note';
}

/** Whether the action repeats one that is still waiting: pressed twice counts once. */
export function repeats(newer: Pick<NewAction, 'pickupId' | 'work'>, older: Pick<NewAction, 'pickupId' | 'work'>) {
  return newer.pickupId === older.pickupId && newer.work.kind === 'complete' && older.work.kind === 'complete';
}
