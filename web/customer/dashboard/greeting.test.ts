import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

test('greets by the New York clock', () => {
  const hours = {
    '08:30': 'Evening',
    '09:30': 'Morning',
    '16:59': 'Morning',
    '17:00': 'Afternoon',
    '23:00': 'Evening',
  };
  for (const [utc, greeting] of Object.entries(hours)) {
    expect(greetingAt(new Date(`2026-11-21T${utc}:00Z`)), utc).toBe(greeting);
  }
});
