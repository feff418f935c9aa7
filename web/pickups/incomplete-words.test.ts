import { expect, it } from 'vitest';
import { incompleteReasonText } from './incomplete-words.ts';

it('calls a reason by its label', () => {
  expect(incompleteReasonText('not-out')).toBe('Nothing was out');
  expect(incompleteReasonText('other')).toBe('Other');
});

it('hides nothing that it does not know', () => {
  expect(incompleteReasonText('dog in the yard')).toBe('dog in the yard');
  expect(incompleteReasonText(null)).toBe('No reason given');
});
