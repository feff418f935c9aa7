import { expect, test } from 'vitest';
import { commentLabel, ratingLine, ratingPhaseOf, starsText } from './rating-words.ts';

test('says a rating in words', () => {
  expect([starsText(1), starsText(4)]).toEqual(['1 star', '4 stars']);
  expect(ratingLine({ customerRating: null, ratingComment: null })).toBe('');
  expect(ratingLine({ customerRating: 5, ratingComment: null })).toBe('5 of 5 stars');
  expect(ratingLine({ customerRating: 2, ratingComment: 'Bags left' })).toBe('2 of 5 stars: “Bags left”');
});

test('asks what went wrong up to three stars', () => {
  expect(commentLabel(3)).toMatch(/^What went wrong/);
  expect(commentLabel(4)).toMatch(/^Anything to add/);
});

test('is open from its first instant until just before its last', () => {
  const window = { rateFrom: '2026-11-23T14:02:00.000Z', rateUntil: '2026-11-30T14:00:00.000Z' };
  const phaseAt = (instant: string) => ratingPhaseOf(window, Date.parse(instant));
  expect(phaseAt('2026-11-23T14:01:59.999Z')).toBe('later');
  expect(phaseAt('2026-11-23T14:02:00.000Z')).toBe('open');
  expect(phaseAt('2026-11-30T13:59:59.999Z')).toBe('open');
  expect(phaseAt('2026-11-30T14:00:00.000Z')).toBe('over');
  expect(ratingPhaseOf({ rateFrom: null, rateUntil: null }, 0)).toBe('none');
  expect(ratingPhaseOf({}, 0)).toBe('none');
});
