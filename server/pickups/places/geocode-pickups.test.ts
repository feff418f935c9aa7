import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { respondJson } from '../../../tests/support/services/places.ts';
import { type StandIn, startStandIn } from '../../../tests/support/services/stand-in.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { censusGeocoder } from '../../external/geocoding/census-geocoder.ts';
import type { Geocoder } from '../../external/geocoding/geocoder.ts';
import { googleGeocoding } from '../../external/geocoding/google-geocoding.ts';
import { geocodePickups, sweepPlaces } from './geocode-pickups.ts';

const address = '1127 S 9th St, Philadelphia, PA 19147';
const middle = { coordinates: '39.93640,-75.15473', coordinatesPrecision: 'area' };
const door = { coordinates: '39.93500,-75.15850', coordinatesPrecision: 'address' };

let census: StandIn;
let t: TestApp;
let customer: Person;
const warnings: unknown[] = [];
/** Starts the app with a real geocoder client against a stand-in on this machine. */
async function startWith(geocoder: (url: string) => Geocoder | undefined): Promise<void> {
  census = await startStandIn();
  const note = (...details: unknown[]) => void warnings.push(details);
  t = await startTestApp({}, { geocoder: geocoder(census.url), log: { info: note, warn: note, error: note } });
  t.setNow(instantOf('2026-11-25', '06:00'));
  customer = await makeCustomer(t);
}
const matches = (...places: [latitude: number, longitude: number][]) =>
  census.behave((response) =>
    respondJson(response, 200, {
      result: { addressMatches: places.map(([y, x]) => ({ coordinates: { x, y } })) },
    }),
  );
const breaks = () => census.behave((response) => void response.writeHead(500).end('broken'));
const pickupsOf = async (person = customer) =>
  (await t.call('GET', '/api/pickups', { token: person.token })).body as Record<string, unknown>[];
const placeRows = () => t.db.selectFrom('places').selectAll().orderBy('addressKey').execute();

beforeEach(() => async () => {
  warnings.length = 0;
  await t.close();
  await census.close();
});

