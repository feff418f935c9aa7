import { expect, test } from 'vitest';
import { regrouped } from './regroup.ts';

const inPairs = (text: string) =>
  text
    .replace(/\D/g, '')
    .match(/.{1,2}/g)
    ?.join(' ') ?? '';

test('a caret at the end stays at the end, after the characters that grouping adds', () => {
  expect(regrouped('123', 3, inPairs)).toEqual({ text: '12 3', caret: 4 });
});

test('a caret in the middle stays after the same digit', () => {
  // "12 34" with a 9 typed after the 2.
  expect(regrouped('129 34', 3, inPairs)).toEqual({ text: '12 93 4', caret: 4 });
  // "12 34" with the 1 deleted.
  expect(regrouped('2 34', 0, inPairs)).toEqual({ text: '23 4', caret: 0 });
});

test('other characters leave the caret where it was', () => {
  expect(regrouped('1x2', 2, inPairs)).toEqual({ text: '12', caret: 1 });
});
