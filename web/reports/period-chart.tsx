import type { DaySpan } from '../../contract/values/report-periods.ts';
import { barsOf, shortCount } from '../ui/chart/bars.ts';
import { periodLabel } from './words.ts';

export interface ChartRow {
  readonly name: string;
  readonly values: readonly number[];
  /** The sum as people read it. */
  readonly sum: string;
  readonly fill: string;
}

/** More bars than this have no room for their figures on a phone; the scale and the table have them. */
const mostLabeled = 14;
const labelPx = 18;
const barsPx = 56;
const base = labelPx + barsPx;

/**
 * Bars of each period, one row for each figure. All rows have the same scale from zero, so they compare; they are told apart by their
 * names. Screen readers read the table beside it.
 */
export function PeriodChart({ periods, rows }: { periods: readonly DaySpan[]; rows: readonly ChartRow[] }) {
  const tallest = Math.max(0, ...rows.flatMap(({ values }) => values));
  const [first, last] = [periods.at(0), periods.at(-1)];
  return (
    <div aria-hidden="true" className="mt-4 print:mt-2">
      {rows.map((row) => (
        <Bars key={row.name} row={row} tallest={tallest} isLabeled={periods.length <= mostLabeled} />
      ))}
      <p className="mt-1 flex justify-between gap-2 text-soft text-sm">
        <span>{first && periodLabel(first)}</span>
        {periods.length > 1 && <span>{last && periodLabel(last)}</span>}
      </p>
    </div>
  );
}

function Bars({ row, tallest, isLabeled }: { row: ChartRow; tallest: number; isLabeled: boolean }) {
  const bars = barsOf(row.values, tallest, barsPx);
  return (
    <div className="mt-3 first:mt-0 print:mt-1">
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-semibold">{row.name}</span>
        <span className="text-soft">{row.sum}</span>
      </p>
      <svg width="100%" height={base + 2} className="block overflow-visible" aria-hidden="true">
        {!isLabeled && tallest > 0 && (
          <>
            <rect x="0" y={labelPx} width="100%" height="1" className="fill-line" />
            <text x="0" y={labelPx - 4} className="fill-soft text-[0.75rem]">
              {shortCount(tallest)}
            </text>
          </>
        )}
        {bars.map((bar) => (
          <g key={bar.center}>
            {bar.height > 0 && (
              <rect
                x={`${bar.x}%`}
                y={base - bar.height}
                width={`${bar.width}%`}
                height={bar.height}
                className={row.fill}
              />
            )}
            {isLabeled && (
              <text
                x={`${bar.center}%`}
                y={base - bar.height - 4}
                textAnchor="middle"
                className="fill-ink text-[0.75rem]"
              >
                {bar.label}
              </text>
            )}
          </g>
        ))}
        <rect x="0" y={base} width="100%" height="2" className="fill-ink" />
      </svg>
    </div>
  );
}
