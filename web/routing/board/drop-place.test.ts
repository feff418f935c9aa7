import { describe, expect, it } from 'vitest';
import { edgeStep, gapAt, isSameOrder, staysBefore } from './drop-place.ts';

describe('the gap under the pointer', () => {
  const rows = (top: number, ...heights: number[]) =>
    heights.map((height, index) => {
      const start = heights.slice(0, index).reduce((sum, one) => sum + one, top);
      return { top: start, bottom: start + height };
    });
  const list = rows(100, 56, 56, 56);

  it('is the nearest one', () => {
    expect([100, 127, 129, 183, 185, 268].map((y) => gapAt(y, list))).toEqual([0, 0, 1, 1, 2, 3]);
  });

  it('stays within the list', () => {
    expect(gapAt(-500, list)).toBe(0);
    expect(gapAt(5000, list)).toBe(3);
    expect(gapAt(5000, [])).toBe(0);
  });

  it('counts rows that are scrolled out of view', () => {
    expect(gapAt(100, rows(-460, ...Array.from({ length: 40 }, () => 56)))).toBe(10);
  });

  it('spans what is between two stops, such as a visit to a disposal site', () => {
    const around = [list[0], { top: 212, bottom: 292 }].filter((row) => row !== undefined);
    expect([127, 130, 200, 251, 253].map((y) => gapAt(y, around))).toEqual([0, 1, 1, 1, 2]);
  });
});

it('counts only stops that stay before the gap', () => {
  expect(staysBefore(3, ['a', 'b', 'c', 'd'], new Set(['a', 'c']))).toBe(1);
  expect(staysBefore(4, ['a', 'b', 'c', 'd'], new Set(['z']))).toBe(4);
});

describe('a drop that changes nothing', () => {
  const column = ['a', 'b', 'c', 'd'];

  it('is one next to the stop or inside the block', () => {
    expect([1, 2].map((gap) => isSameOrder(gap, column, ['b']))).toEqual([true, true]);
    expect([1, 2, 3].map((gap) => isSameOrder(gap, column, ['b', 'c']))).toEqual([true, true, true]);
  });

  it('is not one that moves a stop, closes a gap or comes from another column', () => {
    expect([0, 3].map((gap) => isSameOrder(gap, column, ['b']))).toEqual([false, false]);
    expect(isSameOrder(1, column, ['a', 'c'])).toBe(false);
    expect(isSameOrder(1, column, ['z'])).toBe(false);
  });
});

it('scrolls only near the edges, faster further out', () => {
  expect(edgeStep(300, 0, 600)).toBe(0);
  expect(edgeStep(50, 0, 600)).toBe(-2);
  expect(edgeStep(-40, 0, 600)).toBe(-18);
  expect(edgeStep(599, 0, 600)).toBe(18);
  // A box that is too small for two edges doesn't scroll.
  expect(edgeStep(1, 0, 100)).toBe(0);
});
