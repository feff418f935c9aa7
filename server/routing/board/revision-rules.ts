import { isOpenStatus, type PickupStatus, statusLabels } from '../../../contract/pickups.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';

/** What a bulk action expects of a stop, as a text that changes with it. */

interface StopState {
  readonly status: PickupStatus;
  readonly driverId: string | null;
  readonly scheduledDay: string | null;
  readonly isPinned: boolean;
}

/** Changes with the stop's status, driver, date and pin. Its number in the route and its times may change without it. */
export function revisionOf({ status, driverId, scheduledDay, isPinned }: StopState): string {
  return [status, driverId ?? '', scheduledDay ?? '', isPinned ? 'pinned' : ''].join('|');
}

/**
 * Says what has changed since a revision, in words that follow the address: "is now completed". Undefined when nothing has.
 * `nameOf` returns a driver's name.
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
