import { type IncompleteReason, incompleteReasonLabels } from '../../contract/drivers.ts';
import type { MoneyReport } from '../../contract/reports.ts';
import { formatDateKey } from '../../contract/values/time/dates.ts';
import type { DaySpan, SpanPreset } from '../../contract/values/time/report-periods.ts';

/** The texts of figures and days in reports. */

const withoutWeekday = (day: string) => formatDateKey(day).replace(/^\w+, /, '');

/** "Nov 23", or "Nov 23 – 29" and "Nov 30 – Dec 6" for more than a day. */
export function periodLabel({ from, to }: DaySpan): string {
  const [first, last] = [withoutWeekday(from), withoutWeekday(to)];
  if (from === to) return first;
  const isSameMonth = from.slice(0, 'YYYY-MM'.length) === to.slice(0, 'YYYY-MM'.length);
  return `${first} – ${isSameMonth ? last.replace(/^\w+ /, '') : last}`;
}

/** Adds the year: "Nov 23 – 29, 2026". */
export function spanLabel(span: DaySpan): string {
  const [first, last] = [span.from.slice(0, 4), span.to.slice(0, 4)];
  if (first === last) return `${periodLabel(span)}, ${last}`;
  return `${withoutWeekday(span.from)}, ${first} – ${withoutWeekday(span.to)}, ${last}`;
}

export const presetLabels: Record<SpanPreset, string> = {
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
};

export const countText = (count: number) => count.toLocaleString('en-US');

/** "1,204.5"; a dash if unknown. */
export const figureText = (figure: number | null) =>
  figure === null ? '–' : figure.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Formats tons with two decimals, as on tickets: "3.60"; a dash if nothing was weighed. */
export const tonsText = (tons: number | null) =>
  tons === null ? '–' : tons.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "97.3%"; a dash for zero of zero. A part of the whole is at most 99.9%, and a part above zero at least 0.1%. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–';
  const tenths = Math.round((1000 * part) / whole);
  const honest = part < whole ? Math.min(tenths, 999) : tenths;
  return `${(part > 0 ? Math.max(honest, 1) : honest) / 10}%`;
}

export const reasonLabel = (reason: IncompleteReason | null) =>
  reason === null ? 'No reason given' : incompleteReasonLabels[reason];

export const sourceLabels: Record<MoneyReport['sources'][number]['source'], string> = {
  plans: 'Plans',
  pickups: 'One-time pickups',
  other: 'Neither',
};

/** "19147 Bella Vista" */
export const areaLabel = ({ zip, neighborhood }: { zip: string | null; neighborhood: string | null }) =>
  zip === null ? 'No ZIP code' : [zip, neighborhood].filter(Boolean).join(' ');
