import { describe, expect, it } from 'vitest';
import { drawWay, fitPlaces, isOnEarth, scaleBar } from './geometry.ts';
import { layoutSketch, type SketchLayout, type SketchStop, sketchText } from './layout.ts';
import { numbersText } from './marks.ts';

const cityHall = { latitude: 39.9526, longitude: -75.1635 };
const stop = (number: number, latitude: number | null, longitude = 0, isDone = false): SketchStop => ({
  id: `stop-${number}`,
  number,
  place: latitude === null ? null : { latitude, longitude },
  isDone,
});
/** A day in South Philadelphia, the first of them done. */
const day = (count: number, done = 0, first = 1) =>
  Array.from({ length: count }, (_, index) =>
    stop(
      index + first,
      39.92 + (((index + first) * 37) % 101) / 2500,
      -75.19 + (((index + first) * 61) % 103) / 2500,
      index < done,
    ),
  );

function layOut(stops: readonly SketchStop[], more: Partial<Parameters<typeof layoutSketch>[1]> = {}): SketchLayout {
  const layout = layoutSketch(stops, { size: 'regular', currentId: undefined, ...more });
  if (!layout) throw new Error('nothing was laid out');
  return layout;
}

const numbersOf = ({ way }: SketchLayout) =>
  `${way.done}${way.ahead}`.match(/-?[\d.]+|NaN|Infinity/g)?.map(Number) ?? [];
const pairs = <Item>(items: readonly Item[]) =>
  items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));

function expectInside({ frame, marks }: SketchLayout): void {
  for (const { x, y, halfWidth, halfHeight } of marks) {
    expect(x - halfWidth).toBeGreaterThanOrEqual(0);
    expect(x + halfWidth).toBeLessThanOrEqual(frame.width);
    expect(y - halfHeight).toBeGreaterThanOrEqual(0);
    expect(y + halfHeight).toBeLessThanOrEqual(frame.height);
  }
}

describe('projection', () => {
  const frame = { width: 360, height: 300, padding: 30 };

  it('puts north up, keeps the scale equal on both axes and fills the frame', () => {
    const north = { latitude: 40.0526, longitude: -75.1635 };
    const east = { latitude: 39.9526, longitude: -75.0635 };
    const { toPoint, unitsPerMile } = fitPlaces([cityHall, north, east], frame);
    const [here, up, right] = [cityHall, north, east].map(toPoint);
    expect(up?.y).toBeCloseTo(30);
    expect(here?.y).toBeCloseTo(270);
    expect(up?.x).toBeCloseTo(here?.x ?? 0);
    expect((right?.x ?? 0) - (here?.x ?? 0)).toBeCloseTo(
      0.1 * 69.05 * Math.cos((39.9526 * Math.PI) / 180) * unitsPerMile,
      0,
    );
  });

  it('limits the zoom for a single place and centers it', () => {
    const { toPoint, unitsPerMile } = fitPlaces([cityHall], frame);
    expect(toPoint(cityHall)).toEqual({ x: 180, y: 150 });
    expect(unitsPerMile).toBeLessThan(1000);
  });

  it('takes the shorter way across the date line', () => {
    const { toPoint } = fitPlaces(
      [stop(1, -17, 179.95), stop(2, -17, -179.95)].map(({ place }) => place ?? cityHall),
      frame,
    );
    const [west, east] = [179.95, -179.95].map((longitude) => toPoint({ latitude: -17, longitude }).x);
    expect([west, east].map((x) => Math.round(x ?? 0))).toEqual([30, 330]);
  });

  it('rejects invalid coordinates', () => {
    const garbage = [
      null,
      undefined,
      { latitude: Number.NaN, longitude: 0 },
      { latitude: 91, longitude: 0 },
      { latitude: 0, longitude: -181 },
      { latitude: Number.POSITIVE_INFINITY, longitude: 0 },
    ];
    expect(garbage.map(isOnEarth)).toEqual(garbage.map(() => false));
    expect(isOnEarth(cityHall)).toBe(true);
  });
});

describe('the route line', () => {
  it('draws the segments that lead to done stops separately', () => {
    const points = [true, true, false, false, true].map((isDone, index) => ({ x: index * 10, y: 0, isDone }));
    expect(drawWay(points)).toEqual({ done: 'M0 0L10 0M30 0L40 0', ahead: 'M10 0L20 0L30 0' });
    expect(drawWay(points.slice(0, 1))).toEqual({ done: '', ahead: '' });
  });
});

