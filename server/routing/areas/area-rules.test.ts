import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fastestTryMs } from '../../../tests/support/fastest-try.ts';
import { cpuTimeMs } from '../solver/search-limit.ts';
import { type AreaLimits, type AreaStop, estimateMinutes, groupIntoAreas } from './area-rules.ts';

const limits = { minutes: 480, radiusMiles: 2, minutesPerMile: 4 };

function stopAt(id: string, latitude: number, longitude: number, minutes = 5): AreaStop {
  return { id, latitude, longitude, minutes };
}

/** Groups stops without a pause. Returns the areas and the longest processor time between two pauses. */
function groupAtOnce<S extends AreaStop>(stops: readonly S[], to: AreaLimits): { areas: S[][]; longestMs: number } {
  const pieces = groupIntoAreas(stops, to);
  for (let longestMs = 0; ; ) {
    const startedMs = cpuTimeMs();
    const piece = pieces.next();
    longestMs = Math.max(longestMs, cpuTimeMs() - startedMs);
    if (piece.done) return { areas: piece.value, longestMs };
  }
}

const areasOf = <S extends AreaStop>(stops: readonly S[], to: AreaLimits) => groupAtOnce(stops, to).areas;

/** Returns the approximate miles between two stops. */
function milesBetween(a: AreaStop, b: AreaStop): number {
  const east = (((a.longitude - b.longitude + 540) % 360) - 180) * Math.cos((a.latitude * Math.PI) / 180);
  return 69.09 * Math.hypot(east, a.latitude - b.latitude);
}

const someStops = fc
  .array(
    fc.record({
      latitude: fc.double({ min: 39.85, max: 40.15, noNaN: true }),
      longitude: fc.double({ min: -75.3, max: -74.95, noNaN: true }),
      minutes: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 120 },
  )
  .map((places) => places.map((place, index) => ({ id: String(index).padStart(4, '0'), ...place })));

describe('groupIntoAreas', () => {
  it('puts every stop in one area, within a day of work and the radius', () => {
    fc.assert(
      fc.property(someStops, (stops) => {
        const areas = areasOf(stops, limits);
        expect(
          areas
            .flat()
            .map(({ id }) => id)
            .sort(),
        ).toEqual(stops.map(({ id }) => id));
        for (const area of areas) {
          expect(estimateMinutes(area, limits.minutesPerMile)).toBeLessThanOrEqual(limits.minutes);
          for (const stop of area) {
            expect(milesBetween(stop, area[0] as AreaStop)).toBeLessThanOrEqual(2 * limits.radiusMiles + 0.05);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on the order of the stops', () => {
    fc.assert(
      fc.property(someStops, (stops) => {
        expect(areasOf(stops.toReversed(), limits)).toEqual(areasOf(stops, limits));
      }),
      { numRuns: 30 },
    );
  });

  it('groups neighbors and separates distant stops', () => {
    const south = [stopAt('a', 39.936, -75.158), stopAt('b', 39.935, -75.159)];
    const west = stopAt('c', 39.949, -75.213);
    expect(areasOf([west, ...south], limits).map((area) => area.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
  });

  it('splits more than a day of work, even at a single address', () => {
    const address = Array.from({ length: 200 }, (_, index) => stopAt(String(index).padStart(3, '0'), 39.9, -75.1, 5));
    const areas = areasOf(address, limits);
    expect(areas.flat()).toHaveLength(200);
    expect(areas.length).toBeLessThanOrEqual(4);
    expect(Math.max(...areas.map((area) => area.length))).toBeLessThanOrEqual(96);
  });

  it('handles no stop, one stop, a stop longer than a day, and the date line', () => {
    expect(areasOf([], limits)).toEqual([]);
    expect(areasOf([stopAt('a', 0, 0, 999)], limits)).toEqual([[stopAt('a', 0, 0, 999)]]);
    const across = [stopAt('a', 10, 179.995), stopAt('b', 10, -179.995)];
    expect(areasOf(across, limits)).toEqual([across]);
    expect(estimateMinutes(across, 4)).toBeCloseTo(10 + 4 * 0.68, 1);
  });

  it('measures the radius correctly however far away another stop is', () => {
    const city = Array.from({ length: 600 }, (_, index) =>
      stopAt(
        `b${String(index).padStart(3, '0')}`,
        39.95 + ((index * 7919) % 300) / 10_000,
        -75.25 + ((index * 104_729) % 1200) / 10_000,
      ),
    );
    for (const far of [stopAt('a', 61.2, -149.9), stopAt('a', 90, 0), stopAt('a', -90, 0)]) {
      for (const area of areasOf([far, ...city], { ...limits, radiusMiles: 1.2 })) {
        const mean = (of: (stop: AreaStop) => number) => area.reduce((sum, stop) => sum + of(stop), 0) / area.length;
        const middle = stopAt(
          'middle',
          mean(({ latitude }) => latitude),
          mean(({ longitude }) => longitude),
        );
        for (const stop of area) expect(milesBetween(stop, middle)).toBeLessThan(1.21);
      }
    }
  });

  it('groups ten thousand addresses within a second, and pauses at least every 50 ms', async () => {
    const stops = Array.from({ length: 10_000 }, (_, index) =>
      stopAt(
        String(index).padStart(5, '0'),
        39.9 + ((index * 7919) % 1500) / 10_000,
        -75.25 + ((index * 104_729) % 2500) / 10_000,
      ),
    );
    const groupMs = () => {
      const startedMs = cpuTimeMs();
      const { areas, longestMs } = groupAtOnce(stops, limits);
      expect(areas.flat()).toHaveLength(10_000);
      return longestMs > 50 ? Number.POSITIVE_INFINITY : cpuTimeMs() - startedMs;
    };
    expect(await fastestTryMs(1_000, groupMs)).toBeLessThan(1_000);
  });
});
