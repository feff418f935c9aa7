import { curbTimeOf, readPickupWindow, spokenTime } from '../../../contract/values/pickup-window.ts';

/**
 * A promised window ("8:00 AM – 10:00 AM") as people say it: "between 8 and 10 AM", "between 11 AM and 1 PM", and by when bags
 * are out. Null for any other text.
 */
export function windowInWords(pickupWindow: string): { words: string; curbTime: string } | null {
  const window = readPickupWindow(pickupWindow);
  if (window === null) return null;
  const [from, to] = [spokenTime(window.from), spokenTime(window.to)];
  const begin = from.slice(-2) === to.slice(-2) ? from.slice(0, -' AM'.length) : from;
  return { words: `between ${begin} and ${to}`, curbTime: spokenTime(curbTimeOf(window)) };
}
