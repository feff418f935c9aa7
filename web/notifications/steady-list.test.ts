import { expect, test } from 'vitest';
import { steadyList } from './steady-list.ts';

const item = (id: string, isRead = false) => ({ id, isRead });

test('shows the latest list when nothing is held', () => {
  expect(steadyList(null, [item('b'), item('a')])).toEqual({ shown: [item('b'), item('a')], waiting: 0 });
});

test('new items wait, shown items stay in place and up to date', () => {
  const held = [item('b'), item('a')];
  const latest = [item('d'), item('c'), item('b', true), item('a')];
  expect(steadyList(held, latest)).toEqual({ shown: [item('b', true), item('a')], waiting: 2 });
});

test('an item that dropped out of the latest list stays while it is held', () => {
  expect(steadyList([item('b'), item('a')], [item('c'), item('b')])).toEqual({
    shown: [item('b'), item('a')],
    waiting: 1,
  });
});
