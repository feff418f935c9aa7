import { describe, expect, it } from 'vitest';
import {
  emptySelection,
  isAllSelected,
  type Press,
  pressed,
  pruned,
  type Selection,
  toggledAll,
  without,
} from './selection.ts';

const column = ['a', 'b', 'c', 'd', 'e'];
const plain: Press = { isRange: false, isToggle: false };
const toggle: Press = { isRange: false, isToggle: true };
const range: Press = { isRange: true, isToggle: false };
const of = (...ids: string[]): Selection => ({ ids: new Set(ids), anchor: ids.at(-1) ?? null });
const idsOf = ({ ids }: Selection) => [...ids].toSorted().join('');

describe('a plain press', () => {
  it('selects this stop alone', () => {
    expect(idsOf(pressed(of('a', 'b'), 'c', column, plain))).toBe('c');
    expect(idsOf(pressed(of('a', 'b'), 'a', column, plain))).toBe('a');
  });

  it('clears the selection if the stop was selected alone', () => {
    expect(pressed(of('a'), 'a', column, plain)).toBe(emptySelection);
  });
});

it('toggles one stop with ctrl or the checkbox', () => {
  expect(idsOf(pressed(of('a'), 'c', column, toggle))).toBe('ac');
  expect(idsOf(pressed(of('a', 'c'), 'a', column, toggle))).toBe('c');
});

describe('a press with shift', () => {
  it('adds the range from the stop pressed last, in both directions', () => {
    expect(idsOf(pressed(of('b'), 'd', column, range))).toBe('bcd');
    expect(idsOf(pressed(of('e'), 'c', column, range))).toBe('cde');
  });

  it('keeps the start of the range and the stops selected before', () => {
    const first = pressed(of('x', 'b'), 'd', column, range);
    expect(idsOf(first)).toBe('bcdx');
    expect(idsOf(pressed(first, 'a', column, range))).toBe('abcdx');
  });

  it('adds one stop if the range starts in another column or nowhere', () => {
    expect(idsOf(pressed(of('x'), 'd', column, range))).toBe('dx');
    expect(pressed(emptySelection, 'd', column, range)).toEqual({ ids: new Set(['d']), anchor: 'd' });
  });
});

it('selects a whole column, and deselects it when it is whole', () => {
  const whole = toggledAll(of('x', 'b'), column);
  expect(idsOf(whole)).toBe('abcdex');
  expect(isAllSelected(whole.ids, column)).toBe(true);
  expect(idsOf(toggledAll(whole, column))).toBe('x');
  expect(isAllSelected(whole.ids, [])).toBe(false);
});

it('keeps the other stops selected when some were moved', () => {
  expect(without(of('a', 'b', 'c'), ['a', 'x'])).toEqual({ ids: new Set(['b', 'c']), anchor: 'c' });
  expect(without(of('a', 'b'), ['b'])).toEqual({ ids: new Set(['a']), anchor: null });
});

describe('a refresh of the board', () => {
  it('drops only what can no longer be selected', () => {
    expect(pruned(of('a', 'b', 'c'), new Set(['a', 'b', 'z']))).toEqual({ ids: new Set(['a', 'b']), anchor: null });
  });

  it('returns the same selection when nothing changed', () => {
    const before = of('a', 'b');
    expect(pruned(before, new Set(column))).toBe(before);
  });
});
