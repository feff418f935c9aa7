import { describe, expect, it } from 'vitest';
import { remainderCents, unusedCents } from './unused-credit.ts';

type Change = [by: 'ours' | 'theirs' | `in_${number}`, amountCents: number];

/** Returns a balance's changes newest first, as the provider lists them. The arguments are oldest first. */
const newestFirst = (...changes: Change[]) =>
  changes
    .map(([by, amountCents], index) => ({
      ...{ id: `cbtxn_${index}`, amountCents, at: new Date(index) },
      key: by === 'ours' ? `credit:${index}` : null,
      invoiceId: by.startsWith('in_') ? by : null,
    }))
    .toReversed();
const unusedAfter = (...changes: Change[]) => unusedCents(newestFirst(...changes));

it('leaves out what a person has charged to the balance when it counts a remainder', () => {
  expect(remainderCents(newestFirst(['ours', 3480], ['in_1', -3500]))).toBe(-20);
  expect(remainderCents(newestFirst(['ours', 3480], ['in_1', -3500], ['theirs', -1000]))).toBe(-20);
  expect(remainderCents(newestFirst(['ours', 875], ['theirs', -1000]))).toBe(0);
  expect(unusedAfter(['ours', 875], ['theirs', -1000])).toBe(0);
});

describe('unused credit of ours', () => {
  it.each<[string, number, Change[]]>([
    ['nothing', 0, []],
    [
      'what was given',
      700,
      [
        ['ours', 500],
        ['ours', 200],
      ],
    ],
    [
      'less what was taken away',
      100,
      [
        ['ours', 500],
        ['ours', -400],
      ],
    ],
    [
      'less what invoices used',
      200,
      [
        ['ours', 500],
        ['in_1', -300],
      ],
    ],
    [
      'what a void invoice returned',
      500,
      [
        ['ours', 500],
        ['in_1', -300],
        ['in_1', 300],
      ],
    ],
    ["none of a person's", 0, [['theirs', 900]]],
    [
      "ours, which is used before a person's",
      0,
      [
        ['theirs', 900],
        ['ours', 500],
        ['in_1', -600],
      ],
    ],
    [
      "only ours of what is returned, not a person's",
      0,
      [
        ['theirs', 900],
        ['in_1', -600],
        ['in_1', 600],
      ],
    ],
    [
      'ours of what is returned',
      500,
      [
        ['theirs', 900],
        ['ours', 500],
        ['in_1', -600],
        ['in_1', 600],
      ],
    ],
    [
      "none when it was taken away together with a person's",
      0,
      [
        ['theirs', 900],
        ['ours', 500],
        ['ours', -1400],
      ],
    ],
    [
      'what is given after that',
      300,
      [
        ['theirs', 900],
        ['ours', 500],
        ['ours', -1400],
        ['ours', 300],
      ],
    ],
    [
      'none while a remainder is owed',
      0,
      [
        ['ours', 480],
        ['in_1', -480],
        ['in_1', -20],
      ],
    ],
    [
      'none once the remainder is forgiven',
      0,
      [
        ['ours', 480],
        ['in_1', -480],
        ['in_1', -20],
        ['ours', 20],
      ],
    ],
    [
      'none once the remainder is charged',
      0,
      [
        ['ours', 480],
        ['in_1', -480],
        ['in_1', -20],
        ['in_2', 20],
      ],
    ],
    [
      'less the remainder',
      80,
      [
        ['ours', 480],
        ['in_1', -480],
        ['in_1', -20],
        ['ours', 100],
      ],
    ],
    [
      'less what a person has taken',
      100,
      [
        ['ours', 500],
        ['theirs', -400],
      ],
    ],
  ])('is %s', (_, cents, changes) => {
    expect(unusedAfter(...changes)).toBe(cents);
  });
});
