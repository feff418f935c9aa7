import type { DriverStop } from '../../../contract/drivers.ts';

type Noted = Pick<DriverStop, 'id' | 'driverNotes'>;

/** What was typed about a stop and not saved. A full load, as after a sign-out, forgets it. */
const drafts = new Map<string, string>();

/** The note of a stop as the driver left it: typed and not saved, else the one that is saved. */
export function noteDraftOf(stop: Noted): string {
  return drafts.get(stop.id) ?? stop.driverNotes ?? '';
}

export function keepNoteDraft(stop: Noted, note: string): void {
  if (note === (stop.driverNotes ?? '')) drafts.delete(stop.id);
  else drafts.set(stop.id, note);
}

/** To be called once the note is saved. */
export function dropNoteDraft(stopId: string): void {
  drafts.delete(stopId);
}
