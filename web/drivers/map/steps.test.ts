import { describe, expect, it } from 'vitest';
import type { DriverStop } from '../../../contract/drivers.ts';
import { indexOfStep, milesAway, milesAwayText, nextOpenIndex, noNextText, stepText } from './steps.ts';

const stop = (id: string, status = 'assigned', part: Partial<DriverStop> = {}) =>
  ({ id, status, coordinates: null, coordinatesPrecision: null, distanceFromPrevious: null, ...part }) as DriverStop;

describe('indexOfStep', () => {
  it('starts at the first stop still to be done', () => {
    expect(indexOfStep([stop('a', 'completed'), stop('b', 'incomplete'), stop('c'), stop('d')], null)).toBe(2);
  });

  it('starts at the beginning of a route that is done', () => {
    expect(indexOfStep([stop('a', 'completed'), stop('b', 'completed')], null)).toBe(0);
  });

  it('stays at its stop when the dispatcher reorders the route', () => {
    expect(indexOfStep([stop('c'), stop('b'), stop('a')], { stopId: 'a', index: 0 })).toBe(2);
  });

  it('goes to the one that followed when its stop is taken away', () => {
    expect(indexOfStep([stop('a'), stop('c')], { stopId: 'b', index: 1 })).toBe(1);
    expect(indexOfStep([stop('a')], { stopId: 'b', index: 1 })).toBe(0);
  });
});

describe('stepText', () => {
  const orders = (...all: (number | null)[]) => all.map((routeOrder) => stop('x', 'assigned', { routeOrder }));
  it('says the number that the list and the picture say, also where one has just been taken away', () => {
    expect(stepText(orders(1, 2, 3), 1)).toBe('Stop 2 of 3');
    expect(stepText(orders(1, 3, 4), 1)).toBe('Stop 3 of 4');
    expect(stepText(orders(1, 3, null), 2)).toBe('Stop 4 of 4');
  });
});

describe('noNextText', () => {
  it('tells the last one that is left from a route that is done', () => {
    expect(noNextText([stop('a', 'completed'), stop('b')])).toBe('none, this is the last one');
    expect(noNextText([stop('a', 'completed'), stop('b', 'completed')])).toBe('none, all stops are done');
    expect(noNextText([stop('a', 'completed'), stop('b', 'incomplete')])).toBe('none, no stop is left');
  });
});

describe('nextOpenIndex', () => {
  it('is the next open one, past what is done', () => {
    expect(nextOpenIndex([stop('a'), stop('b'), stop('c', 'completed'), stop('d')], 1)).toBe(3);
  });

  it('goes back to one that was passed over', () => {
    expect(nextOpenIndex([stop('a', 'completed'), stop('b'), stop('c')], 2)).toBe(1);
  });

  it('is none when the others are done', () => {
    expect(nextOpenIndex([stop('a', 'completed'), stop('b'), stop('c', 'incomplete')], 1)).toBeNull();
  });
});

describe('milesAway', () => {
  const here = { coordinates: '39.93720,-75.15810', coordinatesPrecision: 'address' } as const;
  const there = { coordinates: '39.95000,-75.15810', coordinatesPrecision: 'address' } as const;

  it("is the plan's distance to the stop that comes next", () => {
    expect(milesAway([stop('a'), stop('b', 'assigned', { distanceFromPrevious: 0.7 })], 0, 1)).toBe(0.7);
  });

  it('is a quarter more than the straight line where the plan does not say', () => {
    const stops = [stop('a', 'assigned', here), stop('b', 'completed'), stop('c', 'assigned', there)];
    expect(milesAway(stops, 0, 2)).toBeCloseTo(0.884 * 1.25, 2);
  });

  it("does not take the plan's distance from another stop", () => {
    const stops = [stop('a'), stop('b'), stop('c', 'assigned', { distanceFromPrevious: 0.7 })];
    expect(milesAway(stops, 0, 2)).toBeNull();
  });

  it('is not measured from the middle of a ZIP code', () => {
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
