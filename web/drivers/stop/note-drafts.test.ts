import { expect, it } from 'vitest';
import { deleteNoteDraft, noteDraftOf, saveNoteDraft } from './note-drafts.ts';

const stop = { id: 'one', driverNotes: 'Dog in the yard' };

it('returns what was typed, also an emptied note, until it is saved', () => {
  expect(noteDraftOf(stop)).toBe('Dog in the yard');
  saveNoteDraft(stop, 'Gate locked');
  expect(noteDraftOf(stop)).toBe('Gate locked');
  expect(noteDraftOf({ id: 'two', driverNotes: null })).toBe('');
  saveNoteDraft(stop, '');
  expect(noteDraftOf(stop)).toBe('');
  deleteNoteDraft(stop.id);
  expect(noteDraftOf(stop)).toBe('Dog in the yard');
});

it('stores no draft equal to the saved note, so that a newer note shows', () => {
  saveNoteDraft(stop, 'Gate');
  saveNoteDraft(stop, 'Dog in the yard');
  expect(noteDraftOf({ ...stop, driverNotes: 'Written on another phone' })).toBe('Written on another phone');
});
