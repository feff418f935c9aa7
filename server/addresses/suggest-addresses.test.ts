import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import {
  googleError,
  type PlacesStandIn,
  predictions,
  respondJson,
  startPlaces,
} from '../../tests/support/services/places.ts';
import { googlePlaces } from '../external/geocoding/google-places.ts';
import { allVisitorsLookupLimit, lookupLimit, visitorLookupLimit } from './suggest-addresses.ts';

const path = '/api/address-suggestions';
const key = 'AIza-a_key-that-must-stay-secret';

let places: PlacesStandIn;
let t: TestApp;
let customer: Person;
const warnings: unknown[] = [];
beforeAll(async () => {
  places = await startPlaces();
  const note = (...details: unknown[]) => void warnings.push(details);
  t = await startTestApp(
    { GOOGLE_MAPS_API_KEY: key },
    {
      addresses: googlePlaces(key, { baseUrl: places.url, timeoutMs: 3_000 }),
      log: { info: note, warn: note, error: note },
    },
  );
  customer = await makeCustomer(t);
});
beforeEach(() => {
  warnings.length = 0;
  places.requests.length = 0;
  places.behave((response) => respondJson(response, 200, predictions('1500 Market Street, Philadelphia, PA, USA')));
});
afterAll(async () => {
  await t.close();
  await places.close();
});

const ask = (q: string, token: string | undefined = customer.token) => t.call('GET', path, { token, query: { q } });

describe('access', () => {
  it('refuses a request without a session', async () => {
    expect((await t.call('GET', path, { query: { q: '1500 mar' } })).status).toBe(401);
    expect(places.requests).toEqual([]);
  });

  it('is for every signed-in person, rate-limited per person', async () => {
    t.setNow(new Date('2026-11-20T15:00:00Z'));
    const driver = await makeDriver(t);
    for (let count = 0; count < lookupLimit.limit; count++) {
      expect((await ask('1500 mar', driver.token)).status).toBe(200);
    }
    const refused = await ask('1500 mar', driver.token);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(places.requests).toHaveLength(lookupLimit.limit);
    expect((await ask('1500 mar')).status).toBe(200);
    t.setNow(new Date('2026-11-20T15:10:00Z'));
    expect((await ask('1500 mar', driver.token)).status).toBe(200);
  });
});

describe('a visitor who registers', () => {
  const askAsVisitor = (q = '1500 mar') => t.call('GET', '/api/visitor/address-suggestions', { query: { q } });

  it('needs no session, and has fewer lookups than an account', async () => {
    t.setNow(new Date('2026-11-20T17:00:00Z'));
    expect(await askAsVisitor()).toMatchObject({ status: 200, body: ['1500 Market Street, Philadelphia, PA'] });
    expect(await askAsVisitor('15')).toMatchObject({ status: 400, body: { errors: { q: expect.any(String) } } });
    for (let count = 1; count < visitorLookupLimit.limit; count++) await askAsVisitor();
    expect(await askAsVisitor()).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(places.requests).toHaveLength(visitorLookupLimit.limit);
    expect((await ask('1500 mar')).status).toBe(200);
  });

  it('shares an hourly limit with all other visitors', async () => {
    t.setNow(new Date('2026-11-20T19:00:00Z'));
    expect((await askAsVisitor()).status).toBe(200);
    const counted = t.db.updateTable('rate_limits').set({ count: allVisitorsLookupLimit.limit });
    await counted.where('key', '=', 'all-visitors-addresses:all').execute();
    expect((await askAsVisitor()).status).toBe(429);
    expect((await ask('1500 mar')).status).toBe(200);
    t.setNow(new Date('2026-11-20T21:00:00Z'));
    expect((await askAsVisitor()).status).toBe(200);
  });
});

describe('without a key', () => {
  it('returns 404', async () => {
    const bare = await startTestApp();
    const { token } = await makeCustomer(bare);
    const query = { q: '1500 mar' };
    for (const answer of [
      await bare.call('GET', path, { token, query }),
      await bare.call('GET', '/api/visitor/address-suggestions', { query }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'no_address_lookup' } });
    }
    await bare.close();
  });
});

describe('the text', () => {
  it('has 3 to 255 characters, without surrounding spaces', async () => {
    for (const q of ['', 'ph', '  ph  ']) {
      expect(await ask(q)).toMatchObject({ status: 400, body: { errors: { q: 'Please type at least 3 characters' } } });
    }
    expect((await ask('x'.repeat(256))).status).toBe(400);
    expect((await t.call('GET', path, { token: customer.token })).status).toBe(400);
    expect(places.requests).toEqual([]);
    expect((await ask('  1500 mar ')).status).toBe(200);
    expect(places.requests[0]?.body.input).toBe('1500 mar');
  });
});

describe('the response', () => {
  it('is a list of addresses that no shared cache stores', async () => {
    const answer = await ask('1500 mar');
    expect(answer).toMatchObject({ status: 200, body: ['1500 Market Street, Philadelphia, PA'] });
    expect(answer.headers['cache-control']).toContain('private');
    expect(warnings).toEqual([]);
  });

  it.each([
    ['refuses', /PERMISSION_DENIED API_KEY_INVALID/],
    ['hangs', /timed out/],
  ])(
    'is a 503 with a plain message when Google %s; the log has the reason, without key or text',
    async (how, reason) => {
      const refusal = googleError(403, 'PERMISSION_DENIED', 'API_KEY_INVALID', `${key} is not valid for 1500 mar`);
      places.behave((response) => how === 'refuses' && respondJson(response, 403, refusal));
      const answer = await ask('1500 mar');
      expect(answer).toMatchObject({ status: 503, body: { code: 'address_lookup_failed' } });
      expect(answer.body.message).toMatch(/type yours/);
      const logged = JSON.stringify(warnings);
      expect(logged).toMatch(reason);
      expect(logged + JSON.stringify(answer)).not.toMatch(/AIza|1500 mar/);
    },
  );
});
