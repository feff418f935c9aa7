import { describe, expect, it } from 'vitest';
import { countedText, countTextOf, shownText } from './count-text.ts';

describe('count texts', () => {
  it('group thousands and mark a count that was cut off', () => {
    expect([0, 1234, 10_000, 10_001].map(countTextOf)).toEqual(['0', '1,234', '10,000', '10,000+']);
  });

  it('use the singular for one', () => {
    expect(countedText('1', 'pickup')).toBe('1 pickup');
    expect(countedText('10,000+', 'pickup')).toBe('10,000+ pickups');
  });

  it('say how much of a list is shown', () => {
    expect(shownText(1, '1', 'member')).toBe('1 member');
    expect(shownText(1008, '1,008', 'member')).toBe('1,008 members');
    expect(shownText(50, '1,240', 'subscriber')).toBe('Showing 50 of 1,240 subscribers');
    expect(shownText(24, '10,000+', 'member')).toBe('Showing 24 of 10,000+ members');
  });
});
