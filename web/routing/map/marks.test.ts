import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround, overlaps } from './boxes.ts';
import { type Size, scaleOf } from './geometry.ts';
import {
  type DayRoute,
  type MapStop,
  type MapVisit,
  mapText,
  type PlacedStop,
  placeStops,
  stopText,
} from './map-stops.ts';
import { boxesOfSelected, dotRadius, layoutMarks, layoutZoomOf, type Mark, type SiteMark } from './marks.ts';

const stopAt = (index: number, latitude: number | null, longitude = -75.16, part: Partial<MapStop> = {}): MapStop => ({
  ...{ id: `stop-${index}`, number: index, status: 'open', name: `Customer ${index}`, address: `${index} S 9th St` },
  place: latitude === null ? null : { latitude, longitude },
  ...part,
});
const routeOf = (stops: readonly MapStop[], id = 'one'): DayRoute => ({
  id,
  name: `truck-${id}`,
  color: '#123456',
  stops,
});
const placed = (stops: readonly MapStop[]) => placeStops([routeOf(stops)], []).stops;
const marksOf = (stops: readonly PlacedStop[], ...rest: [number, string | null, (Size | null)?]) =>
  layoutMarks({ stops, sites: [] }, ...rest).stops;

/** A day in South Philadelphia. */
const day = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => {
    const at = index + first;
    return stopAt(at, 39.92 + ((at * 37) % 101) / 2500, -75.19 + ((at * 61) % 103) / 2500);
  });

/** Returns the box of each mark in pixels: nearly the whole dot, or the whole plate or cluster. */
function boxesAt(marks: readonly Mark[], zoom: number) {
  const scale = scaleOf(zoom);
  return marks.map((mark) => {
    const at = { x: mark.x * scale, y: mark.y * scale };
    const half = mark.kind === 'dot' ? { halfWidth: dotRadius - 1, halfHeight: dotRadius - 1 } : mark;
    return { mark, box: boxAround(at, half) };
  });
}

function expectReadable(stops: readonly PlacedStop[], zoom: number, selectedId: string | null): readonly Mark[] {
  const marks = marksOf(stops, layoutZoomOf(zoom), selectedId);
  expect(marks.flatMap((mark) => mark.stops.map(({ id }) => id)).sort()).toEqual(stops.map(({ id }) => id).sort());
  const boxes = boxesAt(marks, zoom);
  // The selected stop covers the marks below it. Another test checks the space around its label.
  const others = boxes.filter(({ mark }) => !mark.isSelected);
  const covered = others
    .filter(({ mark }) => mark.kind !== 'dot')
    .flatMap((one) =>
      others.filter((other) => other !== one && overlaps(one.box, other.box)).map(({ mark }) => mark.id),
    );
  expect(covered).toEqual([]);
  return marks;
}

describe('layoutMarks', () => {
  it('shows every stop once, and no label over another or over a dot, at any zoom', () => {
    const somePlaces = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 })), {
      minLength: 1,
      maxLength: 150,
    });
    fc.assert(
      fc.property(somePlaces, fc.double({ min: 9, max: 18, noNaN: true }), (places, zoom) => {
        const stops = placed(places.map(([north, east], at) => stopAt(at, 39.9 + north / 4000, -75.2 + east / 4000)));
        expectReadable(stops, zoom, stops[0]?.id ?? null);
      }),
      { numRuns: 40 },
    );
  });

  it('numbers all of a few stops, only some of many, and all of them from close by', () => {
    const platesOf = (stops: readonly PlacedStop[], zoom: number) =>
      expectReadable(stops, zoom, null).filter(({ kind }) => kind === 'plate').length;
    expect(platesOf(placed(day(12)), 13)).toBe(12);
    const many = placed(day(300));
    expect(platesOf(many, 11)).toBeLessThan(60);
    expect(platesOf(many, 17)).toBe(300);
  });

  it('joins stops that are close and separates them on zooming in', () => {
    const stops = placed([stopAt(1, 39.95), stopAt(2, 39.9501), stopAt(3, 39.99)]);
    expect(marksOf(stops, 11, null).map((mark) => [mark.kind, mark.stops.length])).toEqual([
      ['plate', 1],
      ['cluster', 2],
    ]);
    expect(marksOf(stops, 18, null).map(({ kind }) => kind)).toEqual(['plate', 'plate', 'plate']);
  });

  it('keeps the selected stop out of clusters, last and with room for its label', () => {
    const stops = placed(Array.from({ length: 5 }, (_, index) => stopAt(index + 1, 39.95)));
    const label = { width: 120, height: 38 };
    const marks = marksOf(stops, 15, 'stop-3', label);
    // The count of the other four would be hidden below the selected stop, so they are a dot.
    expect(marks.map(({ kind, isSelected, stops: { length } }) => [kind, isSelected, length])).toEqual([
      ['dot', false, 4],
      ['plate', true, 1],
    ]);
    const selected = marks.at(-1) as Mark;
    const near = placed([...day(40), stopAt(99, 39.935, -75.17)]);
    const boxes = boxesAt(marksOf(near, 14, 'stop-99', label), 14);
    const own = boxesOfSelected({ ...selected, ...at(near, 'stop-99', 14) }, label);
    for (const { mark, box } of boxes) {
      if (mark.kind !== 'dot' && !mark.isSelected) expect(own.some((part) => overlaps(part, box))).toBe(false);
    }
  });

  it('numbers ends, missed stops and tens first, and unassigned stops never', () => {
    const crowd = Array.from({ length: 12 }, (_, index) => stopAt(index + 1, 39.95 + index * 0.0015));
    const marks = marksOf(placed(crowd), 12.5, null);
    const shown = marks.filter(({ kind }) => kind === 'plate').map(({ stops }) => stops[0]?.number);
    expect(shown).toContain(1);
    expect(shown).toContain(12);
    expect(shown.length).toBeLessThan(12);
    const { stops } = placeStops([], [stopAt(1, 39.95, -75.1, { number: null })]);
    expect(marksOf(stops, 15, null)[0]?.kind).toBe('dot');
  });
});

