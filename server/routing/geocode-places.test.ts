import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { respondJson } from '../../tests/support/services/places.ts';
import { type StandIn, startStandIn } from '../../tests/support/services/stand-in.ts';
import { censusGeocoder } from '../external/geocoding/census-geocoder.ts';
import { geocodePlaces, sweepAllPlaces } from './geocode-places.ts';

const address = '3605 Grays Ferry Ave, Philadelphia, PA 19146';
const door = { latitude: 39.94, longitude: -75.2 };

let census: StandIn;
let t: TestApp;
let admin: Person;
let driver: Person;
beforeEach(async () => {
  census = await startStandIn();
  t = await startTestApp({}, { geocoder: censusGeocoder(census.url, 20_000) });
  t.setNow(instantOf('2026-11-25', '06:00'));
  [admin, driver] = [await makeAdmin(t), await makeDriver(t)];
  return async () => {
    await t.close();
    await census.close();
  };
});

const finds = () =>
  census.behave((response) =>
    respondJson(response, 200, {
      result: { addressMatches: [{ coordinates: { x: door.longitude, y: door.latitude } }] },
    }),
  );
const breaks = () => census.behave((response) => void response.writeHead(500).end('broken'));
const addSite = async (change: object = {}) => {
  const hours = { opensAt: null, closesAt: null };
  const body = { name: 'Grays Ferry', address, ...hours, minutes: 20, isActive: true, ...change };
  return (await t.call('POST', '/api/admin/disposal-sites', { token: admin.token, body })).body;
};
const setTruck = (id = driver.id, at = address) =>
  t.call('PUT', `/api/admin/drivers/${id}/truck`, {
    token: admin.token,
    body: { capacityBags: 100, startAddress: at, endAddress: at, pause: null },
  });
const site = async () => (await t.call('GET', '/api/admin/disposal-sites', { token: admin.token })).body[0];
const truck = (id = driver.id) =>
  t.db.selectFrom('trucks').selectAll().where('driverId', '=', id).executeTakeFirstOrThrow();

describe('the geocoder', () => {
  it('places sites and trucks at the address, and leaves the version that admins change', async () => {
    finds();
    expect((await addSite()).place).toMatchObject({ precision: 'area' });
    await setTruck();
    await t.runJobs();
    expect(await site()).toMatchObject({ version: 1, place: { ...door, precision: 'address' } });
    expect(await truck()).toMatchObject({
      startCoordinates: '39.94000,-75.20000',
      endCoordinates: '39.94000,-75.20000',
    });
    expect(census.requests).toHaveLength(1);
  });

  it('places nothing at another address', async () => {
    finds();
    const elsewhere = 'Behind the old mill';
    const other = await makeDriver(t);
    await addSite();
    await addSite({ name: 'The Yard', address: elsewhere });
    await setTruck(other.id, elsewhere);
    await geocodePlaces(t.services, address);
    const { body } = await t.call('GET', '/api/admin/disposal-sites', { token: admin.token });
    expect(body).toMatchObject([{ place: door }, { name: 'The Yard', place: null }]);
    expect(await truck(other.id)).toMatchObject({ startCoordinates: null, endCoordinates: null });
  });

  it('replaces no place by the middle of the ZIP code when it fails later', async () => {
    finds();
    await addSite();
    await setTruck();
    await t.runJobs();
    await t.db.deleteFrom('places').execute();
    breaks();
    await expect(geocodePlaces(t.services, address)).rejects.toThrow('refused with 500');
    expect((await site()).place).toMatchObject(door);
    expect(await truck()).toMatchObject({
      startCoordinates: '39.94000,-75.20000',
      endCoordinates: '39.94000,-75.20000',
    });
  });

  it('is asked again by the sweep for addresses without a final answer, once', async () => {
    breaks();
    await addSite();
    await sql`DELETE FROM pgboss.job`.execute(t.db);
    finds();
    await sweepAllPlaces(t.services);
    await t.runJobs();
    expect((await site()).place).toMatchObject({ precision: 'address' });
    const { length } = census.requests;
    await sweepAllPlaces(t.services);
    await t.runJobs();
    expect(census.requests).toHaveLength(length);
  });
});
