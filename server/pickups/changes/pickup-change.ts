import type { IncompleteReason } from '../../../contract/drivers.ts';
import type { PickupRow } from '../pickup-row.ts';

type Pickups = readonly PickupRow[];
type One = readonly [PickupRow];

/**
 * A change of pickups, named by the use case that makes it: `after` holds the pickups as they are now, `before` as they were.
 * A change that leaves route, driver and day alone gives only `after`. `actorId` is who made it; null for the service itself.
 * `server/after-pickup-change.ts` lists what follows each kind.
 */
export type PickupChange =
  /** Pickups that had neither a driver nor a route need no `before`: it is empty then. */
  | { kind: 'assigned'; actorId: string; before: Pickups; after: Pickups; driverNames: ReadonlyMap<string, string> }
  /** Back to pending. `isDriverGone`: the driver's role or account was taken away, so there is no route to update. */
  | { kind: 'unassigned'; actorId: string | null; before: Pickups; after: []; isDriverGone?: boolean }
  /** `before` and `after` hold the same pickups in the same order. With `email` their customers get an email. */
  | {
      kind: 'rescheduled';
      actorId: string;
      before: Pickups;
      after: Pickups;
      reason: string | null;
      email?: MoveEmail | undefined;
      notices?: NoticesLater | undefined;
    }
  /** `refundCents` is what the customer gets back; undefined for all that is left of what was paid. */
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
  /** An incomplete has a reason, unless an older client sent it. */
  | {
      kind: 'issue' | 'incomplete';
      actorId: string;
      after: Pickups;
      reason?: IncompleteReason | undefined;
      note?: string | null | undefined;
    }
  /** The driver's reason for a stop that a dispatcher had already marked incomplete. */
  | {
      kind: 'reason-added';
      actorId: string;
      after: Pickups;
      reason: IncompleteReason;
      note?: string | null | undefined;
    }
  /** No longer resolved. Whoever resolved it has undone it, or a dispatcher has reopened it for a reason. */
  | { kind: 'undone'; actorId: string; before: One; after: One; notices?: NoticesLater | undefined }
  | { kind: 'reopened'; actorId: string; before: One; after: One; reason: string }
  /** Now at another address, for the customer who has moved; `before` and `after` as with `rescheduled`. */
  | { kind: 'readdressed'; actorId: string; before: Pickups; after: Pickups }
  /** The customer has rated it, or changed the rating. */
  | { kind: 'rated'; actorId: string; after: One }
  /** The driver has counted the bags, or taken that back. */
  | { kind: 'bags-counted'; actorId: string; after: One }
  | { kind: 'added-by-plan'; after: Pickups }
  /** The plan was paused or cancelled, or moved to another weekday; `reason` says which. */
  | { kind: 'cancelled-by-plan'; after: Pickups; reason: string }
  /** The plan's bag limit has changed. */
  | { kind: 'resized-by-plan'; after: Pickups };

/** Nobody is notified immediately: a job does that once the change can no longer be undone (closed-days). */
export type NoticesLater = 'later';

/** The message about a change: the id that names the change, and how long it waits before it is sent. */
export interface MoveEmail {
  readonly changeId: string;
  readonly afterSeconds: number;
}

export type PickupChangeKind = PickupChange['kind'];
