import { expect, test } from 'vitest';
import { lineOf, sumOfLines } from '../../../../contract/values/charge-lines.ts';
import { metadataOf } from './metadata.ts';

test('stays within the 50 keys of 500 characters that Stripe takes, with all of the money', () => {
  const lines = Array.from({ length: 99 }, (_, index) => ({ ...lineOf('other', 100 + index), taxCents: index }));
  const ids = { payment: 'a', booking: 'b', pickup: 'c', subscription: 'd' };
  const metadata = metadataOf({ ids, purpose: 'booking', lines });
  expect(Object.keys(metadata).length + ['key'].length).toBeLessThanOrEqual(50);
  const texts = Object.entries(metadata).flatMap(([key, text]) => (key.startsWith('line_') ? [text] : []));
  const cents = texts.map((text) => text.split(':').slice(2).map(Number));
  expect(cents.flat().reduce((sum, one) => sum + one, 0)).toBe(sumOfLines(lines));
  expect(texts.every((text) => text.length < 100)).toBe(true);
});
