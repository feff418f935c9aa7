import { expect, test } from 'vitest';
import { steadyList } from './steady-list.ts';

const item = (id: string, isRead = false) => ({ id, isRead });

test('as long as nothing is held, the latest shows', () => {
  expect(steadyList(null, [item('b'), item('a')])).toEqual({ shown: [item('b'), item('a')], waiting: 0 });
});

test('what is new waits, what is shown stays in place and up to date', () => {
  const held = [item('b'), item('a')];
  const latest = [item('d'), item('c'), item('b', true), item('a')];
  expect(steadyList(held, latest)).toEqual({ shown: [item('b', true), item('a')], waiting: 2 });
});

test('what has fallen out of the latest stays while it is being read', () => {
  expect(steadyList([item('b'), item('a')], [item('c'), item('b')])).toEqual({
    shown: [item('b'), item('a')],
    waiting: 1,
  });
});
