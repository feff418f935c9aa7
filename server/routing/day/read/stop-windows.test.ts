import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../contract/values/time/dates.ts';
import { costOfWindow, preferredWindow } from './stop-windows.ts';

const at = (wallTime: string) => instantOf('2026-11-25', wallTime).getTime() / 1000;

describe('stop windows', () => {
  it('knows the three parts of the day that plans prefer', () => {
    const hoursOf = (preferredTime: string | null) => preferredWindow(preferredTime, '2026-11-25');
    expect(hoursOf('morning')).toEqual({ earliest: at('07:00'), latest: at('12:00') });
    expect(hoursOf(' Afternoon')).toEqual({ earliest: at('12:00'), latest: at('17:00') });
    expect(hoursOf('evening')).toEqual({ earliest: at('17:00'), latest: at('20:00') });
    expect([hoursOf('at six'), hoursOf(''), hoursOf(null)]).toEqual([null, null, null]);
  });

  it('costs nothing within a window; outside, the broken promise and each second cost', () => {
    const promise = { earliest: 100, latest: 200, perUnit: 2, fixed: 50 };
    expect([100, 150, 200].map((begins) => costOfWindow(promise, begins))).toEqual([0, 0, 0]);
    expect([90, 203].map((begins) => costOfWindow(promise, begins))).toEqual([70, 56]);
    expect(costOfWindow({ earliest: 100, latest: 200, perUnit: 1 }, 205)).toBe(5);
    expect(costOfWindow(undefined, 7)).toBe(0);
  });
});
