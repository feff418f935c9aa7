import { expect, it } from 'vitest';
import { directionsOf } from './directions-rules.ts';

const pine = (count: number) =>
  Array.from({ length: count }, (_, index) => `${100 + index} Pine St, Philadelphia, PA 19147`);
const partsOf = (link: string | null) => {
  const { searchParams } = new URL(link ?? '');
  return [...(searchParams.get('waypoints')?.split('|') ?? []), searchParams.get('destination')];
};

it('links through the first ten stops, with the last one as the destination', () => {
  expect(partsOf(directionsOf(pine(12)))).toEqual(pine(10));
  expect(partsOf(directionsOf(pine(1)))).toEqual(pine(1));
  expect(directionsOf(pine(1))).not.toContain('waypoints');
  expect(directionsOf([])).toBe(null);
});

it('stays within the length limit of a link and includes as many stops as fit', () => {
  const long = Array.from({ length: 12 }, (_, index) => `${index} ${'Ünïcödé '.repeat(11)}`.trim());
  const link = directionsOf(long);
  expect(link?.length).toBeLessThanOrEqual(2_048);
  const parts = partsOf(link);
  expect(parts).toEqual(long.slice(0, parts.length));
  expect(parts.length).toBeGreaterThan(5);
  expect(directionsOf(['🏚'.repeat(500)])?.length).toBeLessThanOrEqual(2_048);
});

it('removes the separator character from addresses', () => {
  expect(partsOf(directionsOf(['A | B, 12 Pine St', '1 Main St']))).toEqual(['A B, 12 Pine St', '1 Main St']);
});