describe('with the Census geocoder', () => {
  beforeEach(async () => await startWith((url) => censusGeocoder(url, 20_000)));

  it('places a pickup by its ZIP code first and by its address after the job; the next one there immediately by its address', async () => {
    matches([39.935, -75.1585]);
    expect(await bookUnpaid(t, customer.token, { address })).toMatchObject(middle);
    expect(census.requests).toHaveLength(0);
    await t.runJobs();
    expect(await pickupsOf()).toMatchObject([door]);
    expect(await placeRows()).toMatchObject([
      { source: 'census', precision: 'address', zipCode: '19147', attempts: 1, lastError: null },
    ]);
    const other = '1127 South 9th Street, Philadelphia, PA 19147-1234';
    expect(await bookUnpaid(t, customer.token, { address: other })).toMatchObject(door);
    await t.runJobs();
    expect(census.requests).toHaveLength(1);
    expect(census.requests[0]?.searchParams.get('address')).toBe(address);
  });

  it('places every stop of a plan with one request', async () => {
    matches([39.935, -75.1585]);
    const subscriber = await makeSubscriber(t, { packageType: 'clean-carry', address });
    const before = await pickupsOf(subscriber);
    expect(before.length).toBeGreaterThan(0);
    for (const stop of before) expect(stop).toMatchObject(middle);
    expect(await jobRows()).toHaveLength(1);
    await bookUnpaid(t, customer.token, { address });
    await t.runJobs();
    const stops = await pickupsOf(subscriber);
    for (const stop of [...stops, ...(await pickupsOf())]) expect(stop).toMatchObject(door);
    expect(census.requests).toHaveLength(1);
  });

  it('writes the full address: the text with a ZIP code, else what the geocoder matched', async () => {
    const matchedAddress = '1127 S 9TH ST, PHILADELPHIA, PA, 19147';
    census.behave((response) =>
      respondJson(response, 200, {
        result: { addressMatches: [{ matchedAddress, coordinates: { x: -75.1585, y: 39.935 } }] },
      }),
    );
    const withZip = '1127 S  9th St, Apt 2, Philadelphia, PA 19147';
    expect(await bookUnpaid(t, customer.token, { address: withZip })).toMatchObject({
      fullAddress: '1127 S 9th St, Apt 2, Philadelphia, PA 19147',
    });
    const without = { address: '1127 S 9th St, Philadelphia' };
    expect(await bookUnpaid(t, customer.token, without)).toMatchObject({ fullAddress: null });
    await t.runJobs();
    const found = (await pickupsOf()).map((pickup) => pickup.fullAddress).sort();
    expect(found).toEqual([matchedAddress, '1127 S 9th St, Apt 2, Philadelphia, PA 19147']);
    expect(await bookUnpaid(t, (await makeCustomer(t)).token, without)).toMatchObject({ fullAddress: matchedAddress });
    const subscriber = await makeSubscriber(t, { packageType: 'basic', ...without });
    expect(await pickupsOf(subscriber)).toMatchObject([{ fullAddress: matchedAddress }]);
  });

  it('sends one request per address', async () => {
    matches([39.935, -75.1585]);
    await bookUnpaid(t, customer.token, { address });
    await bookUnpaid(t, customer.token, { address: '1200 S 9th St, Philadelphia, PA 19147' });
    await t.runJobs();
    expect(census.requests).toHaveLength(2);
    expect(await placeRows()).toHaveLength(2);
  });

  it.each([
    ['no match', []],
    ['only matches far away', [[41.9, -87.6]]],
  ] as [string, [number, number][]][])(
    'keeps the middle of the ZIP code after %s, and does not ask again',
    async (_name, places) => {
      matches(...places);
      await bookUnpaid(t, customer.token, { address });
      await t.runJobs();
      expect(await pickupsOf()).toMatchObject([middle]);
      expect(await placeRows()).toMatchObject([{ source: 'zip', precision: 'area', lastError: null }]);
      await bookUnpaid(t, customer.token, { address });
      await sweepPlaces(t.services);
      expect(await jobRows()).toHaveLength(1);
      await geocodePickups(t.services, address);
      await t.runJobs();
      expect(census.requests).toHaveLength(1);
    },
  );

  it('saves that an address without a ZIP code or a match has no place', async () => {
    matches();
    const nowhere = { address: 'The blue house by the river' };
    expect(await bookUnpaid(t, customer.token, nowhere)).toMatchObject({ coordinates: null });
    await t.runJobs();
    expect(census.requests[0]?.searchParams.get('address')).toBe('The blue house by the river, Philadelphia, PA');
    expect(await pickupsOf()).toMatchObject([{ coordinates: null, coordinatesPrecision: null }]);
    expect(await placeRows()).toMatchObject([{ latitude: null, source: null, attempts: 1, lastError: null }]);
    await sweepPlaces(t.services);
    await t.runJobs();
    expect(census.requests).toHaveLength(1);
  });

  it('tries again after a failure, and the sweep enqueues what was given up', async () => {
    // The queue logs a failed job to the console.
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    breaks();
    await bookUnpaid(t, customer.token, { address });
    await t.runJobs();
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    expect(await pickupsOf()).toMatchObject([middle]);
    expect(await placeRows()).toMatchObject([{ source: 'zip', lastError: 'refused with 500', attempts: 1 }]);
    expect(await jobRows()).toEqual([{ state: 'retry', tries: 19, isLater: true }]);

    matches([39.935, -75.1585]);
    await sweepPlaces(t.services);
    expect(await jobRows()).toHaveLength(1);
    await forgetJobs();
    await sweepPlaces(t.services);
    await t.runJobs();
    expect(await pickupsOf()).toMatchObject([door]);
    expect(await placeRows()).toMatchObject([{ source: 'census', lastError: null, attempts: 2 }]);
    expect(census.requests).toHaveLength(2);
  });

  it('does not sweep pickups that are done, past, or have a place', async () => {
    matches([39.935, -75.1585]);
    await bookUnpaid(t, customer.token, { address: '718 S 9th St, Philadelphia, PA 19147' });
    const { id } = await bookUnpaid(t, customer.token, { address });
    await forgetJobs();
    await t.db.updateTable('pickups').set({ status: 'completed' }).where('id', '=', id).execute();
    await sweepPlaces(t.services);
    await t.db.updateTable('pickups').set({ status: 'pending' }).where('id', '=', id).execute();
    t.setNow(instantOf('2026-11-28', '06:00'));
    await sweepPlaces(t.services);
    await t.runJobs();
    expect(census.requests).toHaveLength(0);
    t.setNow(instantOf('2026-11-25', '06:00'));
    await sweepPlaces(t.services);
    await t.runJobs();
    expect(census.requests).toHaveLength(1);
  });

  it('enqueues one job per address at a time', async () => {
    await Promise.all([1, 2, 3].map(() => bookUnpaid(t, customer.token, { address })));
    await sweepPlaces(t.services);
    expect(await jobRows()).toHaveLength(1);
  });

  it('sets the coordinates of the ZIP code when the geocoder fails', async () => {
    breaks();
    await bookUnpaid(t, customer.token, { address });
    await t.db.updateTable('pickups').set({ coordinates: null, coordinatesPrecision: null }).execute();
    await expect(geocodePickups(t.services, address)).rejects.toThrow('refused with 500');
    expect(await pickupsOf()).toMatchObject([middle]);
  });

  it('knows the sample addresses without a request', async () => {
    expect(await bookUnpaid(t, customer.token, { address: '718 S 9th St, Philadelphia, PA 19147' })).toMatchObject({
      coordinatesPrecision: 'address',
    });
    await t.runJobs();
    expect(census.requests).toHaveLength(0);
    expect(await placeRows()).toEqual([]);
  });
});

