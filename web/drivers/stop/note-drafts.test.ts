import { expect, it } from 'vitest';
import { dropNoteDraft, keepNoteDraft, noteDraftOf } from './note-drafts.ts';

const stop = { id: 'one', driverNotes: 'Dog in the yard' };

it('keeps what was typed, also an emptied note, until it is saved', () => {
  expect(noteDraftOf(stop)).toBe('Dog in the yard');
  keepNoteDraft(stop, 'Gate locked');
  expect(noteDraftOf(stop)).toBe('Gate locked');
  expect(noteDraftOf({ id: 'two', driverNotes: null })).toBe('');
  keepNoteDraft(stop, '');
  expect(noteDraftOf(stop)).toBe('');
  dropNoteDraft(stop.id);
  expect(noteDraftOf(stop)).toBe('Dog in the yard');
});

it('keeps nothing that says what is saved already: a newer note must show', () => {
  keepNoteDraft(stop, 'Gate');
  keepNoteDraft(stop, 'Dog in the yard');
  expect(noteDraftOf({ ...stop, driverNotes: 'Written on another phone' })).toBe('Written on another phone');
});
