import { expect, it } from 'vitest';
import { readSearch } from './search-rules.ts';

it('reads words in lower case', () => {
  expect(readSearch('  Dana  Whitfield ')).toEqual({
    words: ['dana', 'whitfield'],
    phone: null,
    shortId: null,
    id: null,
  });
  expect(readSearch(' ').words).toEqual([]);
  expect(readSearch('Whitfield,  Dana,,').words).toEqual(['whitfield', 'dana']);
  expect(readSearch(', 1,5').words).toEqual(['1,5']);
});

it('reads a phone number however it is typed', () => {
  const phoneOf = (text: string) => readSearch(text).phone;
  expect(['(215) 555-0142', '215.555.0142', '+1 215 555 0142', '12155550142'].map(phoneOf)).toEqual(
    Array(4).fill('2155550142'),
  );
  expect(['0142', '1275'].map(phoneOf)).toEqual(['0142', '1275']);
  expect(['142', '21555501423', '2155550142345', '742 S 10th', ''].map(phoneOf)).toEqual(Array(5).fill(null));
});

it('reads a short id with its #, or whole without', () => {
  const idOf = (text: string) => readSearch(text).shortId;
  expect(['#3F2A91bc', ' #3f2a ', '3f2a91bc'].map(idOf)).toEqual(['3f2a91bc', '3f2a', '3f2a91bc']);
  expect(['3f2a', '#3f2', '#3f2a91bcd', '#oak', '1127'].map(idOf)).toEqual(Array(5).fill(null));
});

it('reads a full id', () => {
  expect(readSearch('01A1FDF9-2b6e-7cc1-9d01-5f0e3f2a91bc').id).toBe('01a1fdf9-2b6e-7cc1-9d01-5f0e3f2a91bc');
  expect(readSearch('01a1fdf9-2b6e').id).toBeNull();
});
