import { expect, it } from 'vitest';
import { noFilter } from './shapes.ts';

it("refuses a filter that the list doesn't have, and takes one that filters nothing", () => {
  const takes = (value: unknown) => noFilter('role').safeParse(value).success;
  expect([undefined, '', 'all', 'driver'].map(takes)).toEqual([true, true, true, false]);
});
