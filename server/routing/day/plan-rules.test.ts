import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/dates.ts';
import {
  arrivals,
  departure,
  inDoneOrder,
  inOldOrder,
  isVisited,
  lastVisited,
  milesOf,
  pinnedPosition,
  serviceSeconds,
} from './plan-rules.ts';

const times = { stopSeconds: 180, bagSeconds: 20, startTime: '07:00' };
const noon = instantOf('2026-11-25', '12:00');

describe('times', () => {
  it('grow with the bags', () => {
    expect(serviceSeconds({ bagCount: 4 }, times)).toBe(260);
  });

  it('begin at seven, or now where that has passed or the driver is on the way', () => {
    const starts = (day: string, today: string, now = noon, isUnderWay = false) =>
      departure({ day, isUnderWay }, today, now, times);
    const [five, seven] = [instantOf('2026-11-25', '05:00'), instantOf('2026-11-25', '07:00')];
    expect(starts('2026-11-26', '2026-11-25')).toEqual(instantOf('2026-11-26', '07:00'));
    expect(starts('2026-11-25', '2026-11-25')).toEqual(noon);
    expect(starts('2026-11-25', '2026-11-25', five)).toEqual(seven);
    expect(starts('2026-11-25', '2026-11-25', five, true)).toEqual(five);
    // The night in which the clocks go back: seven is still seven.
    expect(starts('2026-11-01', '2026-10-31').toISOString()).toBe('2026-11-01T12:00:00.000Z');
  });

  it('add up along the route', () => {
    expect(arrivals(noon, [0, 300, 60], [240, 120, 60]).map((at) => (at.getTime() - noon.getTime()) / 1000)).toEqual([
      0, 540, 720,
    ]);
  });
});

describe('orders', () => {
  const stop = (id: string, routeOrder: number | null, minutes: number, settledAt: Date | null = null) => ({
    ...{ id, routeOrder, settledAt, createdAt: new Date(noon.getTime() + minutes * 60_000) },
  });

  it('take the route first, then what was booked first', () => {
    const stops = [stop('late', null, 5), stop('early', null, 1), stop('second', 2, 9), stop('first', 1, 9)];
    expect(inOldOrder(stops).map(({ id }) => id)).toEqual(['first', 'second', 'early', 'late']);
  });

  it('keep what is done in the order in which it was, which says where the driver is', () => {
    const done = [stop('b', 1, 0, new Date(2000)), stop('a', 2, 0, new Date(1000)), stop('marked', 3, 0)];
    const inOrder = inDoneOrder(done);
    expect(inOrder.map(({ id }) => id)).toEqual(['marked', 'a', 'b']);
    expect(lastVisited(inOrder)?.id).toBe('b');
    expect(lastVisited([stop('marked', 3, 0)])).toBe(undefined);
  });

  it('leave out where nobody has been', () => {
    const at = (status: string, settledAt: Date | null) => isVisited({ status, settledAt });
    expect([at('completed', null), at('incomplete', noon), at('incomplete', null), at('issue', null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('hold a pinned stop at its place among what is left', () => {
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

it('shows miles to a tenth', () => {
  expect([milesOf(0), milesOf(1609.344), milesOf(2500)]).toEqual([0, 1, 1.6]);
});
