import { expect, test } from 'vitest';
import { countTextOf } from './count-text.ts';

test('groups thousands, with a plus when the server stopped counting', () => {
  expect([0, 1234, 10_000, 10_001].map(countTextOf)).toEqual(['0', '1,234', '10,000', '10,000+']);
});