describe('the sketch', () => {
  it('is null without places', () => {
    const options = { size: 'regular', currentId: undefined } as const;
    expect(layoutSketch([], options)).toBeNull();
    expect(layoutSketch([stop(1, null), stop(2, Number.NaN), stop(3, 99)], options)).toBeNull();
  });

  it('centers a single stop', () => {
    expect(layOut([stop(7, 39.95, -75.16)]).marks).toMatchObject([{ x: 180, y: 141, text: '7', kind: 'open' }]);
  });

  it('leaves out and counts stops without a plausible place, without changing the scale', () => {
    const good = day(12);
    const layout = layOut([...good, stop(13, null), stop(14, 0, 0), stop(15, -39.95, 104)]);
    expect(layout.missing).toBe(3);
    expect(layout.scale).toEqual(layOut(good).scale);
    const wrongFirst = layOut([stop(13, 0, 0), ...good]);
    expect(wrongFirst.missing).toBe(1);
    expect(wrongFirst.scale).toEqual(layOut(good).scale);
  });

  it.each(['regular', 'card'] as const)(
    'keeps 40 stops, 10 of them at one address, apart and inside the frame (%s)',
    (size) => {
      const door = Array.from({ length: 10 }, (_, index) => stop(index + 16, 39.95, -75.12));
      const stops = [...day(15), ...door, ...day(15, 0, 26)];
      const layout = layOut(stops, { size });
      expectInside(layout);
      const plates = layout.marks.filter(({ text }) => text);
      const joined = plates.find(({ text }) => text.includes('16–25'));
      expect(joined).toBeDefined();
      for (const [one, other] of pairs(plates)) {
        const apartX = Math.abs(one.x - other.x) - one.halfWidth - other.halfWidth;
        const apartY = Math.abs(one.y - other.y) - one.halfHeight - other.halfHeight;
        expect(Math.max(apartX, apartY), `${one.text} and ${other.text}`).toBeGreaterThan(-1);
      }
    },
  );

  it('draws the current stop last and unmoved, even at an address with others', () => {
    const stops = [
      stop(1, 39.95, -75.16, true),
      ...Array.from({ length: 4 }, (_, index) => stop(index + 2, 39.95, -75.16)),
    ];
    const { marks } = layOut(stops, { currentId: 'stop-2' });
    expect(marks.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['done ', 'open 3–5', 'current 2']);
    expect(marks.at(-1)).toMatchObject({ x: 180, y: 141, anchor: null });
    expect(marks[1]?.anchor).toEqual({ x: 180, y: 141 });
    expect(layOut(stops, { currentId: 'stop-1' }).marks.some(({ kind }) => kind === 'current')).toBe(false);
  });

  it('marks missed stops differently from done ones', () => {
    const { marks } = layOut([{ ...stop(1, 39.95, -75.16, true), isMissed: true }, stop(2, 39.96, -75.16, true)]);
    expect(marks.map(({ kind, text }) => kind + text).sort()).toEqual(['done', 'missed']);
  });

  it('numbers only some of very many stops', () => {
    const layout = layOut(day(300, 50), { currentId: 'stop-51' });
    expectInside(layout);
    const texts = layout.marks.map(({ text }) => text).filter(Boolean);
    expect(texts).toContain('51');
    expect(texts.length).toBeLessThan(40);
    expect(numbersOf(layout).every(Number.isFinite)).toBe(true);
  });

  it('handles invalid coordinates, poles and the date line', () => {
    for (const stops of [
      [stop(1, 90, 0), stop(2, 90, 180), stop(3, -90, 0)],
      [stop(1, 51, 179.99), stop(2, 51.01, -179.99), stop(3, 51.02, 180)],
      [stop(1, Number.NaN), stop(2, 39.95, -75.16), stop(3, Number.POSITIVE_INFINITY, 5)],
    ]) {
      const layout = layOut(stops);
      expect(numbersOf(layout).every(Number.isFinite)).toBe(true);
      expectInside(layout);
    }
    expect(layOut([stop(1, 51, 179.99), stop(2, 51.01, -179.99)]).missing).toBe(0);
  });
});

describe('orientation', () => {
  it('names visible rivers away from the stops', () => {
    const rivers = layOut([stop(1, 39.99, -75.22), stop(2, 39.91, -75.12)]).rivers;
    expect(rivers.map(({ name }) => name)).toEqual(['Schuylkill River', 'Delaware River']);
    expect(rivers.some(({ nameAt }) => nameAt !== null)).toBe(true);
    for (const { nameAt } of rivers) if (nameAt) expect(Math.abs(nameAt.angle)).toBeLessThanOrEqual(90);
    expect(layOut([stop(1, 51, 179.99)]).rivers).toEqual([]);
  });

  it('has a scale bar of a round length', () => {
    expect(scaleBar(60, 90)).toEqual({ length: 60, label: '1 mile' });
    expect(scaleBar(700, 90)).toEqual({ length: 70, label: '0.1 miles' });
    expect(scaleBar(0.1, 90).label).toBe('100 miles');
  });
});

describe('words', () => {
  it('join consecutive numbers', () => {
    expect([[7], [5, 3, 4], [3, 4, 5, 9], [1, 3, 5, 6]].map(numbersText)).toEqual(['7', '3–5', '3–5, 9', '1 +3']);
  });

  it('describe the drawing', () => {
    expect(sketchText('Route of truck-one', day(12, 3), 'stop-4', 2)).toBe(
      'Route of truck-one, 12 stops, 3 done, now at stop 4, 2 not on the map',
    );
    expect(sketchText('Route', day(1), undefined, 0)).toBe('Route, 1 stop');
    const [missed, ...rest] = day(3, 2);
    expect(sketchText('Route', missed ? [{ ...missed, isMissed: true }, ...rest] : [], undefined, 0)).toBe(
      'Route, 3 stops, 1 done, 1 not completed',
    );
  });
});
