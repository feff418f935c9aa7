import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import { stopStateOf } from '../schedule.ts';

/** What became of a stop while its sheet was open. */
export type SheetNews = 'gone' | 'done' | 'incomplete';

export const newsSentences: Record<SheetNews, string> = {
  gone: 'This stop is no longer on your route. What you wrote here is not saved.',
  done: 'This stop was completed in the meantime. You can still save the note.',
  incomplete: 'This stop was marked incomplete in the meantime. You can still save the note.',
};

/** The stop as the schedule has it now. */
export function stopIn(schedule: DriverSchedule, stopId: string): DriverStop | undefined {
  return Object.values(schedule)
    .flatMap(({ pickups }) => pickups)
    .find(({ id }) => id === stopId);
}

/** What happened to a stop since its sheet was opened; null when the sheet means the same stop as before. */
export function newsOf(
  opened: Pick<DriverStop, 'status'>,
  now: Pick<DriverStop, 'status'> | undefined,
): SheetNews | null {
  if (!now) return 'gone';
  const state = stopStateOf(now);
  return state === 'open' || state === stopStateOf(opened) ? null : state;
}
