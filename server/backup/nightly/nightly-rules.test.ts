import { describe, expect, it } from 'vitest';
import { expiredOf, isDue, madeAt, nightlyName, nightOf } from './nightly-rules.ts';

describe('nightOf', () => {
  it.each([
    ['2026-11-23T07:29:59Z', '2026-11-22'],
    ['2026-11-23T07:30:00Z', '2026-11-23'],
    ['2026-11-24T04:59:00Z', '2026-11-23'],
    // Clocks go from 2:00 to 3:00, so 2:30 is 3:30.
    ['2027-03-14T07:29:00Z', '2027-03-13'],
    ['2027-03-14T07:30:00Z', '2027-03-14'],
    // 1:30 comes twice; 2:30 once, after both.
    ['2026-11-01T06:30:00Z', '2026-10-31'],
    ['2026-11-01T07:30:00Z', '2026-11-01'],
  ])('of %s is %s at 2:30', (now, night) => {
    expect(nightOf(new Date(now), '02:30')).toBe(night);
  });

  it('is one night when a time comes twice', () => {
    const nights = ['05:29', '05:31', '06:29', '06:31'].map((time) =>
      nightOf(new Date(`2026-11-01T${time}:00Z`), '01:30'),
    );
    expect(new Set(nights.slice(1)).size).toBeLessThanOrEqual(2);
    expect(nights.at(-1)).toBe('2026-11-01');
    expect([...nights].sort()).toEqual(nights);
  });
});

describe('isDue', () => {
  const now = new Date('2026-11-23T08:00:00Z');
  const after = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  it.each([
    [0, null, true],
    [1, 0, true],
    [2, 14, false],
    [2, 15, true],
    [3, 29, false],
    [3, 30, true],
    [9, 239, false],
    [9, 240, true],
  ])('after %i failures, the last %s minutes ago: %s', (failures, minutes, due) => {
    expect(isDue({ isMade: false, failures, lastEndedAt: minutes === null ? null : after(minutes) }, now)).toBe(due);
  });

  it('is false once the backup is made', () => {
    expect(isDue({ isMade: true, failures: 0, lastEndedAt: null }, now)).toBe(false);
  });
});

describe('expiredOf', () => {
  const at = (day: string, time = '07:30:00') => nightlyName(new Date(`${day}T${time}Z`));
  const day = (n: number) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10);

  it('keeps 7 days and 4 weeks of nights in a row', () => {
    const names = Array.from({ length: 60 }, (_, n) => at(day(n)));
    const newest = names.at(-1) ?? '';
    const expired = new Set(expiredOf(names, newest));
    const kept = names.filter((name) => !expired.has(name));
    // Wednesday, December 30: its week and the week before are among the seven days; then two Sundays.
    expect(kept).toEqual([
      ...['2026-12-13', '2026-12-20'].map((one) => at(one)),
      ...['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30'].map((one) =>
        at(one),
      ),
    ]);
  });

  it('keeps the same when it runs each night as when it runs once', () => {
    let files: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const made = at(day(n));
      files.push(made);
      const expired = expiredOf(files, made);
      files = files.filter((name) => !expired.includes(name));
      expect(files.length).toBeLessThanOrEqual(11);
    }
    const names = Array.from({ length: 60 }, (_, n) => at(day(n)));
    const expired = expiredOf(names, names.at(-1) ?? '');
    expect(files).toEqual(names.filter((name) => !expired.includes(name)));
  });

  it('keeps the newest of a day, and all that is not older than the newest good one', () => {
    const [early, late] = [at(day(0), '07:30:00'), at(day(0), '15:00:00')];
    expect(expiredOf([early, late], late)).toEqual([early]);
    expect(expiredOf([early, late], early)).toEqual([]);
  });

  it('keeps old ones while none are made', () => {
    const names = [at('2026-01-05'), at('2026-01-06'), at('2026-06-01')];
    expect(expiredOf(names, names[2] ?? '')).toEqual([]);
  });

  it('never names files that are not nightly backups', () => {
    const others = ['stoop-2026-01-01T07-30-00Z.backup', 'notes.txt', `${at(day(0))}.part`, `copy of ${at(day(0))}`];
    const nights = Array.from({ length: 40 }, (_, n) => at(day(n)));
    const expired = expiredOf([...others, ...nights], nights.at(-1) ?? '');
    expect(expired.length).toBeGreaterThan(20);
    expect(expired.filter((name) => others.includes(name))).toEqual([]);
  });

  it('reads the instant of its own names only', () => {
    expect(madeAt(at(day(0)))).toEqual(new Date('2026-11-01T07:30:00Z'));
    expect(madeAt('stoop-nightly-2026-13-01T07-30-00Z.backup')).toBeUndefined();
  });
});
