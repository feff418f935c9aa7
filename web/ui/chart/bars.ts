/** The geometry of the bar chart: x values and widths in percent of the chart's width, heights in pixels. */

export interface Bar {
  /** The left edge, in percent. */
  readonly x: number;
  /** In percent. */
  readonly width: number;
  /** The middle of the day's column, in percent. */
  readonly center: number;
  readonly height: number;
  /** The text above the bar; empty if it doesn't fit beside a neighbor's label. */
  readonly label: string;
}

/** The height of the smallest bar above zero. */
const leastPx = 3;
const barShare = 0.62;

/** Returns the bars of one row. A count of `tallest` has the full height. Every bar with enough room has a label. */
export function barsOf(counts: readonly number[], tallest: number, heightPx: number): Bar[] {
  const column = 100 / Math.max(1, counts.length);
  const labeled = roomyLabels(counts);
  return counts.map((count, index) => ({
    x: round(column * (index + (1 - barShare) / 2)),
    width: round(column * barShare),
    center: round(column * (index + 0.5)),
    height: count === 0 ? 0 : Math.max(leastPx, Math.round((heightPx * count) / Math.max(1, tallest))),
    label: labeled.has(index) ? shortCount(count) : '',
  }));
}

/** On a small phone, a day's column has room for two digits. */
const shortLabel = 2;

/**
 * Returns the indexes of the bars that get a label: all short labels, and a long one if no neighbor shows a long one.
 * The last bar (today) is chosen first, then the highest bars, so that the most important figures are shown.
 */
function roomyLabels(counts: readonly number[]): ReadonlySet<number> {
  const isLong = (index: number) => shortCount(counts[index] ?? 0).length > shortLabel;
  const today = counts.length - 1;
  const byRank = [...counts.keys()]
    .filter((index) => (counts[index] ?? 0) > 0)
    .sort((one, other) => Number(other === today) - Number(one === today) || (counts[other] ?? 0) - (counts[one] ?? 0));
  const labeled = new Set<number>();
  for (const index of byRank) {
    const isTight = [index - 1, index + 1].some((neighbor) => labeled.has(neighbor) && isLong(neighbor));
    if (!isLong(index) || !isTight) labeled.add(index);
  }
  return labeled;
}

/** Returns "57" or "1.2k", because at most four characters fit above a bar. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 9950 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
