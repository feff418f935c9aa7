import { expect, test } from 'vitest';
import { splitAction } from './action.ts';
import { patienceFor } from './send-batch.ts';

test('half an emoji, cut off by the end of the field, is no part of a note', () => {
  const [cut] = splitAction({ kind: 'note', pickupId: 'a', note: ' Gate \ud83d' });
  expect(cut?.work).toEqual({ kind: 'note', note: 'Gate' });
  const [whole] = splitAction({ kind: 'incomplete', pickupId: 'a', reason: 'other', note: 'a\0b 👍\udc4d' });
  expect(whole?.work).toEqual({ kind: 'incomplete', reason: 'other', note: 'ab 👍' });
  const [none] = splitAction({ kind: 'incomplete', pickupId: 'a', reason: 'no-access', note: '\ud83d' });
  expect(none?.work).toMatchObject({ note: null });
});

test('a photo of 650 kB may take what a slow uplink needs, a small one not much, none longer than the server waits', () => {
  expect(patienceFor({ size: 650_000 })).toBeGreaterThan(650_000 / 8);
  expect(patienceFor({ size: 30_000 })).toBeLessThan(40_000);
  expect(patienceFor({ size: 5_000_000 })).toBeLessThan(120_000);
});
