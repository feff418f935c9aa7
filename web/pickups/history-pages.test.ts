import { expect, test } from 'vitest';
import { historyFilterOf } from './history-filters.ts';
import { nextCursorOf, totalOf } from './history-pages.ts';

test('finds the next page in the Link header', () => {
  const link = '</api/pickups?status=completed&limit=20&cursor=MTIz.YQ>; rel="next"';
  expect(nextCursorOf(new Headers({ link }))).toBe('MTIz.YQ');
  expect(nextCursorOf(new Headers({ link: '</api/pickups?cursor=a>; rel="prev"' }))).toBeNull();
  expect(nextCursorOf(new Headers())).toBeNull();
});

test('reads the total, and says where counting stopped', () => {
  expect(totalOf(new Headers({ 'x-total-count': '1234' }), 20)).toBe('1,234');
  expect(totalOf(new Headers({ 'x-total-count': '10000', 'x-total-count-exact': 'false' }), 20)).toBe('10,000+');
  expect(totalOf(new Headers(), 3)).toBe('3');
});

test('takes an unknown filter for All', () => {
  expect(historyFilterOf('scheduled').query).toEqual({ status: 'assigned,pending' });
  expect(historyFilterOf('one-time').query).toEqual({ type: 'one-time,same-day,next-day' });
  expect(historyFilterOf('everything').id).toBe('all');
  expect(historyFilterOf(undefined).id).toBe('all');
});