describe('disposal sites', () => {
  const site = (siteId: string, latitude: number | null): MapVisit => ({
    ...{ siteId, siteName: siteId, afterStops: 3, isDone: false, time: '' },
    place: latitude === null ? null : { latitude, longitude: -75.17 },
  });
  const dayWith = (visits: readonly MapVisit[], count = 60) => placeStops([{ ...routeOf(day(count)), visits }], []);

  it('have a letter that no number, count or other site covers, at any zoom', () => {
    const placedDay = dayWith([site('near', 39.94), site('close', 39.9402), site('far', 39.99)], 300);
    for (const zoom of [9, 11, 12.5, 14, 16, 18]) {
      const { sites, stops } = layoutMarks(placedDay, zoom, 'stop-1', { width: 120, height: 38 });
      const scale = scaleOf(zoom);
      const boxOf = (mark: SiteMark) => boxAround({ x: mark.x * scale, y: mark.y * scale }, mark);
      const labels = boxesAt(stops, zoom).filter(({ mark }) => mark.kind !== 'dot');
      expect(sites).toHaveLength(3);
      for (const mark of sites.filter(({ hasLetter }) => hasLetter)) {
        expect(labels.filter(({ box }) => overlaps(box, boxOf(mark)))).toEqual([]);
        const above = sites.slice(sites.indexOf(mark) + 1).map(boxOf);
        expect(above.some((box) => overlaps(box, boxOf(mark)))).toBe(false);
      }
    }
    expect(layoutMarks(placedDay, 18, null).sites.map(({ hasLetter }) => hasLetter)).toEqual([true, true, true]);
  });

  it('are left out without a plausible place', () => {
    expect(dayWith([site('none', null), site('wrong', 0), site('right', 39.9)]).sites.map(({ id }) => id)).toEqual([
      'right',
    ]);
  });
});

function at(stops: readonly PlacedStop[], id: string, zoom: number) {
  const stop = stops.find((one) => one.id === id) as PlacedStop;
  return { x: stop.x * scaleOf(zoom), y: stop.y * scaleOf(zoom) };
}

describe('placeStops', () => {
  it('leaves out and counts stops without a plausible place', () => {
    const stops = [stopAt(13, 0, 0), ...day(12), stopAt(14, null), stopAt(15, -39.95, 104), stopAt(16, Number.NaN)];
    expect(placeStops([routeOf(stops)], [])).toMatchObject({ missing: 4, stops: { length: 12 } });
    expect(placeStops([], [])).toEqual({ stops: [], sites: [], missing: 0 });
  });
});

describe('words', () => {
  it('describe the map and a stop', () => {
    const [first, second, ...rest] = day(6);
    const stops = [{ ...first, status: 'done' }, { ...second, status: 'missed' }, ...rest] as MapStop[];
    const routes = [routeOf(stops), routeOf(day(2, 10), 'two')];
    expect(mapText('Map of the day', routes, day(3, 20), { sites: [], missing: 2 })).toBe(
      'Map of the day: 2 routes, 8 stops, 1 done, 1 not completed, 3 unassigned, 2 not on the map',
    );
    expect(mapText("Today's route", [routeOf(day(1))], [], { sites: [], missing: 0 })).toBe("Today's route: 1 stop");
    const site = {
      siteId: 'a',
      siteName: 'Eastwick',
      place: { latitude: 39.9, longitude: -75.2 },
      time: 'at 11:30 AM',
    };
    const withSite = [{ ...routeOf(day(1)), visits: [{ ...site, afterStops: 1, isDone: false }] }];
    expect(mapText("Today's route", withSite, [], placeStops(withSite, []))).toBe(
      "Today's route: 1 stop, 1 disposal site",
    );
    expect(placed(stops).slice(0, 3).map(stopText)).toEqual([
      'Stop 1, Customer 1, 1 S 9th St, truck-one, done',
      'Stop 2, Customer 2, 2 S 9th St, truck-one, not completed',
      'Stop 3, Customer 3, 3 S 9th St, truck-one',
    ]);
    expect(placeStops([], [{ ...stopAt(1, 39.9), number: null }]).stops.map(stopText)).toEqual([
      'Unassigned stop, Customer 1, 1 S 9th St',
    ]);
  });
});
