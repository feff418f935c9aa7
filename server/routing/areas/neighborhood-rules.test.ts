import { describe, expect, it } from 'vitest';
import { decodeOutlines, type Outline } from '../../../contract/neighborhoods/outlines.ts';
import topology from '../../../contract/neighborhoods/philadelphia.topo.json' with { type: 'json' };
import { commonNeighborhood, neighborhoodAt } from './neighborhood-rules.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

/** A "U" that opens to the north, from 0,0 to 3,3, and a square in its notch. */
const cup: Outline = {
  name: 'Cup',
  ring: [
    ...([
      [0, 0],
      [3, 0],
      [3, 3],
    ] as const),
    ...([
      [2, 3],
      [2, 1],
      [1, 1],
    ] as const),
    ...([
      [1, 3],
      [0, 3],
      [0, 0],
    ] as const),
  ],
  box: [0, 0, 3, 3],
};
const notch: Outline = {
  name: 'Notch',
  ring: [
    [1, 1],
    [2, 1],
    [2, 3],
    [1, 3],
    [1, 1],
  ],
  box: [1, 1, 2, 3],
};

describe('neighborhoodAt', () => {
  it('follows a concave boundary', () => {
    const nameAt = (latitude: number, longitude: number) => neighborhoodAt(at(latitude, longitude), [cup, notch])?.name;
    expect([nameAt(2, 0.5), nameAt(2, 1.5), nameAt(2, 2.5), nameAt(0.5, 1.5)]).toEqual(['Cup', 'Notch', 'Cup', 'Cup']);
    expect([nameAt(2, 3.5), nameAt(-1, 1), nameAt(4, 1), nameAt(Number.NaN, 1)]).toEqual(Array(4).fill(undefined));
  });

  it('puts a place on a common border into exactly one neighborhood', () => {
    for (const place of [at(2, 1), at(2, 2), at(1, 1.5)]) {
      expect([cup, notch].filter((outline) => neighborhoodAt(place, [outline]))).toHaveLength(1);
    }
  });
});

describe('commonNeighborhood', () => {
  it('counts the places and ignores those outside', () => {
    const outside = Array(5).fill(at(9, 9));
    expect(commonNeighborhood([at(2, 0.5), at(2, 1.5), at(2, 1.6), ...outside], [cup, notch])).toBe('Notch');
    expect(commonNeighborhood([at(2, 1.5), at(2, 0.5)], [cup, notch])).toBe('Cup');
    expect(commonNeighborhood(outside, [cup, notch])).toBeNull();
    expect(commonNeighborhood([], [cup, notch])).toBeNull();
  });
});

describe('the outlines of Philadelphia', () => {
  const outlines = decodeOutlines(topology);

  it('are 159 closed rings inside the city', () => {
    expect(new Set(outlines.map(({ name }) => name)).size).toBe(159);
    for (const { name, ring, box } of outlines) {
      expect(ring[0], name).toEqual(ring.at(-1));
      expect(box[0] > -75.3 && box[1] > 39.8 && box[2] < -74.9 && box[3] < 40.2, name).toBe(true);
    }
  });

  it.each([
    ['Bella Vista', 39.9389, -75.1573],
    ['Rittenhouse', 39.9496, -75.1722],
    ['Chestnut Hill', 40.0737, -75.2072],
    ['Northern Liberties', 39.9637, -75.1404],
    ['Manayunk', 40.0262, -75.2263],
  ])('contain %s', (name, latitude, longitude) =>
    expect(neighborhoodAt(at(latitude, longitude), outlines)?.name).toBe(name),
  );

  it('do not contain Camden', () => expect(neighborhoodAt(at(39.9446, -75.1196), outlines)).toBeNull());
});
