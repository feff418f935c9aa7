/** The words for a promised window. */

interface Time {
  /** "8", "8:30" */
  readonly clock: string;
  readonly half: 'AM' | 'PM';
}

/**
 * A promised window ("8:00 AM – 10:00 AM") as people say it: "between 8 and 10 AM", "between 11 AM and 1 PM". Bags are out by 7 AM, or
 * when the window begins where that is earlier. Null for any other text.
 */
export function windowInWords(pickupWindow: string): { words: string; curbTime: string } | null {
  const times = [...pickupWindow.matchAll(/(\d{1,2}):(\d\d) (AM|PM)/g)].map(
    ([, hours, minutes, half]): Time => ({
      clock: minutes === '00' ? `${hours}` : `${hours}:${minutes}`,
      half: half as Time['half'],
    }),
  );
  const [from, to] = times;
  if (!from || !to) return null;
  const begin = from.half === to.half ? from.clock : spoken(from);
  const isEarly = from.half === 'AM' && Number.parseInt(from.clock, 10) % 12 < 7;
  return { words: `between ${begin} and ${spoken(to)}`, curbTime: isEarly ? spoken(from) : '7 AM' };
}

const spoken = ({ clock, half }: Time) => `${clock} ${half}`;
