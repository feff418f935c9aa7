import { clockText } from './dates.ts';

/**
 * The promised window of a pickup, in New York's wall times HH:MM. The API sends it as text; `readPickupWindow` parses
 * that.
 */
export interface PickupWindow {
  readonly from: string;
  readonly to: string;
}

/** "8:00 AM – 10:00 AM" → 08:00 and 10:00; null for any other text. */
export function readPickupWindow(text: string | null): PickupWindow | null {
  const [from, to] = [...(text ?? '').matchAll(/(\d{1,2}):(\d\d) (AM|PM)/g)].map(
    ([, hours, minutes, half]) =>
      `${String((Number(hours) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minutes}`,
  );
  return from !== undefined && to !== undefined ? { from, to } : null;
}

const usualCurbTime = '07:00';

/** The time by which bags must be out: 7 AM, or the beginning of an earlier window. */
export function curbTimeOf(window: PickupWindow | null): string {
  return window !== null && window.from < usualCurbTime ? window.from : usualCurbTime;
}

/** A wall time as people say it: "07:00" → "7 AM", "08:30" → "8:30 AM". */
export function spokenTime(wallTime: string): string {
  return clockText(wallTime).replace(':00', '');
}
