import { describe, expect, it } from 'vitest';
import type { DriverStop } from '../../../contract/drivers.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { numberStops, type RouteItem, withVisits } from '../schedule.ts';
import { indexOfStep, milesAway, milesAwayText, nextOpenIndex, noNextText, stepText } from './steps.ts';

const stopOf = (id: string, status: string, part: Partial<DriverStop>) =>
  ({ id, status, coordinates: null, coordinatesPrecision: null, distanceFromPrevious: null, ...part }) as DriverStop;
const stop = (id: string, status = 'assigned', part: Partial<DriverStop> = {}): RouteItem => ({
  ...{ kind: 'stop', id, number: 1, stop: stopOf(id, status, part) },
});
const visit = (id: string, part: Partial<DisposalVisit> = {}): RouteItem => ({
  ...{
    kind: 'visit',
    id,
    visit: { id, emptiedAt: null, place: null, milesFromPrevious: null, ...part } as DisposalVisit,
  },
});

describe('indexOfStep', () => {
  it('starts at the first open stop', () => {
    expect(indexOfStep([stop('a', 'completed'), stop('b', 'incomplete'), stop('c'), stop('d')], null)).toBe(2);
  });

  it('starts at the beginning of a finished route', () => {
    expect(indexOfStep([stop('a', 'completed'), stop('b', 'completed')], null)).toBe(0);
  });

  it('stays at its stop when the dispatcher reorders the route', () => {
    expect(indexOfStep([stop('c'), stop('b'), stop('a')], { id: 'a', index: 0 })).toBe(2);
  });

  it('moves to the following stop when its stop is unassigned', () => {
    expect(indexOfStep([stop('a'), stop('c')], { id: 'b', index: 1 })).toBe(1);
    expect(indexOfStep([stop('a')], { id: 'b', index: 1 })).toBe(0);
  });
});

describe('stepText', () => {
  const orders = (...all: (number | null)[]) =>
    withVisits(numberStops(all.map((routeOrder) => stopOf('x', 'assigned', { routeOrder }))), []);
  it('uses the stop numbers of the list and the picture, also after a stop was unassigned', () => {
    expect(stepText(orders(1, 2, 3), 1)).toBe('Stop 2 of 3');
    expect(stepText(orders(1, 3, 4), 1)).toBe('Stop 3 of 4');
    expect(stepText(orders(1, 3, null), 2)).toBe('Stop 4 of 4');
  });

  it('says between which stops a visit is', () => {
    const [one, two] = orders(1, 2) as [RouteItem, RouteItem];
    expect(stepText([one, visit('v'), two], 1)).toBe('After stop 1 of 2');
    expect(stepText([one, visit('v'), two], 2)).toBe('Stop 2 of 2');
    expect(stepText([visit('v'), one, two], 0)).toBe('Before the first stop');
  });
});

describe('noNextText', () => {
  it('distinguishes the last open stop from a finished route', () => {
    expect(noNextText([stop('a', 'completed'), stop('b')])).toBe('none, this is the last one');
    expect(noNextText([stop('a', 'completed'), stop('b', 'completed')])).toBe('none, all stops are done');
    expect(noNextText([stop('a', 'completed'), stop('b', 'incomplete')])).toBe('none, no stops are left');
  });
});

describe('nextOpenIndex', () => {
  it('is the next open stop', () => {
    expect(nextOpenIndex([stop('a'), stop('b'), stop('c', 'completed'), stop('d')], 1)).toBe(3);
  });

  it('goes back to a skipped stop', () => {
    expect(nextOpenIndex([stop('a', 'completed'), stop('b'), stop('c')], 2)).toBe(1);
  });

  it('is a visit while the truck is not emptied', () => {
    const emptied = visit('v', { emptiedAt: '2026-11-23T15:00:00.000Z' });
    expect(nextOpenIndex([stop('a', 'completed'), visit('v'), stop('b')], 0)).toBe(1);
    expect(nextOpenIndex([stop('a', 'completed'), emptied, stop('b')], 0)).toBe(2);
    expect(indexOfStep([stop('a', 'completed'), visit('v'), stop('b')], null)).toBe(1);
  });

  it('is null when the others are done', () => {
    expect(nextOpenIndex([stop('a', 'completed'), stop('b'), stop('c', 'incomplete')], 1)).toBeNull();
  });
});

describe('milesAway', () => {
  const here = { coordinates: '39.93720,-75.15810', coordinatesPrecision: 'address' } as const;
  const there = { coordinates: '39.95000,-75.15810', coordinatesPrecision: 'address' } as const;

  it("is the route plan's distance to the following stop", () => {
    expect(milesAway([stop('a'), stop('b', 'assigned', { distanceFromPrevious: 0.7 })], 0, 1)).toBe(0.7);
  });

  it('is 1.25 times the straight line if the route plan has no distance', () => {
    const stops = [stop('a', 'assigned', here), stop('b', 'completed'), stop('c', 'assigned', there)];
    expect(milesAway(stops, 0, 2)).toBeCloseTo(0.884 * 1.25, 2);
  });

  it('is the distance to a visit, and not to the stop after it', () => {
    const place = { latitude: 39.95, longitude: -75.1581, precision: 'address' } as const;
    expect(milesAway([stop('a'), visit('v', { milesFromPrevious: 4.2 })], 0, 1)).toBe(4.2);
    expect(milesAway([stop('a', 'assigned', here), visit('v', { place })], 0, 1)).toBeCloseTo(0.884 * 1.25, 2);
    expect(milesAway([stop('a'), visit('v'), stop('b', 'assigned', { distanceFromPrevious: 0.7 })], 0, 2)).toBeNull();
  });

  it("does not use the route plan's distance from another stop", () => {
    const stops = [stop('a'), stop('b'), stop('c', 'assigned', { distanceFromPrevious: 0.7 })];
    expect(milesAway(stops, 0, 2)).toBeNull();
  });

  it('is null from the middle of a ZIP code', () => {
    const vague = stop('a', 'assigned', { ...here, coordinatesPrecision: 'area' });
    expect(milesAway([vague, stop('b', 'assigned', there)], 0, 1)).toBeNull();
  });
});

describe('milesAwayText', () => {
  it.each([
    [0, 'less than 0.1 miles away'],
    [0.84, '0.8 miles away'],
    [1.02, '1 mile away'],
    [3, '3 miles away'],
    [12.4, '12 miles away'],
  ])('%d miles: %s', (miles, text) => expect(milesAwayText(miles)).toBe(text));
});
