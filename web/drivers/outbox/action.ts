import type { IncompleteReason } from '../../../contract/drivers.ts';
import type { PhotoMoment } from '../../../contract/photos.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { toDeviceMs } from '../../api/server-clock.ts';

/** A driver's action at a stop or a disposal site. */
export type StopAction =
  | { kind: 'complete'; pickupIds: readonly string[] }
  | {
      kind: 'incomplete';
      pickupId: string;
      reason: IncompleteReason;
      note?: string | null | undefined;
      photoFollows?: boolean;
    }
  | { kind: 'note'; pickupId: string; note: string }
  | { kind: 'photo'; pickupId: string; moment: PhotoMoment; image: Blob }
  | { kind: 'bags'; pickupId: string; bags: number | null }
  | { kind: 'emptied'; visit: Pick<DisposalVisit, 'id' | 'siteId'> }
  | { kind: 'tons'; visit: Pick<DisposalVisit, 'id' | 'siteId' | 'emptiedAt'>; tons: number | null }
  | { kind: 'ticket'; visitId: string; image: Blob }
  | { kind: 'undo'; presses: readonly UndoablePress[] };

/** A press that resolved a stop, or emptied the truck, and can be undone. */
export interface UndoablePress {
  /** The pickup's id; for Emptied, the visit's id. */
  readonly pickupId: string;
  readonly what: 'complete' | 'incomplete' | 'emptied';
  /** The key of the press. */
  readonly pressKey: string;
}

export type StopWork =
  | { kind: 'complete' }
  /** `photoFollows`: a photo of the stop was waiting in the outbox. */
  | { kind: 'incomplete'; reason: IncompleteReason; note: string | null; photoFollows: boolean }
  | { kind: 'undo'; what: UndoablePress['what']; pressKey: string }
  | { kind: 'note'; note: string }
  /** `bags` is null if the driver found as many as were booked. */
  | { kind: 'bags'; bags: number | null }
  | { kind: 'emptied'; siteId: string }
  /** `emptiedAtMs`: when the truck was emptied, by the phone's clock. Adding the weight doesn't change that time. */
  | { kind: 'tons'; siteId: string; tons: number | null; emptiedAtMs: number }
  /** The photo of a ticket; `image` is null once the server has it. */
  | { kind: 'ticket'; image: Blob | null }
  /** Once the server has the photo, `image` is null and `address` says where it can be seen. */
  | { kind: 'photo'; moment: PhotoMoment; image: Blob | null; address: string | null };

/** How the driver recognizes the stop if it leaves the route. A disposal site has its name in place of an address. */
export interface StopPlace {
  readonly number: number | null;
  readonly address: string | null;
}

export interface NewAction {
  readonly userId: string;
  /** The pickup's id. For a visit to a disposal site, the visit's id: phones in use have stored this name. */
  readonly pickupId: string;
  readonly place: StopPlace;
  readonly pressedAtMs: number;
  readonly work: StopWork;
  /** Idempotency key, the same for every attempt. */
  readonly key: string;
}

/**
 * An action as the phone stores it. `seq` gives the order of the presses. An accepted action is kept for a while,
 * because a route that was requested earlier doesn't include it.
 */
