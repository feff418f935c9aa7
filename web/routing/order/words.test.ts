import { describe, expect, it } from 'vitest';
import { dragTexts, movedText, pinnedText } from './words.ts';

const stops = ['718 S 9th St', '742 S 10th St', '1 Elm St'].map((street, index) => ({
  id: `${index}`,
  address: `${street}, Philadelphia, PA 19147`,
}));
/** The only parts of the drag library's events that are read. */
// biome-ignore lint/suspicious/noExplicitAny: the rest of the event doesn't affect the words
const at = (activeId: string, overId: string | null): any => ({
  active: { id: activeId },
  over: overId === null ? null : { id: overId },
});

describe('a drag', () => {
  const words = dragTexts(stops);

  it('is announced step by step, with street and position', () => {
    expect(words.onDragStart(at('0', null))).toBe('718 S 9th St picked up, place 1 of 3.');
    expect(words.onDragOver(at('0', '2'))).toBe('718 S 9th St, place 3 of 3.');
    expect(words.onDragEnd(at('0', '2'))).toBe('718 S 9th St dropped at place 3 of 3 and pinned there.');
  });

  it('is announced when it changes nothing', () => {
    expect(words.onDragOver(at('0', null))).toBeUndefined();
    expect(words.onDragEnd(at('1', '1'))).toBe('742 S 10th St put back where it was.');
    expect(words.onDragEnd(at('1', null))).toBe('742 S 10th St put back where it was.');
    expect(words.onDragCancel(at('1', '2'))).toBe('Move cancelled. 742 S 10th St is back where it was.');
  });

  it('is announced even if its stop is gone', () => {
    expect(words.onDragCancel(at('gone', null))).toBe('Move cancelled. The stop is back where it was.');
  });
});

it('announces moves by button and pins', () => {
  const stop = { id: '0', address: '718 S 9th St, Philadelphia, PA 19147' };
  expect(movedText(stop, 2, 3)).toBe('718 S 9th St moved to place 2 of 3 and pinned there.');
  expect([true, false].map((isPinned) => pinnedText(stop, isPinned))).toEqual([
    '718 S 9th St pinned to its place.',
    '718 S 9th St is free to move again.',
  ]);
});
