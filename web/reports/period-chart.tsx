import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { BarRow } from '../ui/chart/bar-row.tsx';
import { periodLabel } from './words.ts';

export interface ChartRow {
  readonly name: string;
  readonly values: readonly number[];
  /** The sum as text. */
  readonly sum: string;
  readonly fill: string;
}

/**
 * Bars of each period, one row for each figure. All rows have the same scale from zero, so they can be compared; their
 * names tell them apart. Screen readers read the table instead.
 */
export function PeriodChart({ periods, rows }: { periods: readonly DaySpan[]; rows: readonly ChartRow[] }) {
  const tallest = Math.max(0, ...rows.flatMap(({ values }) => values));
  const [first, last] = [periods.at(0), periods.at(-1)];
  return (
    <div aria-hidden="true" className="mt-4 print:mt-2">
      {rows.map(({ values, ...row }) => (
        <BarRow key={row.name} counts={values} tallest={tallest} {...row} />
      ))}
      <p className="mt-1 flex justify-between gap-2 text-soft text-sm">
        <span>{first && periodLabel(first)}</span>
        {periods.length > 1 && <span>{last && periodLabel(last)}</span>}
      </p>
    </div>
  );
}
