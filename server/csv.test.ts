import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvLines } from './csv.ts';

it.each(['1 Elm St; Apt 2', 'a;=1+1', 'a\tb', 'a\rb', 'a\nb', 'a,b', 'a "b"'])(
  'quotes %j, which could split',
  (cell) => {
    const line = csvLines([['first', cell, 'last']]);
    expect(line).toBe(`first,"${cell.replaceAll('"', '""')}",last\r\n`);
    expect(parse(line)).toEqual([['first', cell, 'last']]);
  },
);

it('leaves plain cells as they are', () => {
  expect(csvLines([['1 Elm St', 12.5, '-12.50', null, true]])).toBe('1 Elm St,12.5,-12.50,,true\r\n');
});
