import { describe, expect, it } from 'vitest';
import { daysIn, periodsOf, presetSpan } from './report-periods.ts';

describe('presets', () => {
  it.each([
    ['this-week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['this-week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['last-week', '2026-11-29', '2026-11-16', '2026-11-22'],
    ['this-month', '2026-02-15', '2026-02-01', '2026-02-28'],
    ['this-month', '2024-02-29', '2024-02-01', '2024-02-29'],
    ['this-month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ] as const)('%s on %s is %s to %s', (preset, today, from, to) => {
    expect(presetSpan(preset, today)).toEqual({ from, to });
  });
});

describe('periods', () => {
  it('are days up to a month, also over a clock change', () => {
    const periods = periodsOf({ from: '2026-10-30', to: '2026-11-02' });
    expect(periods.map(({ from, to }) => [from, to])).toEqual([
      ['2026-10-30', '2026-10-30'],
      ['2026-10-31', '2026-10-31'],
      ['2026-11-01', '2026-11-01'],
      ['2026-11-02', '2026-11-02'],
    ]);
  });

  it('are weeks from Monday above it, and months above half a year, cut to the span', () => {
    expect(periodsOf({ from: '2026-10-01', to: '2026-11-10' })).toEqual([
      { from: '2026-10-01', to: '2026-10-04' },
      { from: '2026-10-05', to: '2026-10-11' },
      { from: '2026-10-12', to: '2026-10-18' },
      { from: '2026-10-19', to: '2026-10-25' },
      { from: '2026-10-26', to: '2026-11-01' },
      { from: '2026-11-02', to: '2026-11-08' },
      { from: '2026-11-09', to: '2026-11-10' },
    ]);
    const months = periodsOf({ from: '2025-12-15', to: '2026-12-14' });
    expect(months).toHaveLength(13);
    expect(months.at(0)).toEqual({ from: '2025-12-15', to: '2025-12-31' });
    expect(months.at(-1)).toEqual({ from: '2026-12-01', to: '2026-12-14' });
  });

  it.each([
    [31, 31],
    [32, 6],
    [183, 27],
    [184, 7],
  ])('of %i days are %i', (days, count) => {
    const to = new Date(Date.parse('2027-09-17') + (days - 1) * 86_400_000).toISOString().slice(0, 10);
    expect(periodsOf({ from: '2027-09-17', to })).toHaveLength(count);
  });

  it.each([1, 31, 32, 183, 184, 366])('of %i days join without a gap', (days) => {
    const from = '2027-09-17';
    const to = new Date(Date.parse(from) + (days - 1) * 86_400_000).toISOString().slice(0, 10);
    expect(daysIn({ from, to })).toBe(days);
    const periods = periodsOf({ from, to });
    expect(periods.reduce((sum, period) => sum + daysIn(period), 0)).toBe(days);
    expect([periods.at(0)?.from, periods.at(-1)?.to]).toEqual([from, to]);
  });
});
