import { describe, expect, it } from 'vitest';
import { decodeOutlines } from '../../../contract/neighborhoods/outlines.ts';
import topology from '../../../contract/neighborhoods/philadelphia.topo.json' with { type: 'json' };
import { unitsOf } from './geometry.ts';
import { placeStops } from './map-stops.ts';
import { layoutMarks, type Marks } from './marks.ts';
import { linesOf, placeNames } from './names.ts';
import { groundOf } from './outlines.ts';
import { drawnRivers } from './rivers.ts';

const ground = groundOf(decodeOutlines(topology));
const namesAt = (zoom: number, marks: Marks = { sites: [], stops: [] }) =>
  placeNames(ground.neighborhoods, drawnRivers, marks, zoom, null).map(({ lines }) => lines.join(' '));

describe('names on the ground', () => {
  it('appear when their neighborhood is large enough', () => {
    const far = namesAt(10);
    expect(far).toContain('Delaware River');
    expect(far).not.toContain('Bella Vista');
    expect(far.length).toBeLessThan(40);
    expect(namesAt(14)).toContain('Bella Vista');
    expect(namesAt(14).length).toBeGreaterThan(140);
  });

  it('give way to stops', () => {
    const spot = ground.neighborhoods.find(({ name }) => name === 'Bella Vista')?.center() ?? { x: 0, y: 0 };
    const route = { id: 'one', name: 'truck', color: '#123', stops: [] };
    const stops = [-1, 0, 1].flatMap((row) =>
      [-1, 0, 1].map((column) => ({
        ...{ id: `${row}${column}`, number: 1, place: null, status: 'open' as const, name: '', address: '', route },
        ...{ x: spot.x + column * 4, y: spot.y + row * 2 },
      })),
    );
    expect(namesAt(13, layoutMarks({ stops, sites: [] }, 13, null))).not.toContain('Bella Vista');
    const site = { id: 'site', name: '', visits: [], x: spot.x, y: spot.y };
    expect(namesAt(13, layoutMarks({ stops: [], sites: [site] }, 13, null))).not.toContain('Bella Vista');
    expect(namesAt(13)).toContain('Bella Vista');
  });

  it('take two lines when they are long', () => {
    expect(linesOf('Fishtown - Lower Kensington')).toEqual(['Fishtown', 'Lower Kensington']);
    expect(linesOf('Northeast Phila Airport')).toEqual(['Northeast', 'Phila Airport']);
    expect(linesOf('Bella Vista')).toEqual(['Bella Vista']);
    expect(linesOf('Schuylkillwards-West')).toEqual(['Schuylkillwards-West']);
  });

  it('stand inside their neighborhood', () => {
    const { stops } = placeStops([], []);
    expect(stops).toEqual([]);
    const center = ground.neighborhoods.find(({ name }) => name === 'Rittenhouse')?.center();
    const square = unitsOf({ latitude: 39.9496, longitude: -75.1722 });
    expect(Math.hypot((center?.x ?? 0) - square.x, (center?.y ?? 0) - square.y)).toBeLessThan(25);
  });
});
