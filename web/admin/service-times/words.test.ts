import { expect, it } from 'vitest';
import type { ServiceTimes } from '../../../contract/service-times.ts';
import { isNewest, measuredText, usedText } from './words.ts';

const measured = { id: 'm', stopSeconds: 204, bagSeconds: 18, stops: 1240, from: '2026-10-26', until: '2026-11-22' };
const set = { stopSeconds: 180, bagSeconds: 20 };
const times = (used: Partial<ServiceTimes['used']>): ServiceTimes => ({
  ...{ measured, set },
  used: { ...set, isMeasured: false, ...used },
});

it('says what was measured on which days', () => {
  expect(measuredText(measured)).toBe('Measured on 1,240 stops from Oct 26 to Nov 22: 3.4 min a stop, 18 s a bag.');
});

it.each([
  [times({}), 'Routes use 3 min and 20 s.', false],
  [times({ stopSeconds: 204, bagSeconds: 18, isMeasured: true }), 'Routes use 3.4 min and 18 s, as measured.', true],
  [
    times({ stopSeconds: 198, bagSeconds: 18, isMeasured: true }),
    'Routes use 3.3 min and 18 s, from an earlier measurement.',
    false,
  ],
  // The set times may happen to be the measured ones.
  [times({ stopSeconds: 204, bagSeconds: 18 }), 'Routes use 3.4 min and 18 s.', false],
])('says what routes use', (now, text, isLatest) => {
  expect(usedText(now)).toBe(text);
  expect(isNewest(now)).toBe(isLatest);
});
