import type { IncompleteReason } from '../../../contract/drivers.ts';
import type { PhotoMoment } from '../../../contract/photos.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { toDeviceMs } from '../../api/server-clock.ts';

/** The kinds of work that resolve a stop or empty the truck, and can be undone. */
export type UndoableKind = 'complete' | 'incomplete' | 'emptied';

/** A press that resolved a stop, or emptied the truck, and can be undone. */
export interface UndoablePress {
  /** The pickup's id; for Emptied, the visit's id. */
  readonly pickupId: string;
  readonly what: UndoableKind;
  /** The key of the press. */
  readonly pressKey: string;
}

/** What a driver did at a stop or a disposal site. `work-table.ts` says what the phone does with each kind. */
export type StopWork =
  | { kind: 'complete' }
  /** `photoFollows`: a photo of the stop was waiting in the outbox. */
  | { kind: 'incomplete'; reason: IncompleteReason; note: string | null; photoFollows: boolean }
  | { kind: 'undo'; what: UndoableKind; pressKey: string }
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

export type WorkOf<Kind extends StopWork['kind']> = Extract<StopWork, { kind: Kind }>;

/** How the driver recognizes the stop if it leaves the route. A disposal site has its name in place of an address. */
export interface StopPlace {
  readonly number: number | null;
  readonly address: string | null;
}

/** What one press does at one stop. */
export interface StopAction {
  /** The pickup's id. For a visit to a disposal site, the visit's id: phones in use have stored this name. */
  readonly pickupId: string;
  readonly work: StopWork;
}

export interface NewAction extends StopAction {
  readonly userId: string;
  readonly place: StopPlace;
  readonly pressedAtMs: number;
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

/**
 * Returns a typed note without spaces around it, NUL characters and lone surrogates, which the server rejects. A lone
 * surrogate is half of an emoji that a field's length limit has cut in two.
 */
export function noteText(typed: string): string {
  return typed.replace(/\p{Surrogate}|\0/gu, '').trim();
}

/** Returns the weight that was emptied at a disposal site; `tons` is null to remove it. */
export function weightOf(
  { id, siteId, emptiedAt }: Pick<DisposalVisit, 'id' | 'siteId' | 'emptiedAt'>,
  tons: number | null,
): StopAction {
  const emptiedAtMs = emptiedAt === null ? Date.now() : toDeviceMs(Date.parse(emptiedAt));
  return { pickupId: id, work: { kind: 'tons', siteId, tons, emptiedAtMs } };
}
