import { clockText } from './dates.ts';

/**
 * A pickup's promised window, in New York wall times HH:MM. The API sends it as text, which `readPickupWindow` parses.
 */
export interface PickupWindow {
  readonly from: string;
  readonly to: string;
}

/** Parses the text of a window: "8:00 AM – 10:00 AM" → 08:00 and 10:00; null for any other text. */
export function readPickupWindow(text: string | null): PickupWindow | null {
  const [from, to] = [...(text ?? '').matchAll(/(\d{1,2}):(\d\d) (AM|PM)/g)].map(
    ([, hours, minutes, half]) =>
      `${String((Number(hours) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minutes}`,
  );
  return from !== undefined && to !== undefined ? { from, to } : null;
}

const usualCurbTime = '07:00';

/** Returns the time by which bags must be out, HH:MM: 7 AM, or the beginning of an earlier window. */
export function curbTimeOf(window: PickupWindow | null): string {
  return window !== null && window.from < usualCurbTime ? window.from : usualCurbTime;
}

/** Returns a wall time as people say it: "07:00" → "7 AM", "08:30" → "8:30 AM". */
export function spokenTime(wallTime: string): string {
  return clockText(wallTime).replace(':00', '');
}
