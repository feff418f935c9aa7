import { expect, test } from 'vitest';
import { matchSamples } from './sample-addresses.ts';

test('starts at three characters and offers at most three', () => {
  expect(matchSamples('ph')).toEqual([]);
  expect(matchSamples('  ph  ')).toEqual([]);
  expect(matchSamples('phi')).toHaveLength(3);
});

test('finds words in any order and letter case', () => {
  expect(matchSamples('9TH 718')).toEqual(['718 S 9th St, Philadelphia, PA 19147']);
  expect(matchSamples('pine, philadelphia')).toEqual(['4212 Pine St, Philadelphia, PA 19104']);
  expect(matchSamples('elm street')).toEqual([]);
});

test('does not offer what is already there', () => {
  expect(matchSamples('4212 pine st, philadelphia, pa 19104')).toEqual([]);
});