const jobRows = async () =>
  (
    await sql`SELECT state, retry_limit AS tries, start_after > now() AS "isLater"
      FROM pgboss.job WHERE name = 'geocode-address'`.execute(t.db)
  ).rows;
const forgetJobs = async () => await sql`DELETE FROM pgboss.job`.execute(t.db);

describe('with Google', () => {
  const key = 'AIza-a_key-that-must-stay-secret';
  beforeEach(async () => await startWith((url) => googleGeocoding(key, { baseUrl: url, timeoutMs: 20_000 })));
  const googleFinds = (lat: number, lng: number) =>
    census.behave((response) =>
      respondJson(response, 200, {
        status: 'OK',
        results: [{ geometry: { location: { lat, lng }, location_type: 'GEOMETRIC_CENTER' } }],
      }),
    );

  it('prefers a street to the ZIP code, stores it for 30 days, then deletes it and asks again', async () => {
    googleFinds(39.935, -75.1585);
    await bookUnpaid(t, customer.token, { address });
    await t.runJobs();
    expect(await pickupsOf()).toMatchObject([{ ...door, coordinatesPrecision: 'street' }]);
    t.setNow(instantOf('2026-12-24', '06:00'));
    await bookUnpaid(t, (await makeCustomer(t)).token, { address });
    await sweepPlaces(t.services);
    await t.runJobs();
    expect(census.requests).toHaveLength(1);
    t.setNow(instantOf('2026-12-26', '12:00'));
    await sweepPlaces(t.services);
    expect(await placeRows()).toEqual([]);
    await bookUnpaid(t, (await makeCustomer(t)).token, { address });
    await t.runJobs();
    expect(census.requests).toHaveLength(2);
  });

  it('leaves the place of a pickup when the geocoder fails later', async () => {
    googleFinds(39.935, -75.1585);
    await bookUnpaid(t, customer.token, { address });
    await t.runJobs();
    t.setNow(instantOf('2026-12-26', '12:00'));
    breaks();
    await expect(geocodePickups(t.services, address)).rejects.toThrow('refused with 500');
    const pickups = await t.db.selectFrom('pickups').select(['coordinates', 'coordinatesPrecision']).execute();
    expect(pickups).toEqual([{ ...door, coordinatesPrecision: 'street' }]);
  });

  it('writes the key to no row and no log line', async () => {
    census.behave((response) => respondJson(response, 403, { status: 'REQUEST_DENIED', error_message: `no ${key}` }));
    await bookUnpaid(t, customer.token, { address });
    await expect(geocodePickups(t.services, address)).rejects.toThrow('refused with 403 REQUEST_DENIED');
    expect(JSON.stringify([await placeRows(), warnings])).not.toContain('AIza');
  });
});

describe('switched off', () => {
  it('places a pickup by its ZIP code and enqueues no job', async () => {
    await startWith(() => undefined);
    expect(await bookUnpaid(t, customer.token, { address })).toMatchObject(middle);
    await sweepPlaces(t.services);
    expect(await jobRows()).toEqual([]);
    expect(await placeRows()).toEqual([]);
  });
});

describe('service areas', () => {
  it('mark pickups outside them for the dispatcher, and refuse none', async () => {
    await startWith(() => undefined);
    const admin = await makeAdmin(t);
    const list = async () =>
      ((await t.call('GET', '/api/admin/pickups', { token: admin.token })).body as Record<string, unknown>[]).map(
        (pickup) => [pickup.address, pickup.isOutsideArea],
      );
    const inside = '4521 Baltimore Ave, Philadelphia, PA 19143-1234';
    const outside = '19143 Long Ln, Trenton, NJ 08601';
    const unknown = '19143 Long Lane, Philadelphia';
    for (const one of [inside, outside, unknown]) await bookUnpaid(t, customer.token, { address: one });
    const marks = (isOutside: boolean) => [
      [unknown, false],
      [outside, isOutside],
      [inside, false],
    ];
    expect(await list()).toEqual(expect.arrayContaining(marks(false)));
    const area = { id: crypto.randomUUID(), name: 'West', zipCodes: ['19143', '19104'] };
    await t.db.insertInto('service_areas').values(area).execute();
    expect(await list()).toEqual(expect.arrayContaining(marks(true)));
    await t.db.updateTable('service_areas').set({ isActive: false }).execute();
    expect(await list()).toEqual(expect.arrayContaining(marks(false)));
  });
});
