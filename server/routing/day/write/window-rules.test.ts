import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../contract/values/time/dates.ts';
import { mayReplaceWindow, windowAround } from './window-rules.ts';

describe('windowAround', () => {
  it.each([
    ['10:00', '9:00 AM – 11:00 AM'],
    ['10:07', '9:00 AM – 11:00 AM'],
    ['10:20', '9:30 AM – 11:30 AM'],
    ['12:40', '11:30 AM – 1:30 PM'],
    ['07:00', '7:00 AM – 9:00 AM'],
    ['07:50', '7:00 AM – 9:00 AM'],
    ['08:20', '7:30 AM – 9:30 AM'],
  ])('an arrival at %s is promised for %s', (arrival, window) => {
    expect(windowAround(instantOf('2026-11-25', arrival), '07:00')).toBe(window);
  });

  it('contains every arrival of a day', () => {
    for (let minute = 7 * 60; minute < 20 * 60; minute++) {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const [from, to] = windowAround(instantOf('2026-11-25', time), '07:00').split(' – ').map(minutesOf) as [
        number,
        number,
      ];
      expect(to - from).toBe(120);
      expect(minute).toBeGreaterThanOrEqual(from);
      expect(minute).toBeLessThanOrEqual(to);
    }
  });
});

function minutesOf(text: string): number {
  const [, hours = '', minutes = '', half = ''] = /^(\d+):(\d\d) (AM|PM)$/.exec(text) ?? [];
  return ((Number(hours) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minutes);
}

describe('mayReplaceWindow', () => {
  it('holds until the reminder, at 5 PM the evening before', () => {
    const reminder = instantOf('2026-11-24', '17:00');
    expect(mayReplaceWindow('2026-11-25', new Date(reminder.getTime() - 1))).toBe(true);
    expect(mayReplaceWindow('2026-11-25', reminder)).toBe(false);
    expect(mayReplaceWindow('2026-11-25', instantOf('2026-11-25', '09:00'))).toBe(false);
  });
});
