import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../contract/values/time/dates.ts';
import { departure, inOldOrder, inResolvedOrder, isVisited, pinnedPosition, serviceSeconds } from './route-rules.ts';

const times = { stopSeconds: 180, bagSeconds: 20, startTime: '07:00' };
const noon = instantOf('2026-11-25', '12:00');

describe('serviceSeconds and departure', () => {
  it('adds time for each bag', () => {
    expect(serviceSeconds({ bagCount: 4 }, times)).toBe(260);
  });

  it('departs at 07:00, or now if that has passed or the route is under way', () => {
    const starts = (day: string, today: string, now = noon, isUnderWay = false) =>
      departure({ day, isUnderWay }, today, now, times);
    const [five, seven] = [instantOf('2026-11-25', '05:00'), instantOf('2026-11-25', '07:00')];
    expect(starts('2026-11-26', '2026-11-25')).toEqual(instantOf('2026-11-26', '07:00'));
    expect(starts('2026-11-25', '2026-11-25')).toEqual(noon);
    expect(starts('2026-11-25', '2026-11-25', five)).toEqual(seven);
    expect(starts('2026-11-25', '2026-11-25', five, true)).toEqual(five);
    // The night the clocks go back: 07:00 stays 07:00 local time.
    expect(starts('2026-11-01', '2026-10-31').toISOString()).toBe('2026-11-01T12:00:00.000Z');
  });
});

describe('order of stops', () => {
  const stop = (id: string, routeOrder: number | null, minutes: number, settledAt: Date | null = null) => ({
    ...{ id, routeOrder, settledAt, createdAt: new Date(noon.getTime() + minutes * 60_000) },
  });

  it('sorts by place in the route, then by booking time', () => {
    const stops = [stop('late', null, 5), stop('early', null, 1), stop('second', 2, 9), stop('first', 1, 9)];
    expect(inOldOrder(stops).map(({ id }) => id)).toEqual(['first', 'second', 'early', 'late']);
  });

  it('sorts resolved stops by time', () => {
    const done = [stop('b', 1, 0, new Date(2000)), stop('a', 2, 0, new Date(1000)), stop('marked', 3, 0)];
    const inOrder = inResolvedOrder(done);
    expect(inOrder.map(({ id }) => id)).toEqual(['marked', 'a', 'b']);
  });

  it('does not count a stop that the dispatcher marked as failed as visited', () => {
    const at = (status: string, settledAt: Date | null) => isVisited({ status, settledAt });
    expect([at('completed', null), at('incomplete', noon), at('incomplete', null), at('issue', null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('keeps a pinned stop at its position among the open stops', () => {
    const pinned = (routeOrder: number | null, isPinned = true) => pinnedPosition({ isPinned, routeOrder }, 2, 4);
    expect([pinned(3), pinned(6), pinned(1), pinned(99), pinned(3, false), pinned(null)]).toEqual([
      0,
      3,
      0,
      3,
      undefined,
      undefined,
    ]);
  });
});
