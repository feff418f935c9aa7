import { describe, expect, it } from 'vitest';
import { incompleteProblems } from './incomplete-form.ts';

describe('incompleteProblems', () => {
  it('asks for a reason', () => expect(incompleteProblems(null, 'dog')).toEqual({ reason: 'Please choose a reason' }));

  it('takes a known reason without a note', () => expect(incompleteProblems('not-out', ' ')).toEqual({}));

  it('wants a note of Other', () => {
    expect(incompleteProblems('other', '  ')).toEqual({ note: 'Please write what it was' });
    expect(incompleteProblems('other', 'Street closed')).toEqual({});
  });

  it('takes 500 characters and no more, not counting what is trimmed away', () => {
    expect(incompleteProblems('other', ` ${'a'.repeat(500)} `)).toEqual({});
    expect(incompleteProblems('no-access', 'a'.repeat(501))).toEqual({
      note: 'The note must be less than 500 characters',
    });
  });
});
