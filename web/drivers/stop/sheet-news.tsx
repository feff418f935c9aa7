import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import { stopStateOf } from '../schedule.ts';

/** What happened to a stop while its sheet was open. */
export type SheetNews = 'gone' | 'done' | 'incomplete';

const newsSentences: Record<SheetNews, string> = {
  gone: "This stop is no longer on your route. What you wrote here isn't saved.",
  done: 'This stop has since been completed. You can still save the note.',
  incomplete: 'This stop has since been marked incomplete. You can still save the note.',
};

export function stopIn(schedule: DriverSchedule, stopId: string): DriverStop | undefined {
  return Object.values(schedule)
    .flatMap(({ pickups }) => pickups)
    .find(({ id }) => id === stopId);
}

/** Returns what happened to a stop since its sheet was opened; null if everything in the sheet can still be saved. */
export function newsOf(
  opened: Pick<DriverStop, 'status'>,
  now: Pick<DriverStop, 'status'> | undefined,
): SheetNews | null {
  if (!now) return 'gone';
  const state = stopStateOf(now);
  return state === 'open' || state === stopStateOf(opened) ? null : state;
}

/** Announces what happened to the stop while its sheet is open. */
export function SheetNotice({ news }: { news: SheetNews | null }) {
  return (
    <div role="status">
      {news && (
        <p className="mb-4 rounded-control bg-maize-wash px-3.5 py-3 font-semibold leading-snug">
          {newsSentences[news]}
        </p>
      )}
    </div>
  );
}
