/** The geometry of the bar chart: x values and widths in percent of its width, heights in pixels. */

export interface Bar {
  /** Left edge and width, percent. */
  readonly x: number;
  readonly width: number;
  /** The middle of the day's column, percent. */
  readonly center: number;
  readonly height: number;
  readonly count: number;
  /** The text above the bar; empty where there is no room. */
  readonly label: string;
}

/** The height of the smallest bar above zero. */
const leastPx = 3;
const barShare = 0.62;

/** The bars of one row. A count of `tallest` has the full height. The last day and the peak are always labeled. */
export function barsOf(counts: readonly number[], tallest: number, heightPx: number): Bar[] {
  const column = 100 / Math.max(1, counts.length);
  const peak = Math.max(0, ...counts);
  const isRoomy = peak < 100;
  return counts.map((count, index) => ({
    x: round(column * (index + (1 - barShare) / 2)),
    width: round(column * barShare),
    center: round(column * (index + 0.5)),
    height: count === 0 ? 0 : Math.max(leastPx, Math.round((heightPx * count) / Math.max(1, tallest))),
    count,
    label:
      count > 0 && (isRoomy || index === counts.length - 1 || isPeak(counts, index, peak)) ? shortCount(count) : '',
  }));
}

/** The first of the highest bars, unless it is too close to today's label. */
function isPeak(counts: readonly number[], index: number, peak: number): boolean {
  return counts.indexOf(peak) === index && index < counts.length - 2;
}

/** "57", "1.2k": at most four characters fit above a bar. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 9950 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
