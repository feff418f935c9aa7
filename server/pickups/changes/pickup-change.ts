import type { IncompleteReason } from '../../../contract/drivers.ts';
import type { PickupRow } from '../pickup-row.ts';

type Pickups = readonly PickupRow[];
type One = readonly [PickupRow];

/**
 * A change of pickups, named by the use case that makes it. `before` and `after` contain the pickups before and after
 * the change. A change that leaves route, driver and day alone has only `after`. `actorId` is the person who made the
 * change; null for the service itself. `server/after-pickup-change.ts` lists the follow-ups of each kind.
 */
export type PickupChange =
  /** `before` can leave out pickups that had neither a driver nor a route. */
  | { kind: 'assigned'; actorId: string; before: Pickups; after: Pickups; driverNames: ReadonlyMap<string, string> }
  /** The pickups are pending again. `isDriverGone`: the driver lost the role or the account, so nobody is notified. */
  | { kind: 'unassigned'; actorId: string | null; before: Pickups; after: []; isDriverGone?: boolean }
  /** `before` and `after` contain the same pickups in the same order. With `email`, their customers get an email. */
  | {
      kind: 'rescheduled';
      actorId: string;
      before: Pickups;
      after: Pickups;
      reason: string | null;
      email?: MoveEmail | undefined;
      notices?: NoticesLater | undefined;
    }
  /** `refundCents` is the customer's refund; undefined means all that is left of the payment. */
  | {
      kind: 'cancelled';
      actorId: string;
      before: One;
      after: One;
      refundCents?: number;
      email?: MoveEmail | undefined;
      notices?: NoticesLater | undefined;
    }
  | { kind: 'completed'; actorId: string; after: Pickups }
  /** An `incomplete` has a reason, unless an older client sent it. */
  | {
      kind: 'issue' | 'incomplete';
      actorId: string;
      after: Pickups;
      reason?: IncompleteReason | undefined;
      note?: string | null | undefined;
    }
  /** The driver gave a reason for a stop that a dispatcher had already marked incomplete. */
  | {
      kind: 'reason-added';
      actorId: string;
      after: Pickups;
      reason: IncompleteReason;
      note?: string | null | undefined;
    }
  /** The pickup is open again, because its completion, its problem or a dispatcher's skip was undone. */
  | { kind: 'undone'; actorId: string; before: One; after: One; notices?: NoticesLater | undefined }
  /** A dispatcher has reopened a completed pickup, for a reason. */
  | { kind: 'reopened'; actorId: string; before: One; after: One; reason: string }
  /** The customer has moved, so the pickups have another address. `before` and `after` are as for `rescheduled`. */
  | { kind: 'readdressed'; actorId: string; before: Pickups; after: Pickups }
  /** The customer has rated the pickup or changed the rating. */
  | { kind: 'rated'; actorId: string; after: One }
  /** The driver has counted the bags or has reverted the count. */
  | { kind: 'bags-counted'; actorId: string; after: One }
  | { kind: 'added-by-plan'; after: Pickups }
  /** The plan was paused or cancelled, or has another weekday. `reason` says which. */
  | { kind: 'cancelled-by-plan'; after: Pickups; reason: string }
  /** The plan's bag limit has changed. */
  | { kind: 'resized-by-plan'; after: Pickups };

/** Nobody is notified yet. A job of closed-days notifies people once the change can no longer be undone. */
export type NoticesLater = 'later';

/** The message about a change: the id of the change, and the seconds that the message waits before it is sent. */
export interface MoveEmail {
  readonly changeId: string;
  readonly afterSeconds: number;
}

export type PickupChangeKind = PickupChange['kind'];
