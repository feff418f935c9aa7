import { expect, test } from 'vitest';
import { nextCursorOf, totalOf } from './list-page.ts';

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
