import { expect, it } from 'vitest';
import { isTimeOfDay, offeredTimes } from './preferred-time-rules.ts';

it('offeredTimes are those in which somebody works, and the one that is always offered', () => {
  const early = { start: '07:00', end: '15:00' };
  expect(offeredTimes([early], 'morning')).toEqual(['morning', 'afternoon']);
  expect(offeredTimes([{ start: '06:00', end: '12:00' }], 'morning')).toEqual(['morning']);
  expect(offeredTimes([early, { start: '12:00', end: '17:01' }], 'morning')).toContain('evening');
  expect(offeredTimes([{ start: '17:00', end: '21:00' }], 'morning')).toEqual(['morning', 'evening']);
});

it('offeredTimes are all of them while there is no driver', () => {
  expect(offeredTimes([], 'morning')).toEqual(['morning', 'afternoon', 'evening']);
});

it('isTimeOfDay accepts them, and no other words', () => {
  expect([isTimeOfDay('evening'), isTimeOfDay('after work'), isTimeOfDay('toString')]).toEqual([true, false, false]);
});
