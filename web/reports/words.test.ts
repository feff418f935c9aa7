import { expect, it } from 'vitest';
import { periodLabel, shareText, spanLabel, tonsText } from './words.ts';

it('writes periods without repeating the month', () => {
  expect(periodLabel({ from: '2026-11-23', to: '2026-11-23' })).toBe('Nov 23');
  expect(periodLabel({ from: '2026-11-23', to: '2026-11-29' })).toBe('Nov 23 – 29');
  expect(periodLabel({ from: '2026-11-30', to: '2026-12-06' })).toBe('Nov 30 – Dec 6');
  expect(spanLabel({ from: '2026-11-23', to: '2026-11-29' })).toBe('Nov 23 – 29, 2026');
  expect(spanLabel({ from: '2026-12-28', to: '2027-01-03' })).toBe('Dec 28, 2026 – Jan 3, 2027');
});

it('never rounds a share to 100% or 0%', () => {
  expect(shareText(1, 3)).toBe('33.3%');
  expect(shareText(99_999, 100_000)).toBe('99.9%');
  expect(shareText(1, 100_000)).toBe('0.1%');
  expect([shareText(0, 5), shareText(5, 5), shareText(0, 0)]).toEqual(['0%', '100%', '–']);
});

it('writes tons as on tickets, and nothing weighed as a dash', () => {
  expect([tonsText(3.6), tonsText(1204.25), tonsText(0), tonsText(null)]).toEqual(['3.60', '1,204.25', '0.00', '–']);
});
