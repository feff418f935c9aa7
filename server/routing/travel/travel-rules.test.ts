import { describe, expect, it } from 'vitest';
import { travelCosts } from './travel-costs.ts';
import { metersBetween, milesOf, secondsFor, spotOf, type TravelPlace } from './travel-rules.ts';

const meters = (from: TravelPlace, to: TravelPlace) => metersBetween(spotOf(from), spotOf(to));
const at = (latitude: number, longitude: number, address?: string): TravelPlace => ({
  latitude,
  longitude,
  ...(address && { address }),
});
const services = {
  roads: undefined,
  settings: { routeSpeedMph: 18 } as Parameters<typeof travelCosts>[0]['settings'],
  log: { info: () => {}, warn: () => {}, error: () => {} },
};

describe('a leg without road data', () => {
  it('is a quarter longer than the straight line', () => {
    // A degree of latitude is 111.2 km anywhere.
    expect(meters(at(39, -75), at(40, -75)) / 1_000).toBeCloseTo(1.25 * 111.195, 0);
    // From Philadelphia's City Hall to New York's: 130 km.
    expect(meters(at(39.9526, -75.1635), at(40.7127, -74.0059)) / 1_250).toBeCloseTo(129.6, 0);
  });

  it('takes the short way across the date line and at the poles', () => {
    expect(meters(at(52, 179.99), at(52, -179.99))).toBeLessThan(2_000);
    expect(meters(at(90, 0), at(90, 180))).toBe(0);
    expect(meters(at(0, 0), at(0, 180))).toBeCloseTo(1.25 * Math.PI * 6_371_009, -2);
  });

  it('takes distance divided by speed, rounded up', () => {
    expect(secondsFor(18 * 1_609.344, 18)).toBe(3_600);
    expect(secondsFor(1, 18)).toBe(1);
    expect(secondsFor(0, 18)).toBe(0);
  });
});

describe('addresses with the same approximate coordinates', () => {
  const spot = [39.9364, -75.1547] as const;
  const around = (address: string): TravelPlace => ({ ...at(...spot, address), precision: 'area' });
  const distance = (from: string, to: string) => meters(around(from), around(to));

  it('have no distance only if they are the same address', () => {
    expect(distance('718 S 9th St, Philadelphia, PA 19147', '718 s 9th st,  Philadelphia PA 19147')).toBe(0);
    expect(distance('718 S 9th St', '718 S 9th St Apt 2')).toBeGreaterThan(0);
    expect(distance('The blue house', 'The red house')).toBeGreaterThan(0);
    expect(distance('718 South 9th Street, Philadelphia', '718 S 9th St, Philadelphia')).toBe(0);
    expect(meters(at(...spot), at(...spot, '718 S 9th St'))).toBe(0);
  });

  it('are close along a street, by house number, and a few hundred meters apart across streets', () => {
    const near = distance('718 S 9th St', '720 S 9th St');
    const far = distance('718 S 9th St', '1200 S 9th St');
    expect([near < far, far < 400]).toEqual([true, true]);
    const other = distance('718 S 9th St', '718 S 10th St');
    expect([other > near * 10, other >= 300, other <= 600]).toEqual([true, true, true]);
  });

  it.each([
    ['1500 Pine St Apt 1, Philadelphia, PA 19102', '1500 Pine St Apt 2, Philadelphia, PA 19102'],
    ['1500 Pine Street, Apartment 12', '1500 Pine St #3'],
    ['Unit B, 1500 Pine St', '1500 Pine St Suite 200'],
  ])('count as one building whatever the unit: %s, %s', (one, other) => {
    expect(distance(one, other)).toBe(1);
  });

  it('are one place if both are exact, whatever the address text', () => {
    const [one, other] = ['1500 Pine St Apt 1', '99 Elm Ave'] as const;
    expect(meters(at(...spot, one), at(...spot, other))).toBe(0);
    expect(meters({ ...at(...spot, one), precision: 'address' }, { ...at(...spot, other), precision: 'street' })).toBe(
      0,
    );
    expect(meters(at(...spot, one), around(other))).toBeGreaterThan(300);
  });

  it('satisfy the triangle inequality', () => {
    const addresses = ['2 A St', '4 A St', '900 A St', '2 B St', '300 B St', '900 C St', 'C', '9'].map((address) =>
      spotOf(around(address)),
    );
    for (const a of addresses)
      for (const b of addresses)
        for (const c of addresses) {
          expect(metersBetween(a, c)).toBeLessThanOrEqual(metersBetween(a, b) + metersBetween(b, c) + 1e-9);
          expect(metersBetween(a, b)).toBe(metersBetween(b, a));
        }
  });
});

describe('travelCosts', () => {
  it('returns rows of costs, 0 from a place to itself', async () => {
    const places = [at(39.95, -75.16), at(39.96, -75.16), at(39.95, -75.2)];
    const { size, seconds, meters: table } = await travelCosts(services, places);
    expect(size).toBe(3);
    expect([0, 4, 8].map((index) => table[index])).toEqual([0, 0, 0]);
    expect(table[1]).toBe(Math.ceil(meters(places[0] as TravelPlace, places[1] as TravelPlace)));
    expect(seconds[5]).toBe(seconds[7]);
    expect((await travelCosts(services, [])).seconds).toHaveLength(0);
  });

  it('uses the road service, except for absurd values', async () => {
    const places = [at(39.95, -75.16), at(39.96, -75.16)];
    const { seconds, meters: alone } = await travelCosts(services, places);
    const withRoads = async (roadSeconds: number, roadMeters: number) => {
      const table = (amount: number) => Int32Array.of(0, amount, amount, 0);
      const roads = { between: async () => ({ seconds: table(roadSeconds), meters: table(roadMeters) }) };
      const costs = await travelCosts({ ...services, roads }, places);
      return [costs.seconds[1], costs.meters[1]];
    };
    expect(await withRoads(700, 5_000)).toEqual([700, 5_000]);
    expect(await withRoads(24 * 60 * 60, 5_000_000)).toEqual([24 * 60 * 60, 5_000_000]);
    for (const [roadSeconds, roadMeters] of [
      [1_000_000_000, 5_000],
      [700, 1_000_000_000],
      [24 * 60 * 60 + 1, 5_000],
      [-1, 5_000],
    ] as const) {
      expect(await withRoads(roadSeconds, roadMeters)).toEqual([seconds[1], alone[1]]);
    }
  });

  it('yields to other work with 1,500 places', async () => {
    const places = Array.from({ length: 1_500 }, (_, index) => at(39.9 + index / 9_000, -75.2 + (index % 37) / 500));
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    count();
    await travelCosts(services, places);
    isDone = true;
    expect(turns).toBeGreaterThan(5);
  });

  it('yields to other work while parsing 1,000 addresses', async () => {
    let turn = 0;
    let isDone = false;
    const count = () => {
      turn += 1;
      if (!isDone) setImmediate(count);
    };
    const readIn = new Set<number>();
    const places = Array.from({ length: 1_000 }, (_, index) => ({
      ...at(39.9 + index / 6_000, -75.2),
      get address() {
        readIn.add(turn);
        return `${index} South ${index % 60}th Street, Apt ${index % 9}, Philadelphia, PA 19147`;
      },
    }));
    count();
    await travelCosts(services, places);
    isDone = true;
    expect(readIn.size).toBeGreaterThan(1);
  });
});

it('rounds miles to a tenth', () => {
  expect([milesOf(0), milesOf(1609.344), milesOf(2500)]).toEqual([0, 1, 1.6]);
});
