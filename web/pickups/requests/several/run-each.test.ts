import { expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { runEach } from './run-each.ts';

it('tries every item, one after the other, and gives each failure its reason', async () => {
  const sent: string[] = [];
  const progress: number[] = [];
  const outcomes = await runEach(
    ['a', 'b', 'c'],
    async (item) => {
      sent.push(item);
      if (item === 'b') throw new ApiError(409, '', JSON.stringify({ message: 'This pickup is completed.' }));
    },
    (done) => progress.push(done),
  );
  expect(sent).toEqual(['a', 'b', 'c']);
  expect(progress).toEqual([1, 2, 3]);
  expect(outcomes).toEqual([
    { item: 'a', problem: null },
    { item: 'b', problem: 'This pickup is completed.' },
    { item: 'c', problem: null },
  ]);
});
