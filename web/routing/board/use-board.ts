import { useQuery } from '@tanstack/react-query';
import { type DayBoard, getDayBoard } from '../../../contract/routing/day-board.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { read } from '../../api/query-client.ts';

const refreshMs = 15_000;

export const boardQuery = (date: DateKey | undefined) => read(getDayBoard, { query: { ...(date && { date }) } });

/** Loads the board of a date, or of the day that the server chooses: today, or the next day with open stops. */
export function useBoard(date: DateKey | undefined) {
  return useQuery({
    ...boardQuery(date),
    refetchInterval: refreshMs,
    // When the day that the server chose becomes the page's day, its board stays on the screen while it loads again.
    placeholderData: (before: DayBoard | undefined) => (before?.date === date ? before : undefined),
  });
}
