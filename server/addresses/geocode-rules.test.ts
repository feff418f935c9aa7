import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { zipCentroid } from '../external/geocoding/zip-centroids.ts';
import {
  addressKeyOf,
  areaOf,
  choosePlace,
  isFinal,
  isInUsa,
  milesBetween,
  questionOf,
  streetKeyOf,
  zipOf,
} from './geocode-rules.ts';
import { demoAddresses, samplePlaces } from './sample-places.ts';

describe('an address', () => {
  it.each([
    ['1500 Market Street, Philadelphia, PA 19102', '1500  market st.  PHILADELPHIA pa 19102'],
    ['718 South 9th Street, Philadelphia, Pennsylvania 19147', '718 S 9th St, Philadelphia, PA 19147-1234'],
    ['2601 Pennsylvania Avenue, Philadelphia, PA, USA', '2601 pennsylvania ave, Philadelphia, PA'],
    ["12 O'Neill Court #3, Philadelphia", '12 ONeill Ct 3 Philadelphia'],
    ['５ Pine St', '5 Pine St'],
  ])('has the same key for other spellings: %s', (one, other) => {
    expect(addressKeyOf(one)).toBe(addressKeyOf(other));
  });

  it.each([
    ['718 S 9th St, Philadelphia, PA 19147', '718 N 9th St, Philadelphia, PA 19147'],
    ['718 S 9th St, Philadelphia, PA 19147', '718 S 9th St, Philadelphia, PA 19148'],
    ['12 South St, Philadelphia', '12 S St, Philadelphia'],
    ['12 Pine St', '12 Pine Ave'],
    ['1 constructor', '1 prototype'],
  ])('has different keys for different addresses: %s, %s', (one, other) => {
    expect(addressKeyOf(one)).not.toBe(addressKeyOf(other));
  });

  it.each([
    ['718 South 9th Street, Apt 2, Philadelphia, PA 19147', '718 s 9th st'],
    ['Apt. 3, 1500 Pine St', '1500 pine st'],
    ['1500 Pine St Unit #4B', '1500 pine st'],
    ['1500 Pine St Fl 2, Miami, FL 33101', '1500 pine st'],
    ['12 Unit Street', '12 unit st'],
    ['', ''],
  ])('has a street key without the unit: %s', (address, street) => {
    expect(streetKeyOf(address)).toBe(street);
  });

  it('may have an empty key', () => {
    expect(addressKeyOf(' ., !?')).toBe('');
  });

  it.each([
    ['718 S 9th St, Philadelphia, PA 19147', '19147'],
    ['4521 Baltimore Ave, PA 19143-1234', '19143'],
    ['19147 Long Lane, Philadelphia', null],
    ['19147 Long Lane, Philadelphia, PA 19103', '19103'],
    ['191471 Nowhere', null],
    ['1 Pine St, Philadelphia', null],
    ['12345-67890 Pine St', null],
    ['1 Pine St, Philadelphia 19147, #3', '19147'],
    ['1 Pine St, PA 19147, Philadelphia', '19147'],
    ['1 Pine St Philadelphia PA 19147 USA', '19147'],
    ['1 Main St, Camden, New Jersey 08102', '08102'],
    ['1 Main St, Miami, FL 33101', '33101'],
    ['Suite 12345, Philadelphia, PA', null],
    ['100 Main St, Apt 20202', null],
    ['100 Main St, 19147, Unit #20202', '19147'],
    ['100 County Road 12345, Philadelphia, PA', null],
  ])('has the ZIP code that it ends with: %s', (address, zip) => {
    expect(zipOf(address)).toBe(zip);
  });

  it.each([
    ['718 S 9th St', '718 S 9th St, Philadelphia, PA'],
    ['718 S 9th St, Philadelphia', '718 S 9th St, Philadelphia, PA'],
    ['718 S 9th St, Philadelphia, PA 19147', '718 S 9th St, Philadelphia, PA 19147'],
    ['1 Main St, Camden, NJ', '1 Main St, Camden, NJ'],
    ['1 Main  St,\nCamden, New Jersey', '1 Main St, Camden, New Jersey'],
  ])('is asked for in Philadelphia when it names no city: %s', (address, question) => {
    expect(questionOf(address)).toBe(question);
  });
});

