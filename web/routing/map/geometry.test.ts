import { describe, expect, it } from 'vitest';
import {
  closestZoom,
  degreesOf,
  drawWay,
  fitView,
  isOnEarth,
  limitView,
  panBy,
  scaleBar,
  scaleOf,
  toPixels,
  unitsOf,
  zoomAround,
} from './geometry.ts';

const cityHall = { latitude: 39.9526, longitude: -75.1635 };
const manayunk = { latitude: 40.0262, longitude: -75.2263 };
const size = { width: 800, height: 500 };

describe('projection', () => {
  it('is Web Mercator: north is up, and east and north have the same scale', () => {
    expect(unitsOf(cityHall)).toEqual({ x: 0, y: 0 });
    const north = unitsOf({ ...cityHall, latitude: cityHall.latitude + 0.01 });
    const east = unitsOf({ ...cityHall, longitude: cityHall.longitude + 0.01 / Math.cos((39.9526 * Math.PI) / 180) });
    expect(north.y).toBeLessThan(0);
    expect(east.x / -north.y).toBeCloseTo(1, 3);
    expect(scaleOf(11)).toBe(1);
  });

  it('returns to the same degrees, also beyond the date line', () => {
    for (const place of [
      cityHall,
      manayunk,
      { latitude: -17, longitude: 179.95 },
      { latitude: 51, longitude: -179.9 },
    ]) {
      const back = degreesOf(unitsOf(place));
      expect(back.latitude).toBeCloseTo(place.latitude, 9);
      expect(back.longitude).toBeCloseTo(place.longitude, 9);
    }
  });

  it('has a finite place for the poles and rejects invalid coordinates', () => {
    expect(Object.values(unitsOf({ latitude: 90, longitude: 180 })).every(Number.isFinite)).toBe(true);
    const garbage = [
      ...[null, undefined, { latitude: Number.NaN, longitude: 0 }, { latitude: 91, longitude: 0 }],
      ...[
        { latitude: 0, longitude: -181 },
        { latitude: Number.POSITIVE_INFINITY, longitude: 0 },
      ],
    ];
    expect(garbage.map(isOnEarth)).toEqual(garbage.map(() => false));
    expect(isOnEarth(cityHall)).toBe(true);
  });
});

describe('the view', () => {
  it('fits all points into the frame, as large as possible', () => {
    const points = [cityHall, manayunk].map(unitsOf);
    const pixels = points.map((point) => toPixels(point, fitView(points, size, 40), size));
    const [first, last] = pixels;
    expect([first?.y, last?.y].map((y) => Math.round(y ?? 0))).toEqual([460, 40]);
    for (const { x } of pixels) expect(x > 40 && x < 760).toBe(true);
  });

  it('shows a neighborhood around a single stop, and the city without stops', () => {
    expect(fitView([unitsOf(manayunk)], size, 40)).toEqual({ ...unitsOf(manayunk), zoom: 15 });
    expect(fitView([], size, 40).zoom).toBeCloseTo(10, 0);
  });

  it('zooms around the pixel under the pointer and pans with it', () => {
    const view = { ...unitsOf(cityHall), zoom: 12 };
    const under = { x: 130, y: 420 };
    const point = unitsOf(manayunk);
    const before = toPixels(point, view, size);
    const zoomed = toPixels(point, zoomAround(view, size, under, 13), size);
    expect(zoomed.x - under.x).toBeCloseTo(2 * (before.x - under.x), 6);
    expect(zoomed.y - under.y).toBeCloseTo(2 * (before.y - under.y), 6);
    const panned = toPixels(point, panBy(view, { x: 30, y: -20 }), size);
    expect([panned.x - before.x, panned.y - before.y].map(Math.round)).toEqual([30, -20]);
  });

  it('cannot be moved away from the stops, nor zoomed beyond a house or the whole', () => {
    const points = [cityHall, manayunk].map(unitsOf);
    const fit = fitView(points, size, 40);
    expect(limitView({ ...fit, zoom: 30 }, points, fit).zoom).toBe(closestZoom);
    expect(limitView({ ...fit, zoom: 1 }, points, fit).zoom).toBe(8);
    const lost = limitView({ x: 1e6, y: -1e6, zoom: 12 }, points, fit);
    expect(Math.hypot(lost.x, lost.y)).toBeLessThan(3_000);
  });
});

describe('the route line', () => {
  it('draws the segments that lead to done stops separately', () => {
    const points = [true, true, false, false, true].map((isDone, index) => ({ x: index * 10, y: 0, isDone }));
    expect(drawWay(points)).toEqual({ done: 'M0 0L10 0M30 0L40 0', ahead: 'M10 0L20 0L30 0' });
    expect(drawWay(points.slice(0, 1))).toEqual({ done: '', ahead: '' });
  });
});

describe('the scale bar', () => {
  it('is a round distance, true to the latitude', () => {
    const bar = scaleBar({ ...unitsOf(cityHall), zoom: 11 }, 90);
    expect(bar.label).toBe('1 mile');
    const milesNorth = unitsOf({ ...cityHall, latitude: cityHall.latitude + 1 / 69.17 });
    expect(bar.length / -milesNorth.y).toBeCloseTo(1, 1);
    expect(scaleBar({ x: 0, y: 0, zoom: 18 }, 90).label).toBe('0.02 miles');
  });
});
