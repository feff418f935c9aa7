import { expect, test } from 'vitest';
import { arrivalText } from './arrival-text.ts';

test('says when an open stop is planned and what its customer was told', () => {
  type Stop = Parameters<typeof arrivalText>[0];
  const stop: Stop = {
    ...{ status: 'assigned', scheduledDate: '2026-11-26T14:00:00Z' },
    ...{ estimatedArrival: '2026-11-26T14:20:00Z', pickupWindow: '8:00 AM – 10:00 AM' },
  };
  const text = (change: Partial<Stop>, today = '2026-11-26') =>
    arrivalText({ ...stop, ...change }, today)?.replace(/\s/g, ' ');
  expect(text({})).toBe('ETA 9:20 AM · window 8:00 AM – 10:00 AM');
  expect(text({ estimatedArrival: null }, '2026-11-25')).toBe('window 8:00 AM – 10:00 AM');
  expect(text({ pickupWindow: null })).toBe('ETA 9:20 AM');
  expect(text({ status: 'completed' })).toBeUndefined();
  expect(text({ estimatedArrival: null, pickupWindow: null })).toBeUndefined();
  expect(text({ scheduledDate: null })).toBeUndefined();
  expect(text({}, '2026-11-27')).toBeUndefined();
});
