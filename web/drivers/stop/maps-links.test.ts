import { describe, expect, it } from 'vitest';
import { navigateLink, routeLegs } from './maps-links.ts';

const read = (href: string) => Object.fromEntries(new URL(href).searchParams);
const stops = (count: number) => Array.from({ length: count }, (_, index) => ({ address: `${index + 1} Oak St` }));

describe('navigateLink', () => {
  it('uses the full address if there is one', () => {
    expect(read(navigateLink({ address: '1127 S 9th St & Rear #2' }))).toEqual({
      api: '1',
      destination: '1127 S 9th St & Rear #2',
      travelmode: 'driving',
    });
    expect(read(navigateLink({ address: '9th St', fullAddress: '1127 S 9th St, Philadelphia' })).destination).toBe(
      '1127 S 9th St, Philadelphia',
    );
  });
});

describe('routeLegs', () => {
  it('returns no leg without stops', () => expect(routeLegs([], '1 Depot Rd')).toEqual([]));

  it('puts ten stops into one link: nine waypoints and the destination', () => {
    const [leg, ...others] = routeLegs(stops(10), ' 1 Depot Rd ');
    expect(others).toEqual([]);
    expect(leg).toMatchObject({ from: 1, to: 10 });
    const { origin, destination, waypoints } = read(leg?.href ?? '');
    expect([origin, destination]).toEqual(['1 Depot Rd', '10 Oak St']);
    expect(waypoints?.split('|')).toHaveLength(9);
  });

  it('has no origin without a starting address', () => {
    expect(read(routeLegs(stops(1), '  ')[0]?.href ?? '')).toEqual({
      api: '1',
      destination: '1 Oak St',
      travelmode: 'driving',
    });
  });

  it('starts a new leg where the last one ended', () => {
    const legs = routeLegs(stops(23), '1 Depot Rd');
    expect(legs.map(({ from, to }) => [from, to])).toEqual([
      [1, 10],
      [11, 20],
      [21, 23],
    ]);
    expect(legs.map(({ href }) => read(href).origin)).toEqual(['1 Depot Rd', '10 Oak St', '20 Oak St']);
  });

  it('includes every stop once and keeps every link within the limit, however long the addresses are', () => {
    const places = Array.from({ length: 30 }, (_, index) => ({ address: `${index} ${'ü|'.repeat(60)}` }));
    const legs = routeLegs(places, '1 Depot Rd');
    expect(legs.every(({ href }) => href.length <= 2048)).toBe(true);
    const visited = legs.flatMap(({ href }) => {
      const { destination = '', waypoints = '' } = read(href);
      return [...waypoints.split('|').filter(Boolean), destination].map((stop) => Number.parseInt(stop, 10));
    });
    expect(visited).toEqual(places.map((_, index) => index));
  });
});
