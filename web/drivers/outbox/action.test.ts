import { expect, test } from 'vitest';
import { repeats, type SavedAction, splitAction, supersedes } from './action.ts';

test('removes half an emoji that the field has cut off', () => {
  const [cut] = splitAction({ kind: 'note', pickupId: 'a', note: ' Gate \ud83d' });
  expect(cut?.work).toEqual({ kind: 'note', note: 'Gate' });
  const [whole] = splitAction({ kind: 'incomplete', pickupId: 'a', reason: 'other', note: 'a\0b 👍\udc4d' });
  expect(whole?.work).toEqual({ kind: 'incomplete', reason: 'other', note: 'ab 👍' });
  const [none] = splitAction({ kind: 'incomplete', pickupId: 'a', reason: 'no-access', note: '\ud83d' });
  expect(none?.work).toMatchObject({ note: null });
});

test('splits a bulk completion into one entry per stop', () => {
  expect(splitAction({ kind: 'complete', pickupIds: ['a', 'b', 'a'] }).map(({ pickupId }) => pickupId)).toEqual([
    'a',
    'b',
  ]);
  expect(splitAction({ kind: 'incomplete', pickupId: 'a', reason: 'other', note: '  ' })).toEqual([
    { pickupId: 'a', work: { kind: 'incomplete', reason: 'other', note: null } },
  ]);
});

test('a newer note or photo replaces the older one; a repeated completion counts once', () => {
  const of = (work: SavedAction['work']) => ({ pickupId: 'a', work });
  const before = of({ kind: 'photo', moment: 'before', image: null });
  const after = of({ kind: 'photo', moment: 'after', image: null });
  const note = of({ kind: 'note', note: 'x' });
  expect(supersedes(before, before)).toBe(true);
  expect(supersedes(after, before)).toBe(false);
  expect(supersedes(note, note)).toBe(true);
  expect(supersedes(note, { ...note, pickupId: 'b' })).toBe(false);
  const complete = of({ kind: 'complete' });
  expect(supersedes(complete, complete)).toBe(false);
  expect(repeats(complete, complete)).toBe(true);
  expect(repeats(complete, note)).toBe(false);
});
