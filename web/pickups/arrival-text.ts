import { isOpenStatus, type Pickup } from '../../contract/pickups.ts';
import { type DateKey, dateKeyOf } from '../../contract/values/time/dates.ts';
import { timeText } from './pickup-words.ts';

/**
 * "ETA 9:20 AM · window 8:00 AM – 10:00 AM": the planned arrival and the promised window of an open stop, today or
 * later. Null for other stops.
 */
export function arrivalText(
  {
    status,
    scheduledDate,
    estimatedArrival,
    pickupWindow,
  }: Pick<Pickup, 'status' | 'scheduledDate' | 'estimatedArrival' | 'pickupWindow'>,
  today: DateKey,
): string | null {
  if (!isOpenStatus(status) || scheduledDate === null || dateKeyOf(new Date(scheduledDate)) < today) return null;
  const parts = [estimatedArrival && `ETA ${timeText(estimatedArrival)}`, pickupWindow && `window ${pickupWindow}`];
  return parts.filter(Boolean).join(' · ') || null;
}
