import { expect, test } from 'vitest';
import { suggestAddresses } from './address-suggestions.ts';

test('starts at three characters and offers at most three', () => {
  expect(suggestAddresses('ph')).toEqual([]);
  expect(suggestAddresses('  ph  ')).toEqual([]);
  expect(suggestAddresses('phi')).toHaveLength(3);
});

test('finds words in any order and letter case', () => {
  expect(suggestAddresses('9TH 718')).toEqual(['718 S 9th St, Philadelphia, PA 19147']);
  expect(suggestAddresses('pine, philadelphia')).toEqual(['4212 Pine St, Philadelphia, PA 19104']);
  expect(suggestAddresses('elm street')).toEqual([]);
});

test('does not offer what is already there', () => {
  expect(suggestAddresses('4212 pine st, philadelphia, pa 19104')).toEqual([]);
});
