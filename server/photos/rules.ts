import { photoDays } from '../../contract/photos.ts';
import { type PickupStatus, statusLabels } from '../../contract/pickups.ts';
import { addDays, dateKeyOf } from '../../contract/values/dates.ts';

interface Stop {
  status: PickupStatus;
  scheduledDay: string | null;
  completedAt: Date | null;
  updatedAt: Date;
}

/**
 * Why a driver can't attach a photo to an own stop whose day has come; undefined when it is possible: while the stop is open, and
 * for `photoDays` New York days after it was completed or marked incomplete, because a phone may send its photos late.
 */
export function whyNoPhoto(stop: Stop, now: Date): string | undefined {
  const { status } = stop;
  if (status === 'assigned') return undefined;
  if (status !== 'completed' && status !== 'incomplete') {
    return `This stop is ${statusLabels[status].toLowerCase()} and takes no photo.`;
  }
  // Only its last change tells when it was marked incomplete.
  const doneOn = dateKeyOf(stop.completedAt ?? stop.updatedAt);
  const last = addDays(
    stop.scheduledDay !== null && stop.scheduledDay > doneOn ? stop.scheduledDay : doneOn,
    photoDays,
  );
  return dateKeyOf(now) <= last ? undefined : 'It is too late for a photo of this stop.';
}

interface Shown {
  customerId: string;
  driverId: string | null;
  takenBy: string;
}

/** Whether a person may see a photo: the pickup's customer, the stop's driver, the driver who took it, and admins. */
export function maySeePhoto(actor: { id: string; role: string }, { customerId, driverId, takenBy }: Shown): boolean {
  if (actor.role === 'admin' || actor.id === customerId) return true;
  return actor.role === 'driver' && (actor.id === driverId || actor.id === takenBy);
}
