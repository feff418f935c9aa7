import { describe, expect, it } from 'vitest';
import { leastLoadedFirst, loadsOf } from './clusters/route-dialog.tsx';
import { demoToast } from './demo/card.tsx';
import {
  durationText,
  estimateText,
  etaText,
  milesText,
  planText,
  revenueOf,
  routeDayText,
  savingText,
  stopsText,
  streetOf,
  typeToneOf,
} from './route-words.ts';

describe('route texts', () => {
  it('estimate half an hour per stop', () => expect([1, 2, 7].map(estimateText)).toEqual(['0.5h', '1h', '3.5h']));

  it('show the arrival in New York, or about half an hour', () => {
    expect(etaText('2026-11-21T12:40:00.000Z')).toMatch(/^7:40\sAM$/);
    expect(etaText(null)).toBe('~30min');
  });

  it('add money in cents', () => {
    expect(revenueOf([{ amount: '0.10' }, { amount: '0.20' }, { amount: '30.00' }])).toBe('30.30');
    expect(revenueOf([])).toBe('0.00');
  });

  it('count stops and name days', () => {
    expect([stopsText(1), stopsText(1200)]).toEqual(['1 stop', '1,200 stops']);
    expect(['2026-11-21', '2026-11-22', '2026-11-20'].map((day) => routeDayText(day, '2026-11-21'))).toEqual([
      'Today',
      'Tomorrow',
      'Fri, Nov 20',
    ]);
  });

  it('show distance and duration', () => {
    expect([0, 40, 60, 340].map(durationText)).toEqual(['0 min', '40 min', '1 h', '5 h 40 min']);
    expect([0, 1, 14.23, 1200].map(milesText)).toEqual(['0 miles', '1 mile', '14.2 miles', '1,200 miles']);
    expect(planText({ totalDistance: '14.23', estimatedTime: 340 })).toBe('14.2 miles, 5 h 40 min');
    expect(planText({ totalDistance: null, estimatedTime: 340 })).toBe('5 h 40 min');
    expect(planText({ totalDistance: null, estimatedTime: null })).toBeNull();
  });

  it('show what was saved, or that routes are optimal', () => {
    expect(savingText({ savedMiles: 12.4, savedMinutes: 38 }, true)).toBe(
      'Saved 12.4 miles and 38 minutes compared to the previous order',
    );
    expect(savingText({ savedMiles: 0, savedMinutes: 1677 }, true)).toBe(
      'Saved 27 h 57 min compared to the previous order',
    );
    expect(savingText({ savedMiles: 0, savedMinutes: 1 }, true)).toBe('Saved 1 minute compared to the previous order');
    expect(savingText({ savedMiles: 1, savedMinutes: 0 }, true)).toBe('Saved 1 mile compared to the previous order');
    expect(savingText({ savedMiles: 0, savedMinutes: 0 }, true)).toBe('Routes are already optimal');
    expect(savingText({ savedMiles: 0, savedMinutes: 0 }, false)).toBe('No shorter order was found');
  });

  it('shorten an address to its street', () => {
    expect(['718 S 9th St, Philadelphia, PA 19147', 'no comma', ', odd'].map(streetOf)).toEqual([
      '718 S 9th St',
      'no comma',
      ', odd',
    ]);
  });

  it('give each type a tone, neutral for unknown ones', () => {
    expect(['subscription', 'same-day', 'next-day', 'one-time'].map(typeToneOf)).toEqual([
      'azure',
      'brick',
      'maize',
      'neutral',
    ]);
  });
});

describe('drivers', () => {
  it('are sorted by open stops, least loaded first', () => {
    const loads = loadsOf([
      { driverId: 'one', status: 'assigned' },
      { driverId: 'one', status: 'assigned' },
      { driverId: 'two', status: 'assigned' },
      { driverId: 'three', status: 'completed' },
      { driverId: null, status: 'pending' },
    ]);
    const drivers = ['one', 'two', 'three'].map((id) => ({ id }));
    expect(leastLoadedFirst(drivers, loads).map(({ id }) => id)).toEqual(['three', 'two', 'one']);
    expect(leastLoadedFirst(drivers, undefined).map(({ id }) => id)).toEqual(['one', 'two', 'three']);
  });
});

describe('demo data', () => {
  it('is confirmed by counts, or as already existing', () => {
    expect(demoToast({ customers: 78, subscriptions: 1, pickups: 1156 })).toEqual({
      title: 'Demo Data Created',
      description: '78 customers, 1 subscription, 1,156 pickups.',
    });
    expect(demoToast({ customers: 0, subscriptions: 0, pickups: 0 }).description).toContain('already exists');
  });
});