describe('choosePlace', () => {
  const middle = { latitude: 39.9364, longitude: -75.1547 };
  const door = { latitude: 39.9389, longitude: -75.1579, precision: 'address' as const };
  const camden = { latitude: 40.4, longitude: -75.1547, precision: 'address' as const };
  const area = { ...middle, precision: 'area' as const, source: 'zip' };

  it('returns the first place near the ZIP code', () => {
    expect(choosePlace([camden, door], 'census', middle)).toEqual({ ...door, source: 'census' });
  });

  it('returns the middle of the ZIP code when no place is near it or better', () => {
    expect(choosePlace([], 'census', middle)).toEqual(area);
    expect(choosePlace([camden], 'google', middle)).toEqual(area);
    expect(choosePlace([{ ...door, precision: 'area' }], 'google', middle)).toEqual(area);
  });

  it('returns a place near us for an address without a ZIP code, or null', () => {
    expect(choosePlace([camden], 'google', undefined)).toEqual({ ...camden, source: 'google' });
    const losAngeles = { latitude: 34.05, longitude: -118.24, precision: 'address' as const };
    expect(choosePlace([losAngeles], 'google', undefined)).toBeNull();
    expect(choosePlace([], 'census', undefined)).toBeNull();
  });

  it('refuses a place abroad, even near a ZIP code', () => {
    const cities = [39.95, -75.16, 61.2, -149.9, 21.3, -157.86, 18.46, -66.1] as const;
    for (let index = 0; index < cities.length; index += 2) {
      expect(isInUsa({ latitude: cities[index] as number, longitude: cities[index + 1] as number })).toBe(true);
    }
    const london = { latitude: 51.5, longitude: -0.13, precision: 'address' as const };
    expect(isInUsa(london)).toBe(false);
    expect(choosePlace([london], 'google', london)).toMatchObject({ source: 'zip' });
    expect(isInUsa({ latitude: 0, longitude: 0 })).toBe(false);
  });

  it('isFinal is false after a failure, and for a place from Google after 30 days', () => {
    const now = new Date('2026-11-25T12:00:00Z');
    const place = (daysAgo: number, source: 'google' | 'census' | null, lastError: string | null = null) => ({
      ...{ source, lastError, updatedAt: new Date(now.getTime() - daysAgo * 86_400_000) },
    });
    expect(isFinal(place(29, 'google'), now)).toBe(true);
    expect(isFinal(place(31, 'google'), now)).toBe(false);
    expect(isFinal(place(900, 'census'), now)).toBe(true);
    expect(isFinal(place(0, null), now)).toBe(true);
    expect(isFinal(place(0, null, 'refused with 500'), now)).toBe(false);
  });

  it('milesBetween is the great-circle distance', () => {
    expect(
      milesBetween({ latitude: 39.9526, longitude: -75.1635 }, { latitude: 40.7127, longitude: -74.0059 }),
    ).toBeCloseTo(80.6, 0);
    expect(milesBetween({ latitude: 52, longitude: 179.99 }, { latitude: 52, longitude: -179.99 })).toBeLessThan(1);
  });
});

describe('the middle of a ZIP code', () => {
  it('is known for ZIP codes that have an area', async () => {
    expect(await zipCentroid('19147')).toEqual({ latitude: 39.936404, longitude: -75.154729 });
    expect(await zipCentroid('00601')).toMatchObject({ latitude: 18.180555 });
    for (const none of ['00000', '19101', '1914', '19147-1234', "'", ''])
      expect(await zipCentroid(none)).toBeUndefined();
  });
});

describe('the samples', () => {
  it('each lie near the middle of their ZIP code, no two at the same place', async () => {
    const web = await readFile(join(import.meta.dirname, '../../web/addresses/look-up-addresses.ts'), 'utf8');
    const people = await readFile(join(import.meta.dirname, '../accounts/demo-accounts.ts'), 'utf8');
    const offered = [...`${web}${people}`.matchAll(/'(\d+ .+ \d{5})'/g)].map(([, address = '']) => address);
    expect(offered).toHaveLength(11);
    const spots = new Set<string>();
    for (const address of [...offered, ...demoAddresses]) {
      const place = samplePlaces.get(addressKeyOf(address));
      const middle = await zipCentroid(zipOf(address) ?? '');
      if (!place || !middle) expect.fail(`${address} is not known`);
      expect(milesBetween(place, middle), address).toBeLessThan(1.6);
      spots.add(`${place.latitude} ${place.longitude}`);
    }
    expect(spots.size).toBe(offered.length + demoAddresses.length);
  });
});

test.each([
  ['1127 S 9th St, Philadelphia, PA 19147', 'S 9th St, 19147'],
  ['1127-29 S 9th St, Philadelphia, PA 19147-1234', 'S 9th St, 19147'],
  ['742 1/2 Market St Apt 4, Philadelphia, PA 19103', 'Market St, 19103'],
  ['12B Fairmount Ave #2, Philadelphia PA 19130', 'Fairmount Ave, 19130'],
  ['Apt 3, 12 Main St, Camden, NJ 08102', 'Main St, 08102'],
  // The number at the beginning of "9th St" isn't a house number.
  ['9th St and Walnut, Philadelphia, PA 19107', '19107'],
  ['Pat Example, 1127 S 9th St, Philadelphia, PA 19147', 'S 9th St, 19147'],
  ['The Example family, Philadelphia, PA 19147', '19147'],
  ['Deleted address, 19147', '19147'],
  ['Rose Cottage', ''],
])('the area of "%s" is "%s"', (address, area) => expect(areaOf(address)).toBe(area));
