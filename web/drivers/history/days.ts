import { bagsOf, type Pickup } from '../../../contract/pickups.ts';
import { addDays, type DateKey, dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { withoutWeekday } from '../../pickups/pickup-words.ts';

export interface HistoryDay {
  readonly date: DateKey;
  readonly pickups: readonly Pickup[];
  readonly bags: number;
}

/** Groups pickups by New York date of completion, latest day and latest pickup first. */
export function groupByDay(pickups: readonly Pickup[]): HistoryDay[] {
  const doneAt = ({ completedAt, scheduledDate, createdAt }: Pickup) => completedAt ?? scheduledDate ?? createdAt;
  const days = new Map<DateKey, Pickup[]>();
  for (const pickup of pickups.toSorted((one, other) => (doneAt(one) < doneAt(other) ? 1 : -1))) {
    const date = dateKeyOf(new Date(doneAt(pickup)));
    days.set(date, [...(days.get(date) ?? []), pickup]);
  }
  return [...days].map(([date, done]) => ({ date, pickups: done, bags: bagsOfAll(done) }));
}

export function bagsOfAll(pickups: readonly Pick<Pickup, 'bagCount' | 'countedBags'>[]): number {
  return pickups.reduce((sum, pickup) => sum + bagsOf(pickup), 0);
}

/** Returns "Today", "Yesterday" or "Thursday, November 19", with the year if it isn't the current one. */
export function historyDayText(date: DateKey, today: DateKey): string {
  if (date === today) return 'Today';
  if (date === addDays(today, -1)) return 'Yesterday';
  const [year, thisYear] = [date.slice(0, 4), today.slice(0, 4)];
  return year === thisYear ? formatDateKey(date, 'long') : `${formatDateKey(date, 'long')}, ${year}`;
}

/**
 * Returns "Due Nov 20" if a pickup was completed on another New York day than scheduled, else null. The day's figures
 * count the pickup on its scheduled day (DRIVER-40), the history on the day of completion.
 */
export function overdueText({
  completedAt,
  scheduledDate,
}: Pick<Pickup, 'completedAt' | 'scheduledDate'>): string | null {
  if (!completedAt || !scheduledDate) return null;
  const due = dateKeyOf(new Date(scheduledDate));
  return due === dateKeyOf(new Date(completedAt)) ? null : `Due ${withoutWeekday(formatDateKey(due))}`;
}
