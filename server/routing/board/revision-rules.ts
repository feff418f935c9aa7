import { isOpenStatus, type PickupStatus, statusLabels } from '../../../contract/pickups.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';

/** A stop's revision: a text by which a bulk action notices that the stop has changed. */

interface StopState {
  readonly status: PickupStatus;
  readonly driverId: string | null;
  readonly scheduledDay: string | null;
  readonly isPinned: boolean;
}

/**
 * Returns a stop's revision. It changes with the stop's status, driver, date and pin, but not with its number in the
 * route or its times.
 */
export function revisionOf({ status, driverId, scheduledDay, isPinned }: StopState): string {
  return [status, driverId ?? '', scheduledDay ?? '', isPinned ? 'pinned' : ''].join('|');
}

/**
 * Returns what has changed since a revision, in words that follow the address: "is now completed". Returns undefined if
 * nothing has changed. `nameOf` returns the name of a driver.
 */
export function changeSince(
  revision: string,
  now: StopState | undefined,
  nameOf: (driverId: string) => string,
): string | undefined {
  if (!now) return 'no longer exists';
  if (revisionOf(now) === revision) return undefined;
  const [status, driverId, scheduledDay] = revision.split('|');
  if (scheduledDay !== (now.scheduledDay ?? '') && now.scheduledDay)
    return `is now on ${formatDateKey(now.scheduledDay)}`;
  if (now.status !== status && !isOpenStatus(now.status)) {
    return `is now ${statusLabels[now.status].toLowerCase()}`;
  }
  if (now.driverId === null) return 'is now unassigned';
  if (now.driverId !== driverId) return `is now with ${nameOf(now.driverId)}`;
  return now.isPinned ? 'is now pinned' : 'is no longer pinned';
}
