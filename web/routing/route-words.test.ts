import { describe, expect, it } from 'vitest';
import { inReadingOrder, type RouteInList, routeText } from './all-routes-text.ts';
import { demoToast } from './demo-words.ts';
import { leastLoadedFirst, loadsOf } from './driver-loads.ts';
import { estimateText, etaText, revenueOf, routeDayText, stopsText, typeToneOf } from './route-words.ts';

describe('words of a route', () => {
  it('take half an hour a stop', () => expect([1, 2, 7].map(estimateText)).toEqual(['0.5h', '1h', '3.5h']));

  it('tell the time in New York, or about half an hour', () => {
    expect(etaText('2026-11-21T12:40:00.000Z')).toMatch(/^7:40\sAM$/);
    expect(etaText(null)).toBe('~30min');
  });

  it('add money up in cents', () => {
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

  it('give each type a tone, and an unknown one the plain', () => {
    expect(['subscription', 'same-day', 'next-day', 'one-time'].map(typeToneOf)).toEqual([
      'azure',
      'brick',
      'maize',
      'neutral',
    ]);
  });
});

describe('View All Routes', () => {
  const route: RouteInList = {
    id: '1',
    driverName: 'truck-one',
    date: '2026-11-21',
    status: 'active',
    progress: 50,
    totalStops: 2,
    estimatedRevenue: '75.00',
    pickups: [
      { id: 'a', address: '718 S 9th St', bagCount: 1, status: 'completed' },
      { id: 'b', address: '742 S 10th St', bagCount: 8, status: 'assigned' },
    ],
  };

  it('reads as plain text', () => {
    expect(routeText(route)).toBe(
      [
        'truck-one, Sat, Nov 21',
        'Active, 50% done · 2 stops · $75.00',
        '1. 718 S 9th St (1 bag, Completed)',
        '2. 742 S 10th St (8 bags, Scheduled)',
      ].join('\n'),
    );
  });

  it('begins with today and ends with what is long over', () => {
    const dates = ['2026-11-23', '2026-11-19', '2026-11-21', '2026-11-20'];
    const sorted = inReadingOrder(
      dates.map((date) => ({ ...route, date })),
      '2026-11-21',
    );
    expect(sorted.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-23', '2026-11-20', '2026-11-19']);
  });
});

describe('drivers', () => {
  it('are offered by what they still have to do, the least loaded first', () => {
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
  it('says what was made, or that it is there', () => {
    expect(demoToast({ customers: 78, subscriptions: 1, pickups: 1156 })).toEqual({
      title: 'Demo Data Created',
      description: '78 customers, 1 subscription, 1,156 pickups.',
    });
    expect(demoToast({ customers: 0, subscriptions: 0, pickups: 0 }).description).toContain('already there');
  });
});
