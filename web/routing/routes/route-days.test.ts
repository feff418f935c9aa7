import { describe, expect, it } from 'vitest';
import type { AdminPickup } from '../../../contract/pickups.ts';
import type { Route, RouteStop } from '../../../contract/routing.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { positionOf, withMoved } from '../route-stops.ts';
import { chooseDay, routesOf, splitDays, weekOf } from './route-days.ts';

const today = '2026-11-21';
const stop = (id: string, day: string | null, more: Partial<AdminPickup> = {}) =>
  ({
    id,
    scheduledDate: day && instantOf(day, '23:30').toISOString(),
    routeOrder: null,
    driverId: 'truck-one',
    driverName: 'truck-one',
    isPinned: false,
    ...more,
  }) as AdminPickup;

describe('days', () => {
  it('are New York days, with all overdue stops in one group at the front', () => {
    const days = splitDays(
      [stop('a', '2026-11-22'), stop('b', today), stop('c', '2026-11-20'), stop('d', '2026-11-01'), stop('e', null)],
      today,
    );
    expect(days.map(({ key, stops }) => [key, stops?.map(({ id }) => id)])).toEqual([
      ['overdue', ['c', 'd']],
      [today, ['b', 'e']],
      ['2026-11-22', ['a']],
    ]);
  });

  it('are the coming week if one response cannot hold all stops', () => {
    const days = weekOf([stop('a', '2027-02-01'), stop('b', '2026-11-20')], today);
    expect(days.map(({ key }) => key)).toEqual([
      'overdue',
      today,
      ...[22, 23, 24, 25, 26, 27].map((n) => `2026-11-${n}`),
    ]);
    expect(days.slice(1).every(({ stops }) => stops === undefined)).toBe(true);
  });

  it('default to today, else the next day, else overdue', () => {
    const days = splitDays([stop('a', '2026-11-24'), stop('b', today), stop('c', '2026-11-20')], today);
    expect(chooseDay(days, '2026-11-24', today)?.key).toBe('2026-11-24');
    expect(chooseDay(days, '1999-01-01', today)?.key).toBe(today);
    expect(chooseDay(splitDays([stop('a', '2026-11-24'), stop('c', '2026-11-20')], today), undefined, today)?.key).toBe(
      '2026-11-24',
    );
    expect(chooseDay(splitDays([stop('c', '2026-11-20')], today), undefined, today)?.key).toBe('overdue');
    expect(chooseDay([], undefined, today)).toBeUndefined();
  });
});

const planned = (id: string, routeOrder: number, more: Partial<RouteStop> = {}) =>
  ({ id, routeOrder, status: 'assigned', isPinned: false, estimatedArrival: null, ...more }) as RouteStop;
const route = (date: string, driverName: string, ...pickups: RouteStop[]) =>
  ({ id: `${driverName} ${date}`, date, driverId: driverName, driverName, pickups }) as Route;
const numbered = (groups: ReturnType<typeof routesOf>) =>
  groups.map(({ day, driver, open }) => [day, driver, open.map(({ number, id }) => `${number} ${id}`)]);

describe('routes', () => {
  it("are one per driver and day, in driving order, with the driver's numbers", () => {
    const stops = [
      stop('late', today),
      stop('second', today, { routeOrder: 5 }),
      stop('first', today, { routeOrder: 4 }),
      stop('other', today, { driverId: 'truck-two', driverName: 'truck-two' }),
      stop('past', '2026-11-20', { routeOrder: 1 }),
    ];
    expect(numbered(routesOf(stops, [], today, today))).toEqual([
      ['2026-11-20', 'truck-one', ['1 past']],
      [today, 'truck-one', ['4 first', '5 second', '6 late']],
      [today, 'truck-two', ['1 other']],
    ]);
  });

  it('take order, pins and resolved stops from the planned route, and add other stops at the end', () => {
    const plan = route(
      today,
      'truck-one',
      planned('done', 1, { status: 'completed' }),
      planned('b', 2, { isPinned: true, customerName: 'Dana West' }),
      planned('a', 3),
    );
    const stops = [
      stop('a', today, { paymentStatus: 'pending', routeOrder: 2 }),
      stop('b', today, { routeOrder: 3 }),
      stop('new', today, { customerName: 'dana_w' }),
    ];
    const [group] = routesOf(stops, [plan, route('2026-11-20', 'truck-one')], today, today);
    expect(group?.route).toBe(plan);
    expect(group?.resolved.map(({ id }) => id)).toEqual(['done']);
    expect(
      group?.open.map((open) => [
        open.number,
        open.id,
        open.isPinned,
        open.isUnpaid,
        open.isPlanned,
        open.customerName,
      ]),
    ).toEqual([
      [2, 'b', true, false, true, 'Dana West'],
      [3, 'a', false, true, true, undefined],
      [4, 'new', false, false, false, 'dana_w'],
    ]);
  });

  it('show today even if all its stops are resolved, but no other such day', () => {
    const over = route(today, 'truck-one', planned('a', 1, { status: 'completed' }));
    const routes = [
      over,
      route('2026-11-20', 'truck-one', planned('b', 1, { status: 'completed' })),
      route(today, 'none'),
    ];
    expect(splitDays([], today, routes).map(({ key }) => key)).toEqual([today]);
    expect(splitDays([], today, routes.slice(1))).toEqual([]);
    expect(routesOf([], routes, today, today).map(({ driver, open }) => [driver, open])).toEqual([['truck-one', []]]);
    expect(routesOf([], routes, 'overdue', today)).toEqual([]);
  });

  it('continue the numbering after a fully resolved route', () => {
    const over = route(today, 'truck-one', planned('a', 7, { status: 'completed' }));
    expect(numbered(routesOf([stop('new', today)], [over], today, today))).toEqual([[today, 'truck-one', ['8 new']]]);
  });
});

describe('a move', () => {
  const plan = route(
    today,
    'truck-one',
    planned('done', 1, { status: 'completed' }),
    planned('a', 2, { estimatedArrival: '2026-11-21T12:00:00.000Z' }),
    planned('b', 3),
    planned('c', 4),
  );

  it('has a position that counts resolved stops', () => {
    expect(['a', 'b', 'c'].map((id) => positionOf(plan, id, 0))).toEqual([2, 2, 2]);
    expect(['a', 'b', 'c'].map((id) => positionOf(plan, id, 2))).toEqual([4, 4, 4]);
    const mixed = route(today, 'truck-one', planned('a', 1), planned('done', 2, { status: 'issue' }), planned('b', 3));
    expect([0, 1].map((openBefore) => positionOf(mixed, 'b', openBefore))).toEqual([1, 3]);
  });

  it('keeps resolved stops at the front and arrival times at their positions', () => {
    const moved = withMoved(plan, 'c', 0, true);
    expect(
      moved.pickups.map(({ id, routeOrder, isPinned }) => `${routeOrder} ${id}${isPinned ? ' pinned' : ''}`),
    ).toEqual(['1 done', '2 c pinned', '3 a', '4 b']);
    expect(moved.pickups.map(({ estimatedArrival }) => estimatedArrival?.slice(11, 16))).toEqual([
      undefined,
      '12:00',
      undefined,
      undefined,
    ]);
    expect(plan.pickups.map(({ id }) => id)).toEqual(['done', 'a', 'b', 'c']);
  });

  it('of a resolved or missing stop changes nothing', () => {
    expect(withMoved(plan, 'done', 2, true)).toBe(plan);
    expect(withMoved(plan, 'gone', 0, true)).toBe(plan);
  });
});
