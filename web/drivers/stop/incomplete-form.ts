import { type IncompleteReason, maxNoteLength } from '../../../contract/drivers.ts';

/** What is wrong with the form, field by field; empty when it can be saved. */
export interface IncompleteProblems {
  reason?: string;
  note?: string;
}

/** A reason is needed, and of 'Other' a note that says what it was. */
export function incompleteProblems(reason: IncompleteReason | null, note: string): IncompleteProblems {
  if (reason === null) return { reason: 'Please choose a reason' };
  if (note.trim().length > maxNoteLength) return { note: 'The note must be less than 500 characters' };
  if (reason === 'other' && note.trim() === '') return { note: 'Please write what it was' };
  return {};
}
