import { describe, expect, it } from 'vitest';
import { groupByZip, orderStops, shareOut, zipOf } from './rules.ts';

const stop = (id: string, address: string) => ({ id, address });
const stops = [
  stop('a', '1200 S 9th St, Philadelphia, PA 19147'),
  stop('b', '742 S 10th St, Philadelphia, PA 19147'),
  stop('c', '718 S 9th St, Philadelphia, PA 19147'),
  stop('d', '4521 Baltimore Ave, Philadelphia, PA 19143-1234'),
  stop('e', 'The blue house'),
];

describe('areas', () => {
  it('know a ZIP code from a house number', () => {
    expect(zipOf('19147 Long Lane, Philadelphia, PA 19103')).toBe('19103');
    expect(zipOf('4521 Baltimore Ave, PA 19143-1234')).toBe('19143');
    expect(zipOf('191471 Nowhere')).toBeNull();
  });

  it('are the ZIP codes, the largest first, with everybody in one', () => {
    expect(groupByZip(stops).map(({ zip, stops: members }) => [zip, members.map(({ id }) => id)])).toEqual([
      ['19147', ['b', 'c', 'a']],
      [null, ['e']],
      ['19143', ['d']],
    ]);
  });
});

describe('a day', () => {
  it('drives a street from one end to the other, whatever order it is given', () => {
    expect(orderStops(stops).map(({ id }) => id)).toEqual(['e', 'd', 'b', 'c', 'a']);
    expect(orderStops(stops.toReversed())).toEqual(orderStops(stops));
  });

  it('is shared out evenly, counting what each has already', () => {
    const shares = shareOut(
      stops,
      new Map([
        ['one', 2],
        ['two', 0],
      ]),
    );
    expect([...shares.values()].sort()).toEqual(['one', 'one', 'two', 'two', 'two']);
    expect(
      shareOut(
        stops,
        new Map([
          ['one', 9],
          ['two', 0],
        ]),
      ).get('a'),
    ).toBe('two');
    expect(shareOut(stops, new Map()).size).toBe(0);
  });
});
