import { barsOf } from './days-geometry.ts';

interface DashboardDaysRowProps {
  name: string;
  counts: readonly number[];
  /** The count of a bar with the full height. */
  tallest: number;
  /** The column of today. */
  marked: number;
  /** The color of the bars, as a class. */
  fill: string;
}

const labelPx = 18;
const barsPx = 56;
const height = labelPx + barsPx + 2;

/** One row of bars with their counts above. */
export function DashboardDaysRow({ name, counts, tallest, marked, fill }: DashboardDaysRowProps) {
  const bars = barsOf(counts, tallest, barsPx);
  const base = labelPx + barsPx;
  const sum = counts.reduce((total, count) => total + count, 0);
  const column = 100 / Math.max(1, counts.length);
  return (
    <div className="mt-3 first:mt-0">
      <p className="flex items-baseline justify-between">
        <span className="font-semibold">{name}</span>
        <span className="text-soft tabular-nums">{sum.toLocaleString('en-US')}</span>
      </p>
      <svg width="100%" height={height} className="block overflow-visible" aria-hidden="true">
        {marked >= 0 && (
          <rect x={`${column * marked}%`} y="0" width={`${column}%`} height={height} className="fill-maize-wash" />
        )}
        {bars.map((bar) => (
          <g key={bar.center}>
            {bar.height > 0 && (
              <rect
                x={`${bar.x}%`}
                y={base - bar.height}
                width={`${bar.width}%`}
                height={bar.height}
                className={fill}
              />
            )}
            <text
              x={`${bar.center}%`}
              y={base - bar.height - 4}
              textAnchor="middle"
              className="fill-ink text-[0.75rem] tabular-nums"
            >
              {bar.label}
            </text>
          </g>
        ))}
        <rect x="0" y={base} width="100%" height="2" className="fill-ink" />
      </svg>
    </div>
  );
}
