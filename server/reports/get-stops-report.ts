import type { StopsReport } from '../../contract/reports.ts';
import { type DaySpan, periodsOf } from '../../contract/values/time/report-periods.ts';
import type { Services } from '../services.ts';
import { countMissed, countOnTime, countReasons, countStops } from './stops.store.ts';

type Counts = StopsReport['total'];

/**
 * Returns the report of stops in a span of service days: their outcomes, the reasons for incomplete ones, and whether
 * they were on time.
 */
export async function getStopsReport({ db }: Pick<Services, 'db'>, span: DaySpan): Promise<StopsReport> {
  const [stops, reasons, missed, onTime] = await Promise.all([
    countStops(db, span),
    countReasons(db, span),
    countMissed(db, span),
    countOnTime(db, span),
  ]);
  const days = [
    ...stops.map((day) => ({ ...nothing, ...day })),
    ...missed.map(({ day, byRecord, byDispatcher }) => ({ ...nothing, day, missed: byRecord + byDispatcher })),
  ];
  const countIn = ({ from, to }: DaySpan) => days.filter(({ day }) => day >= from && day <= to).reduce(add, nothing);
  return {
    total: countIn(span),
    periods: periodsOf(span).map((period) => ({ ...period, ...countIn(period) })),
    incomplete: reasons,
    missed: {
      byRecord: missed.reduce((sum, day) => sum + day.byRecord, 0),
      byDispatcher: missed.reduce((sum, day) => sum + day.byDispatcher, 0),
    },
    onTime,
  };
}

const nothing: Counts = { scheduled: 0, done: 0, incomplete: 0, issue: 0, open: 0, cancelled: 0, missed: 0 };

function add(sum: Counts, one: Counts): Counts {
  const [done, incomplete] = [sum.done + one.done, sum.incomplete + one.incomplete];
  const [issue, open] = [sum.issue + one.issue, sum.open + one.open];
  return {
    ...{ done, incomplete, issue, open, scheduled: done + incomplete + issue + open },
    cancelled: sum.cancelled + one.cancelled,
    missed: sum.missed + one.missed,
  };
}
