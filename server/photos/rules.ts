import { photoDays } from '../../contract/photos.ts';
import { type PickupStatus, statusLabels } from '../../contract/pickups.ts';
import { addDays, dateKeyOf } from '../../contract/values/time/dates.ts';

interface Stop {
  status: PickupStatus;
  scheduledDay: string | null;
  completedAt: Date | null;
  updatedAt: Date;
}

/**
 * Returns why a driver can't attach a photo to their own stop, as a message; undefined when they can. Photos are
 * accepted while the stop is open and for `photoDays` New York days after it was resolved, because an offline phone
 * sends the completion first and the photo later.
 */
export function whyNoPhoto(stop: Stop, now: Date): string | undefined {
  const { status } = stop;
  if (status === 'assigned') return undefined;
  if (status !== 'completed' && status !== 'incomplete') {
    return `This stop is ${statusLabels[status].toLowerCase()} and can't take a photo.`;
  }
  // An incomplete stop has no `completedAt`, so its last change counts.
  const doneOn = dateKeyOf(stop.completedAt ?? stop.updatedAt);
  const { scheduledDay } = stop;
  const countedFrom = scheduledDay !== null && scheduledDay > doneOn ? scheduledDay : doneOn;
  return dateKeyOf(now) <= addDays(countedFrom, photoDays) ? undefined : 'It is too late for a photo of this stop.';
}

/**
 * Returns why a driver can't attach the photo of a ticket to their own visit, as a message; undefined when they can.
 * Tickets are accepted for `photoDays` New York days after the truck was emptied there.
 */
export function whyNoTicket({ emptiedAt }: { emptiedAt: Date | null }, now: Date): string | undefined {
  if (emptiedAt === null) return "The truck hasn't been emptied on this visit.";
  const isLate = dateKeyOf(now) > addDays(dateKeyOf(emptiedAt), photoDays);
  return isLate ? 'It is too late for a photo of this ticket.' : undefined;
}

interface Audience {
  customerId: string;
  driverId: string | null;
  takenBy: string;
}

/**
 * Returns true if someone may see a photo: the stop's customer, its driver, the driver who took the photo, and admins.
 */
export function maySeePhoto(actor: { id: string; role: string }, { customerId, driverId, takenBy }: Audience): boolean {
  if (actor.role === 'admin' || actor.id === customerId) return true;
  return actor.role === 'driver' && (actor.id === driverId || actor.id === takenBy);
}
