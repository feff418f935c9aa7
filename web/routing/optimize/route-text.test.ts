import { describe, expect, it } from 'vitest';
import type { Route } from '../../../contract/routing.ts';
import { inReadingOrder, routeText } from './route-text.ts';

describe('View All Routes', () => {
  const route: Route = {
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
    disposalVisits: [],
  } as unknown as Route;

  it('is plain text', () => {
    expect(routeText(route)).toBe(
      [
        'truck-one, Sat, Nov 21',
        'Active, 50% done · 2 stops · $75.00',
        '1. 718 S 9th St (1 bag, Completed)',
        '2. 742 S 10th St (8 bags, Scheduled)',
      ].join('\n'),
    );
  });

  it('has each visit to a disposal site at its place', () => {
    const visit = (afterStops: number, emptiedAt: string | null) => ({
      ...{ id: `${afterStops}`, siteName: 'Eastwick Transfer', afterStops, bags: 118, minutes: 20 },
      ...{ estimatedArrival: '2026-11-21T18:30:00.000Z', emptiedAt, tons: emptiedAt && '3.25' },
    });
    const disposalVisits = [visit(1, '2026-11-21T15:42:00.000Z'), visit(2, null)] as Route['disposalVisits'];
    expect(
      routeText({ ...route, disposalVisits })
        .split('\n')
        .slice(2),
    ).toEqual([
      '1. 718 S 9th St (1 bag, Completed)',
      'Empty the truck · Eastwick Transfer (Emptied at 10:42 AM · 3.25 tons)',
      '2. 742 S 10th St (8 bags, Scheduled)',
      'Empty the truck · Eastwick Transfer (1:30 PM · 118 bags on board · 20 min)',
    ]);
  });

  it('starts with today and ends with the oldest route', () => {
    const dates = ['2026-11-23', '2026-11-19', '2026-11-21', '2026-11-20'];
    const sorted = inReadingOrder(
      dates.map((date) => ({ ...route, date })),
      '2026-11-21',
    );
    expect(sorted.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-23', '2026-11-20', '2026-11-19']);
  });
});
