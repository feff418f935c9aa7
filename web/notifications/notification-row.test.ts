import { expect, test } from 'vitest';
import { timeAgo } from './notification-row.tsx';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:59:40Z', 'just now'],
  ['2026-11-21T12:00:05Z', 'just now'],
  ['2026-11-21T11:48:00Z', '12 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-01T12:00:00Z', '20 days ago'],
])('formats %s as %s', (instant, words) => {
  expect(timeAgo(instant, now)).toBe(words);
});
