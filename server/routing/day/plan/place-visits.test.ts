import { describe, expect, it } from 'vitest';
import { effort, firstSeed } from '../../../../tests/support/effort.ts';
import { randomOf } from '../../../../tests/support/random.ts';
import type { DisposalSite } from '../../solver/day-problem.ts';
import { type OrderedRoute, placeVisits } from './place-visits.ts';

/** Places are points on a line, measured in minutes. The unit of time is a minute. */
const line = (from: number, to: number) => Math.abs(from - to);
const route = (change: Partial<OrderedRoute> = {}): OrderedRoute => ({
  stops: [],
  start: 0,
  end: 0,
  leavesAt: 0,
  onBoard: 0,
  capacity: 10,
  pause: null,
  sites: [{ place: 5, service: 10 }],
  secondsBetween: line,
  ...change,
});
const stopAt = (place: number, bags: number) => ({ place, bags, service: 1 });

describe('placeVisits', () => {
  it('empties the truck before it is too full, where that costs least, and at the end', () => {
    const stops = [stopAt(1, 4), stopAt(6, 4), stopAt(9, 4)];
    const found = placeVisits(route({ stops }));
    // Either before or after the second stop: the site is no detour on the way from 1 to 6.
    expect(found.visits).toMatchObject([
      { site: 0, afterStops: 1, bags: 4 },
      { site: 0, afterStops: 3, bags: 8 },
    ]);
    expect(found).toMatchObject({ overBags: 0, leftBags: 0 });
    expect(found.arrivals).toEqual([1, 1 + 1 + 4 + 10 + 1, 17 + 1 + 3]);
    expect(found.endsAt).toBe(21 + 1 + 4 + 10 + 5);
  });

  it('plans no visit without sites or bags, and drives to the site with what is on board', () => {
    expect(placeVisits(route({ stops: [stopAt(1, 40)], sites: [] }))).toMatchObject({
      visits: [],
      overBags: 0,
      leftBags: 0,
    });
    expect(placeVisits(route({ stops: [stopAt(1, 0)] })).visits).toEqual([]);
    expect(placeVisits(route({ onBoard: 3 }))).toMatchObject({
      visits: [{ afterStops: 0, bags: 3, begins: 5 }],
      endsAt: 20,
    });
    expect(placeVisits(route({ onBoard: 12, stops: [stopAt(1, 1)] }))).toMatchObject({
      visits: [
        { afterStops: 0, bags: 12 },
        { afterStops: 1, bags: 1 },
      ],
      overBags: 2,
    });
  });

  it('waits for a site to open, and prefers another one that is open', () => {
    const late: DisposalSite = { place: 5, service: 10, hours: { earliest: 100, latest: 200 } };
    const far: DisposalSite = { place: 40, service: 10 };
    const stops = [stopAt(4, 4)];
    expect(placeVisits(route({ stops, sites: [late] })).visits).toMatchObject([{ begins: 100 }]);
    expect(placeVisits(route({ stops, sites: [late, far] })).visits).toMatchObject([{ site: 1, begins: 5 + 36 }]);
  });

  it('reports a stop larger than the truck, which is alone on its trip', () => {
    const stops = [stopAt(1, 2), stopAt(2, 15), stopAt(3, 2)];
    const found = placeVisits(route({ stops }));
    expect(found.visits.map(({ afterStops }) => afterStops)).toEqual([1, 2, 3]);
    expect(found).toMatchObject({ overBags: 5, leftBags: 0 });
  });

  it('carries on when the site has closed, and reports what is too much or left', () => {
    const closed: DisposalSite = { place: 5, service: 10, hours: { earliest: 0, latest: 3 } };
    expect(placeVisits(route({ stops: [stopAt(1, 6), stopAt(9, 6)], sites: [closed] }))).toMatchObject({
      visits: [],
      overBags: 2,
      leftBags: 12,
    });
    const closing: DisposalSite = { place: 5, service: 10, hours: { earliest: 0, latest: 8 } };
    expect(placeVisits(route({ stops: [stopAt(1, 6), stopAt(9, 6)], sites: [closing] }))).toMatchObject({
      visits: [{ afterStops: 1, begins: 6 }],
      overBags: 0,
      leftBags: 6,
    });
  });

  it('takes the pause between two places, and none when the day ends before its window does', () => {
    const pause = { earliest: 10, latest: 20, duration: 30 };
    const stops = [stopAt(4, 1), stopAt(8, 1), stopAt(12, 1)];
    const found = placeVisits(route({ stops, pause, sites: [] }));
    expect(found).toMatchObject({ arrivals: [4, 9, 44], pauseBegins: 14, endsAt: 44 + 1 + 12 });
    expect(placeVisits(route({ stops: [stopAt(4, 1)], pause, sites: [] }))).toMatchObject({
      pauseBegins: null,
      endsAt: 9,
    });
    // The driver leaves too late for the pause.
    expect(placeVisits(route({ stops, pause, sites: [], leavesAt: 21 }))).toMatchObject({ pauseBegins: null });
  });

  it('finds the same result as trying every set of visits', () => {
    const random = randomOf(firstSeed());
    for (let run = 0; run < effort({ sample: 300, full: 4_000 }); run += 1) {
      const places = Array.from({ length: 9 }, () => [random.int(30), random.int(30)] as const);
      const given = route({
        stops: Array.from({ length: random.int(6) }, (_, place) => ({
          ...{ place, service: random.int(5), bags: random.int(8) },
        })),
        start: random.chance(0.7) ? 6 : null,
        end: random.chance(0.5) ? 6 : null,
        onBoard: random.chance(0.5) ? random.int(14) : 0,
        capacity: 5 + random.int(10),
        pause: random.chance(0.3) ? { earliest: 20 + random.int(40), latest: 60 + random.int(30), duration: 20 } : null,
        sites: Array.from({ length: 1 + random.int(2) }, (_, site) => {
          const opens = random.int(60);
          const hours = random.chance(0.6) ? { earliest: opens, latest: opens + random.int(120) } : undefined;
          return { place: 7 + site, service: 5 + random.int(10), ...(hours && { hours }) };
        }),
        secondsBetween: (from, to) => {
          const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [places[from] ?? [], places[to] ?? []];
          return Math.abs(ax - bx) + Math.abs(ay - by) + (ax < bx ? 1 : 0);
        },
      });
      const found = placeVisits(given);
      const chosen = drive(given, found.visits);
      expect(chosen, `run ${run}`).toBeDefined();
      expect(chosen?.key, `run ${run}`).toEqual(bestOf(given));
      expect(chosen?.key.at(-1), `run ${run}`).toBe(found.endsAt);
      expect(chosen?.overBags).toBe(found.overBags);
      expect(chosen?.key[1] === 1).toBe(found.leftBags > 0);
    }
  });
});

