import type { DriverStop } from '../../../contract/drivers.ts';

type Noted = Pick<DriverStop, 'id' | 'driverNotes'>;

/** Unsaved notes by stop id. A full page load, as after a sign-out, clears them. */
const drafts = new Map<string, string>();

/** Returns the unsaved note of a stop, else the saved one. */
export function noteDraftOf(stop: Noted): string {
  return drafts.get(stop.id) ?? stop.driverNotes ?? '';
}

export function saveNoteDraft(stop: Noted, note: string): void {
  if (note === (stop.driverNotes ?? '')) drafts.delete(stop.id);
  else drafts.set(stop.id, note);
}

/** Deletes the unsaved note. Call it once the note is saved. */
export function deleteNoteDraft(stopId: string): void {
  drafts.delete(stopId);
}
