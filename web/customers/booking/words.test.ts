import { describe, expect, test } from 'vitest';
import { deadlineText } from './words.ts';

const now = new Date('2026-11-21T17:00:00Z');

describe('a phone booking', () => {
  test('names its deadline, or that it has passed', () => {
    const on = (day: string) => deadlineText(`${day}T14:00:00.000Z`, now, '18:00');
    expect(on('2026-11-24')).toBe("It must be paid by 6:00 PM on Mon, Nov 23, or we won't come.");
    expect(on('2026-11-22')).toBe("It must be paid by 6:00 PM today, or we won't come.");
    expect(on('2026-11-21')).toBe("We can't come until it's paid.");
  });
});
