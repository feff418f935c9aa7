import { bagsText } from '../../../contract/pickups.ts';
import { durationText, stopsText } from '../route-words.ts';

/** "42 stops · 180 bags", "No stops" */
export function loadText(stops: number, bags: number): string {
  return stops === 0 ? 'No stops' : `${stopsText(stops)} · ${bagsText(bags)}`;
}

/** "1 h 20 min over shift"; null if the work fits. */
export function overText(overMinutes: number | null): string | null {
  const minutes = Math.round(overMinutes ?? 0);
  return minutes > 0 ? `${durationText(minutes)} over shift` : null;
}

/** "07:00" → "7 AM", "15:30" → "3:30 PM" */
export function clockText(wallTime: string): string {
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number);
  const hour = hours % 12 || 12;
  return `${hour}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`} ${hours % 24 < 12 ? 'AM' : 'PM'}`;
}

/** "1:52", from milliseconds that are left; never negative. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
