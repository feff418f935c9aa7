import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDateKey } from '../../contract/values/time/dates.ts';
import {
  type DaySpan,
  daysIn,
  mostReportDays,
  presetSpan,
  type SpanPreset,
  spanPresets,
} from '../../contract/values/time/report-periods.ts';
import { serverToday } from '../api/server-clock.ts';

/** The span of the reports. The URL has it as a preset, or as its two days. */
export interface ChosenSpan {
  readonly preset: SpanPreset | 'custom';
  readonly span: DaySpan;
  /** Why the two days aren't a valid span; null if they are. */
  readonly error: string | null;
}

export function readSpan(
  search: { span?: string | undefined; from?: string | undefined; to?: string | undefined },
  today: string,
): ChosenSpan {
  const { from, to } = search;
  if (from !== undefined && to !== undefined && isDateKey(from) && isDateKey(to)) {
    return { preset: 'custom', span: { from, to }, error: whyNoSpan({ from, to }) };
  }
  const preset = spanPresets.find((one) => one === search.span) ?? 'this-month';
  return { preset, span: presetSpan(preset, today), error: null };
}

function whyNoSpan(span: DaySpan): string | null {
  if (span.from > span.to) return 'The first day must not be after the last day.';
  return daysIn(span) > mostReportDays ? `A report covers at most ${mostReportDays} days.` : null;
}

export function useSpan() {
  const navigate = useNavigate();
  const chosen = readSpan(useSearch({ strict: false }), serverToday());
  const go = (search: Record<string, string>) => void navigate({ to: '/admin/reports', search, replace: true });
  return {
    ...chosen,
    choosePreset: (preset: SpanPreset) => go({ span: preset }),
    chooseDays: ({ from, to }: DaySpan) => go({ from, to }),
  };
}
