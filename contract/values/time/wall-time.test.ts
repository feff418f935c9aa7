import { expect, test } from 'vitest';
import { WallTime } from './wall-time.ts';

test('a wall time is HH:MM from 00:00 to 23:59', () => {
  for (const time of ['00:00', '09:05', '19:59', '20:00', '23:59']) expect(WallTime.safeParse(time).success).toBe(true);
  for (const text of [
    '24:00',
    '7:00',
    '07:60',
    '07:0',
    '007:00',
    '07:000',
    '07:00 ',
    'x7:00',
    '0x:00',
    '2x:00',
    '07:x0',
    '07:0x',
  ]) {
    expect(WallTime.safeParse(text).success, text).toBe(false);
  }
});

test.each([null, 'noon'])('%s gets the message with an example', (value) => {
  expect(WallTime.safeParse(value).error?.issues[0]?.message).toBe('Please enter a time such as 07:00');
});
