import { describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { afterQuietHours, dayToRemindOf, leavesAt } from './time-rules.ts';

const at = (day: string, time: string, ms = 0) => new Date(instantOf(day, time).getTime() + ms);

describe('afterQuietHours', () => {
  it.each([
    ['2026-11-25', '07:00', 0, '2026-11-25', '07:00', 0],
    ['2026-11-25', '21:00', -1, '2026-11-25', '21:00', -1],
    ['2026-11-25', '21:00', 0, '2026-11-26', '07:00', 0],
    ['2026-11-25', '00:00', 0, '2026-11-25', '07:00', 0],
    ['2026-11-25', '07:00', -1, '2026-11-25', '07:00', 0],
    // A clock change makes the night an hour shorter or longer. Quiet hours still end at 7 AM.
    ['2026-03-07', '22:00', 0, '2026-03-08', '07:00', 0],
    ['2026-03-08', '03:00', 0, '2026-03-08', '07:00', 0],
    ['2026-10-31', '21:00', 0, '2026-11-01', '07:00', 0],
    ['2026-11-01', '01:30', 0, '2026-11-01', '07:00', 0],
    ['2026-12-31', '23:59', 0, '2027-01-01', '07:00', 0],
  ])('from %s %s (%i ms) is %s %s (%i ms)', (day, time, ms, untilDay, untilTime, untilMs) => {
    expect(afterQuietHours(at(day, time, ms))).toEqual(at(untilDay, untilTime, untilMs));
  });

  it('never holds longer than the night, and ends it outside quiet hours, through spring, summer and both clock changes', () => {
    for (
      let now = at('2026-03-01', '00:00').getTime();
      now < at('2026-11-08', '00:00').getTime();
      now += 173 * 60_000
    ) {
      const after = afterQuietHours(new Date(now));
      expect(after.getTime() - now).toBeLessThanOrEqual(11 * 3_600_000);
      expect(afterQuietHours(after)).toEqual(after);
    }
  });
});

describe('leavesAt', () => {
  const [night, morning] = [at('2026-11-24', '23:00'), at('2026-11-25', '07:00')];

  it('holds every notification and text at night, and the emails that nobody waits for', () => {
    for (const isHeldAtNight of [true, false]) {
      expect(leavesAt('push', { isHeldAtNight }, night)).toEqual(morning);
      expect(leavesAt('sms', { isHeldAtNight }, night)).toEqual(morning);
    }
    expect(leavesAt('email', { isHeldAtNight: true }, night)).toEqual(morning);
    expect(leavesAt('email', { isHeldAtNight: false }, night)).toEqual(night);
  });
});

describe('dayToRemindOf', () => {
  it.each([
    ['2026-11-24', '17:00', -1, null],
    ['2026-11-24', '17:00', 0, '2026-11-25'],
    ['2026-11-24', '21:00', -1, '2026-11-25'],
    ['2026-11-24', '21:00', 0, null],
    ['2026-11-25', '00:30', 0, null],
    // The evenings around both clock changes.
    ['2026-03-07', '17:00', 0, '2026-03-08'],
    ['2026-03-08', '17:00', -1, null],
    ['2026-03-08', '17:00', 0, '2026-03-09'],
    ['2026-10-31', '17:00', 0, '2026-11-01'],
    ['2026-11-01', '17:00', -1, null],
    ['2026-11-01', '17:00', 0, '2026-11-02'],
    ['2026-12-31', '17:00', 0, '2027-01-01'],
  ])('at %s %s (%i ms) is %s', (day, time, ms, expected) => {
    expect(dayToRemindOf(at(day, time, ms))).toBe(expected);
  });
});
