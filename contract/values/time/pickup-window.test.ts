import { expect, test } from 'vitest';
import { curbTimeOf, readPickupWindow, spokenTime } from './pickup-window.ts';

test.each([
  ['8:00 AM – 10:00 AM', '08:00', '10:00', '7 AM'],
  ['6:30 AM – 8:30 AM', '06:30', '08:30', '6:30 AM'],
  ['11:30 AM – 1:30 PM', '11:30', '13:30', '7 AM'],
  ['12:00 PM – 2:00 PM', '12:00', '14:00', '7 AM'],
])('%s is from %s to %s, with bags out by %s', (text, from, to, curb) => {
  const window = readPickupWindow(text);
  expect(window).toEqual({ from, to });
  expect(spokenTime(curbTimeOf(window))).toBe(curb);
});

test.each([null, '', 'morning', '8:00 AM'])('%j is not a window, so bags are due by 7 AM', (text) => {
  expect(readPickupWindow(text)).toBeNull();
  expect(spokenTime(curbTimeOf(readPickupWindow(text)))).toBe('7 AM');
});
