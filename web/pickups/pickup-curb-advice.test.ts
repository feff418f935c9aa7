import { expect, test } from 'vitest';
import { curbAdvice } from './pickup-curb-advice.ts';

test('asks for the bags by 7 AM, or at once on the day itself', () => {
  const sixThirty = new Date('2026-11-21T11:30:00Z');
  const noon = new Date('2026-11-21T17:00:00Z');
  expect(curbAdvice('2026-11-22', noon)).toBe('Put your bags at the curb by 7 AM.');
  expect(curbAdvice('2026-11-21', sixThirty)).toBe('Put your bags at the curb by 7 AM.');
  expect(curbAdvice('2026-11-21', noon)).toBe('Put your bags at the curb now.');
  expect(curbAdvice('2026-11-20', noon)).toBeNull();
});