export interface SavedAction extends NewAction {
  readonly seq: number;
  /** How many times it was sent without a final response. */
  readonly attempts: number;
  /** True if it may have reached the server. Set before the first attempt to send it. */
  readonly wasSent?: boolean;
  /** True for a Complete that the server couldn't process (5xx). The stop is open again, and the action still waits. */
  readonly hasFailed?: boolean;
  /** When the server accepted it, by the phone's clock; null while waiting. Phones in use have stored this name. */
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
      const { pickupId, reason, note, photoFollows = false } = action;
      return [{ pickupId, work: { kind: 'incomplete', reason, note: storable(note ?? '') || null, photoFollows } }];
    }
    case 'undo':
      return action.presses.map(({ pickupId, what, pressKey }) => ({
        pickupId,
        work: { kind: 'undo', what, pressKey },
      }));
    case 'note':
      return [{ pickupId: action.pickupId, work: { kind: 'note', note: storable(action.note) } }];
    case 'photo': {
      const { pickupId, moment, image } = action;
      return [{ pickupId, work: { kind: 'photo', moment, image, address: null } }];
    }
    case 'bags':
      return [{ pickupId: action.pickupId, work: { kind: 'bags', bags: action.bags } }];
    case 'emptied': {
      const { id, siteId } = action.visit;
      return [{ pickupId: id, work: { kind: 'emptied', siteId } }];
    }
    case 'tons': {
      const { id, siteId, emptiedAt } = action.visit;
      const emptiedAtMs = emptiedAt === null ? Date.now() : toDeviceMs(Date.parse(emptiedAt));
      return [{ pickupId: id, work: { kind: 'tons', siteId, tons: action.tons, emptiedAtMs } }];
    }
    case 'ticket':
      return [{ pickupId: action.visitId, work: { kind: 'ticket', image: action.image } }];
  }
}

/**
 * Returns the trimmed text without NUL characters and lone surrogates, both of which the server rejects. A lone
 * surrogate is half of an emoji that a field's length limit has cut in two.
 */
function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '').trim();
}

/** Only the newest action of each of these kinds counts at a stop or site. */
const replacing = ['note', 'bags', 'tons', 'ticket'];

/**
 * Returns true if the newer action replaces the older one, which is still waiting. A new note, count, weight, ticket or
 * photo replaces the last one. Undoing Complete replaces the press, because the undo carries the key of the press: the
 * server reverts the press, or ignores it if it arrives later. Undoing a visit also drops its weight and ticket.
 * Incomplete replaces a Complete that has failed.
 */
export function supersedes(
  newer: Pick<NewAction, 'pickupId' | 'work'>,
  older: Pick<SavedAction, 'pickupId' | 'work' | 'key' | 'hasFailed'>,
): boolean {
  if (newer.pickupId !== older.pickupId) return false;
  const { work } = newer;
  if (work.kind === 'undo' && work.what === 'emptied') return ['tons', 'ticket'].includes(older.work.kind);
  if (work.kind === 'undo') return work.what === 'complete' && work.pressKey === older.key;
  if (work.kind === 'incomplete' && older.work.kind === 'complete') return older.hasFailed === true;
  if (work.kind === 'photo' && older.work.kind === 'photo') return work.moment === older.work.moment;
  return work.kind === older.work.kind && replacing.includes(work.kind);
}

type Waiting = Pick<SavedAction, 'pickupId' | 'work' | 'wasSent'>;

/** Of these kinds, the last action decides whether a stop or visit is open. */
const resolving = ['complete', 'incomplete', 'emptied', 'undo'];
/** Actions of these kinds count once, even if pressed twice. */
const countedOnce = ['complete', 'emptied', 'undo'];

/** Returns true if the action repeats the last waiting one: Complete, Emptied or Undo pressed twice counts once. */
export function repeats(newer: Pick<NewAction, 'pickupId' | 'work'>, waiting: readonly Waiting[]): boolean {
  if (!countedOnce.includes(newer.work.kind)) return false;
  const last = waiting.findLast(({ pickupId, work }) => pickupId === newer.pickupId && resolving.includes(work.kind));
  return last?.work.kind === newer.work.kind;
}

/**
 * Returns the waiting press that the undo cancels, if the press was never sent. Both are then dropped and nothing is
 * sent. Undefined if the press may have reached the server; the undo is then sent.
 */
export function unsentPressOf<Saved extends Waiting>(
  undo: Pick<NewAction, 'pickupId' | 'work'>,
  waiting: readonly Saved[],
) {
  const { pickupId, work } = undo;
  if (work.kind !== 'undo') return undefined;
  const press = waiting.findLast((older) => older.pickupId === pickupId && older.work.kind === work.what);
  return press?.wasSent ? undefined : press;
}
