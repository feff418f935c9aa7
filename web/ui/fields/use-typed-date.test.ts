import { expect, it } from 'vitest';
import { hasPartialYear } from './use-typed-date.ts';

it('distinguishes a partly typed year from a whole or an empty date', () => {
  expect(['0002-11-23', '0020-11-23', '0202-11-23'].every(hasPartialYear)).toBe(true);
  expect(['2026-11-23', '2000-01-01', ''].some(hasPartialYear)).toBe(false);
});
