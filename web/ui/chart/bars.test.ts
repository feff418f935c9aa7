import { describe, expect, it } from 'vitest';
import { barsOf, shortCount } from './bars.ts';

describe('barsOf', () => {
  it('centers each bar in its column', () => {
    const bars = barsOf([1, 2, 3, 4], 4, 56);
    expect(bars.map(({ center }) => center)).toEqual([12.5, 37.5, 62.5, 87.5]);
    for (const { x, width, center } of bars) expect(x + width / 2).toBeCloseTo(center, 2);
    expect(bars.at(-1)?.height).toBe(56);
  });

  it('gives the smallest count a visible bar, and zero none', () => {
    expect(barsOf([0, 1], 10_000, 56).map(({ height }) => height)).toEqual([0, 3]);
    expect(barsOf([0, 0], 0, 56).map(({ height }) => height)).toEqual([0, 0]);
  });

  it('labels every bar, but no two long labels side by side: today first, then the highest', () => {
    const labels = (...counts: number[]) => barsOf(counts, Math.max(...counts), 56).map(({ label }) => label);
    expect(labels(5, 0, 12, 7)).toEqual(['5', '', '12', '7']);
    expect(labels(31, 442, 28, 35, 60)).toEqual(['31', '442', '28', '35', '60']);
    expect(labels(80, 1240, 90, 95, 160)).toEqual(['80', '1.2k', '90', '95', '160']);
    expect(labels(80, 90, 95, 1240, 160)).toEqual(['80', '90', '95', '', '160']);
    expect(labels(410, 442, 420, 300, 12)).toEqual(['', '442', '', '300', '12']);
  });
});

describe('shortCount', () => {
  it('returns at most four characters', () => {
    expect([7, 999, 1000, 9949, 9950, 12_400].map(shortCount)).toEqual(['7', '999', '1.0k', '9.9k', '10k', '12k']);
  });
});