type Planned = readonly { site: number; afterStops: number }[];

/** Returns the least [excess bags, whether bags are left, whether the pause is missed, end] over all sets of visits. */
function bestOf(given: OrderedRoute): readonly number[] {
  let best: readonly number[] = [Number.POSITIVE_INFINITY];
  const tryFrom = (gap: number, visits: Planned) => {
    if (gap > given.stops.length) {
      const key = drive(given, visits)?.key;
      if (key && isLess(key, best)) best = key;
      return;
    }
    tryFrom(gap + 1, visits);
    for (const site of given.sites.keys()) tryFrom(gap + 1, [...visits, { site, afterStops: gap }]);
  };
  tryFrom(0, []);
  return best;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] ?? Number.NEGATIVE_INFINITY);
}

/**
 * Returns the best drive along a route, with the pause tried on each link and left out. Returns undefined if a site is
 * closed or the truck arrives at it empty.
 */
function drive(given: OrderedRoute, visits: Planned) {
  const ways = [...Array(given.stops.length + visits.length + 1).keys(), -1].map((pauseOn) =>
    driveWith(given, visits, pauseOn),
  );
  const possible = ways.filter((way) => way !== undefined);
  return possible.toSorted((a, b) => (isLess(a.key, b.key) ? -1 : 1))[0];
}

function driveWith(given: OrderedRoute, visits: Planned, pauseOn: number) {
  const { stops, sites, pause, onBoard, capacity } = given;
  if (pause === null && pauseOn >= 0) return undefined;
  let [time, at, bags, excess, most, drives] = [given.leavesAt, given.start, onBoard, 0, onBoard, 0];
  const go = (to: number | null): boolean => {
    const seconds = at === null || to === null ? 0 : given.secondsBetween(at, to);
    at = to;
    if (drives++ !== pauseOn || !pause) {
      time += seconds;
      return true;
    }
    const isBehind = time + seconds <= pause.latest;
    if (!isBehind && time > pause.latest) return false;
    time = isBehind
      ? Math.max(time + seconds, pause.earliest) + pause.duration
      : Math.max(time, pause.earliest) + pause.duration + seconds;
    return true;
  };
  for (let gap = 0; gap <= stops.length; gap++) {
    for (const { site } of visits.filter(({ afterStops }) => afterStops === gap)) {
      const { place, service, hours } = sites[site] as DisposalSite;
      if (bags === 0 || !go(place)) return undefined;
      time = Math.max(time, hours?.earliest ?? 0);
      if (time > (hours?.latest ?? time)) return undefined;
      time += service;
      excess += Math.max(0, bags - capacity);
      bags = 0;
    }
    const stop = stops[gap];
    if (!stop) continue;
    if (!go(stop.place)) return undefined;
    time += stop.service;
    bags += stop.bags;
    most = Math.max(most, bags);
  }
  if (!go(given.end)) return undefined;
  excess += Math.max(0, bags - capacity);
  const isMissed = pause !== null && pauseOn < 0 && time > pause.latest;
  return { key: [excess, Number(bags > 0), Number(isMissed), time], overBags: Math.max(0, most - capacity) };
}
