import { describe, expect, it } from 'vitest';
import { incompleteProblems } from './incomplete-sheet.tsx';

describe('incompleteProblems', () => {
  it('requires a reason', () => expect(incompleteProblems(null, 'dog')).toEqual({ reason: 'Please choose a reason' }));

  it('accepts a known reason without a note', () => expect(incompleteProblems('not-out', ' ')).toEqual({}));

  it('requires a photo where the deployment does, after the reason', () => {
    const photo = 'Please take a photo of what you found';
    expect(incompleteProblems(null, '', true)).toEqual({ reason: 'Please choose a reason' });
    expect(incompleteProblems('no-access', '', true)).toEqual({ photo });
  });

  it('requires a note for Other', () => {
    expect(incompleteProblems('other', '  ')).toEqual({ note: 'Please say what happened' });
    expect(incompleteProblems('other', 'Street closed')).toEqual({});
  });

  it('accepts up to 500 characters after trimming', () => {
    expect(incompleteProblems('other', ` ${'a'.repeat(500)} `)).toEqual({});
    expect(incompleteProblems('no-access', 'a'.repeat(501))).toEqual({
      note: 'The note must be less than 500 characters',
    });
  });
});
