export interface Rank {
  readonly name: string;
  readonly value: number;
  /** The value as text. */
  readonly text: string;
}

interface RankChartProps {
  ranks: readonly Rank[];
  /** The value of a bar of full width; by default the largest value. */
  whole?: number;
  fill?: string;
  /** The most bars to show. Of the others, only the number is shown. */
  most?: number;
}

/** Horizontal bars with names, from zero. Screen readers read the table instead. */
export function RankChart({ ranks, whole, fill = 'fill-azure', most = 8 }: RankChartProps) {
  const full = whole ?? Math.max(1, ...ranks.map(({ value }) => value));
  const rest = ranks.length - most;
  return (
    <div aria-hidden="true" className="mt-3 space-y-2 print:mt-1 print:space-y-0.5">
      {ranks.slice(0, most).map(({ name, value, text }) => (
        <div key={name}>
          <p className="flex items-baseline justify-between gap-3 leading-snug">
            <span className="min-w-0 break-words">{name}</span>
            <span className="shrink-0 font-semibold">{text}</span>
          </p>
          <svg width="100%" height="10" className="mt-0.5 block" aria-hidden="true">
            <rect y="8" width="100%" height="2" className="fill-line" />
            <rect width={`${full === 0 ? 0 : (100 * value) / full}%`} height="10" className={fill} />
          </svg>
        </div>
      ))}
      {rest > 0 && <p className="text-soft">{`and ${rest} more, in the table`}</p>}
    </div>
  );
}
