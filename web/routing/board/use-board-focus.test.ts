import { afterEach, expect, it } from 'vitest';
import { boardFocus } from './use-board-focus.ts';

afterEach(() => boardFocus.clear());

it('tells a focus on the board from a request to bring a stop into view', () => {
  const { reveals } = boardFocus.current();
  boardFocus.focus('a');
  expect(boardFocus.current()).toMatchObject({ focusedId: 'a', reveals });
  // The same stop can be pressed twice on the map.
  boardFocus.reveal('a');
  boardFocus.reveal('a');
  expect(boardFocus.current()).toMatchObject({ focusedId: 'a', reveals: reveals + 2 });
});

it('forgets the focus when the board closes, without a new request', () => {
  boardFocus.reveal('a');
  const { reveals } = boardFocus.current();
  boardFocus.clear();
  expect(boardFocus.current()).toEqual({ focusedId: null, reveals });
});

it('keeps the same state when nothing changes, so that nothing renders', () => {
  boardFocus.focus('a');
  const before = boardFocus.current();
  boardFocus.focus('a');
  expect(boardFocus.current()).toBe(before);
});
