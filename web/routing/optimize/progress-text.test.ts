import { expect, it } from 'vitest';
import { progressText } from './progress-text.ts';

it('says after a while that nobody has to wait', () => {
  const work = 'Assigning the package stops to drivers and ordering each route.';
  expect([0, 14].map((seconds) => progressText('package', seconds))).toEqual(
    Array(2).fill(`${work} This takes a few seconds.`),
  );
  expect(progressText('package', 15)).toBe(
    `${work} This takes longer than usual. You can leave this page: the routes are saved as soon as they are found.`,
  );
});
