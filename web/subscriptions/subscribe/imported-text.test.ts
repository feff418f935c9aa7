import { expect, it } from 'vitest';
import { importedText } from './imported-text.ts';

it('names a start date that is still to come, and says that paying starts the plan', () => {
  const now = new Date('2026-11-23T17:00:00Z');
  expect(importedText({ startDate: '2026-12-07' }, now)).toContain(
    'Your start date is Monday, December 7. If you pay earlier, your plan starts right away.',
  );
  for (const startDate of [null, '2026-11-23', '2020-01-01']) {
    expect(importedText({ startDate }, now)).not.toContain('start date');
  }
});
