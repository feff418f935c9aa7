import { listPickups } from '../../contract/pickups/lists.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { call } from '../api/call.ts';
import type { BookingDraft } from './booking-draft.ts';

type Place = Pick<Pickup, 'address' | 'scheduledDate'>;

/** Returns a sentence if one of these pickups is at the same address on the same day; null otherwise. */
export function sameDayText(upcoming: readonly Place[], { address, scheduledDate }: BookingPlace): string | null {
  const day = dateKeyOf(new Date(scheduledDate));
  const isSame = (pickup: Place) =>
    pickup.scheduledDate !== null &&
    dateKeyOf(new Date(pickup.scheduledDate)) === day &&
    pickup.address.trim().toLowerCase() === address.trim().toLowerCase();
  return upcoming.some(isSame) ? `There's already a pickup at this address on ${formatDateKey(day)}.` : null;
}

type BookingPlace = Pick<BookingDraft, 'address' | 'scheduledDate'>;

/**
 * Returns the sentence of `sameDayText` for the customer's own open pickups. Returns null if they can't be loaded,
 * because the question is optional and the server accepts the booking.
 */
export async function findSameDay(draft: BookingPlace): Promise<string | null> {
  try {
    const upcoming = await call(listPickups, { query: { status: 'pending,assigned', limit: '500' } });
    return sameDayText(upcoming, draft);
  } catch {
    return null;
  }
}
