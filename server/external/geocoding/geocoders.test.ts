import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respondJson } from '../../../tests/support/services/places.ts';
import {
  badResponses,
  endlessResponses,
  type StandIn,
  startStandIn,
} from '../../../tests/support/services/stand-in.ts';
import { censusGeocoder } from './census-geocoder.ts';
import { type Geocoder, GeocoderError } from './geocoder.ts';
import { googleGeocoding } from './google-geocoding.ts';
import { rateLimited } from './rate-limited-geocoder.ts';

const key = 'AIza-a_key-that-must-stay-secret';
const address = '718 S 9th St, Philadelphia, PA 19147';
let standIn: StandIn;
let geocoders: Record<Geocoder['source'], Geocoder>;
const waitingFor = (timeoutMs: number) => ({
  google: googleGeocoding(key, { baseUrl: standIn.url, timeoutMs }),
  census: censusGeocoder(standIn.url, timeoutMs),
});
beforeAll(async () => {
  standIn = await startStandIn();
  geocoders = waitingFor(20_000);
});
beforeEach(() => {
  standIn.requests.length = 0;
});
afterAll(async () => await standIn.close());

/** Returns the error of a failed call, and checks that it contains neither the key nor the address. */
async function failure(geocoder: Geocoder): Promise<GeocoderError> {
  const error = await geocoder.find(address).then(
    () => expect.fail('places came'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GeocoderError);
  const { message, stack, cause } = error as GeocoderError;
  expect(`${message} ${stack}`).not.toMatch(/AIza|718 S/);
  expect(cause).toBeUndefined();
  return error as GeocoderError;
}

const fullAddress = '718 S 9TH ST, PHILADELPHIA, PA, 19147';

/** A response as the Census Bureau documents it, with extra fields in every match. */
function censusResponse(...places: { x: number; y: number }[]): object {
  const matches = places.map((coordinates) => ({
    tigerLine: { side: 'L', tigerLineId: '131425283' },
    coordinates,
    addressComponents: { zip: '19147', streetName: '9TH', city: 'PHILADELPHIA', state: 'PA' },
    matchedAddress: fullAddress,
  }));
  const benchmark = { isDefault: true, benchmarkName: 'Public_AR_Current', id: '4' };
  return { result: { input: { address: { address }, benchmark }, addressMatches: matches } };
}

/** A result as Google documents it. */
function googleResult(lat: number, lng: number, locationType: string, country = 'US'): object {
  return {
    formatted_address: '718 S 9th St, Philadelphia, PA 19147, USA',
    geometry: { location: { lat, lng }, location_type: locationType, viewport: {} },
    address_components: [
      { long_name: '718', short_name: '718', types: ['street_number'] },
      { long_name: country, short_name: country, types: ['country', 'political'] },
    ],
    partial_match: true,
    place_id: 'stand-in',
    types: ['street_address'],
  };
}
const google = (status: string, results: object[] = [], more: object = {}) => ({ status, results, ...more });

describe('the US Census geocoder', () => {
  it('sends the documented request and returns every match as an address', async () => {
    standIn.behave((response) =>
      respondJson(response, 200, censusResponse({ x: -75.1579, y: 39.9389 }, { x: -75, y: 40 })),
    );
    expect(await geocoders.census.find(address)).toEqual([
      { latitude: 39.9389, longitude: -75.1579, precision: 'address', fullAddress },
      { latitude: 40, longitude: -75, precision: 'address', fullAddress },
    ]);
    const [url] = standIn.requests as [URL];
    expect(url.pathname).toBe('/geocoder/locations/onelineaddress');
    expect(Object.fromEntries(url.searchParams)).toEqual({ address, benchmark: 'Public_AR_Current', format: 'json' });
  });

  it('supports a base URL with a path', async () => {
    standIn.behave((response) => respondJson(response, 200, censusResponse()));
    expect(await censusGeocoder(`${standIn.url}/proxy/`, 20_000).find(address)).toEqual([]);
    expect(standIn.requests[0]?.pathname).toBe('/proxy/geocoder/locations/onelineaddress');
  });

  it('returns [] for an unknown address and for text that is not an address', async () => {
    standIn.behave((response) => respondJson(response, 200, censusResponse()));
    expect(await geocoders.census.find(address)).toEqual([]);
    const errors = ['Specify House number and Street name along with City and State and/or ZIP Code'];
    standIn.behave((response) => respondJson(response, 400, { errors, status: '400' }));
    expect(await geocoders.census.find(address)).toEqual([]);
  });

  it('fails on any other 400', async () => {
    standIn.behave((response) => void response.writeHead(400).end('<h1>Bad Request</h1>'));
    expect((await failure(geocoders.census)).message).toBe('refused with 400');
  });
});

describe('Google Geocoding', () => {
  it('requests addresses in the United States only', async () => {
    standIn.behave((response) => respondJson(response, 200, google('ZERO_RESULTS')));
    expect(await geocoders.google.find(address)).toEqual([]);
    const [url] = standIn.requests as [URL];
    expect(url.pathname).toBe('/maps/api/geocode/json');
    expect(Object.fromEntries(url.searchParams)).toEqual({ address, components: 'country:US', language: 'en', key });
  });

  it('returns how exact a place is, and ignores places abroad', async () => {
    const types = ['ROOFTOP', 'RANGE_INTERPOLATED', 'GEOMETRIC_CENTER', 'APPROXIMATE', 'SOMETHING_NEW'];
    const results = [
      googleResult(51, 0, 'ROOFTOP', 'GB'),
      ...types.map((type) => googleResult(39.9389, -75.1579, type)),
    ];
    standIn.behave((response) => respondJson(response, 200, google('OK', results)));
    const found = await geocoders.google.find(address);
    expect(found[0]).toEqual({ latitude: 39.9389, longitude: -75.1579, precision: 'address' });
    expect(found.map(({ precision }) => precision)).toEqual(['address', 'address', 'street', 'area', 'area']);
  });

  it.each([
    ['REQUEST_DENIED', 'refused: REQUEST_DENIED', undefined],
    ['UNKNOWN_ERROR', 'refused: UNKNOWN_ERROR', undefined],
    ['OVER_QUERY_LIMIT', 'refused: too many requests', 60_000],
    [key, 'refused: no reason given', undefined],
  ])('names an error by its status, not by its message: %s', async (status, reason, retryAfterMs) => {
    const body = google(status, [], { error_message: `The provided API key ${key} is invalid for ${address}.` });
    standIn.behave((response) => respondJson(response, 200, body));
    expect(await failure(geocoders.google)).toMatchObject({ message: reason, retryAfterMs });
  });
});

describe.each(['census', 'google'] as const)('an unusable response of %s', (source) => {
  it.each(badResponses)('is a failure: %s', async (_name, behavior, reason) => {
    standIn.behave(behavior);
    expect((await failure(geocoders[source])).message).toMatch(reason);
  });

  it.each(endlessResponses)('is a failure within the timeout: %s', async (_name, behavior, reason) => {
    standIn.behave(behavior);
    const startedMs = performance.now();
    expect((await failure(waitingFor(250)[source])).message).toMatch(reason);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it('may hold a Retry-After', async () => {
    standIn.behave((response) => void response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await failure(geocoders[source])).toMatchObject({ message: /refused/, retryAfterMs: 120_000 });
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    standIn.behave((response) => void response.writeHead(503, { 'retry-after': inAnHour }).end());
    expect((await failure(geocoders[source])).retryAfterMs).toBeGreaterThan(3_500_000);
    standIn.behave((response) => void response.writeHead(503, { 'retry-after': 'soon' }).end());
    expect((await failure(geocoders[source])).retryAfterMs).toBeUndefined();
  });
});

describe('a rateLimited geocoder', () => {
  it('sends one request at a time, with a pause between two', async () => {
    const times: [start: number, end: number][] = [];
    standIn.behave((response) => {
      const start = performance.now();
      setTimeout(() => {
        times.push([start, performance.now()]);
        respondJson(response, 200, censusResponse());
      }, 20);
    });
    const careful = rateLimited(geocoders.census, 40);
    await Promise.all([1, 2, 3, 4].map(() => careful.find(address)));
    expect(times).toHaveLength(4);
    for (const [index, [start]] of times.entries()) {
      const [, previousEnd] = times[index - 1] ?? [0, 0];
      expect(start - previousEnd).toBeGreaterThanOrEqual(35);
    }
  });

  it('waits as long as the service asks, at most 15 minutes', async () => {
    let now = 1_000_000;
    const careful = rateLimited(geocoders.census, 0, () => now);
    standIn.behave((response) => void response.writeHead(429, { 'retry-after': '86400' }).end());
    expect((await failure(careful)).message).toBe('refused with 429');
    standIn.behave((response) => respondJson(response, 200, censusResponse()));
    now += 14 * 60_000;
    expect((await failure(careful)).message).toMatch(/asked us to wait/);
    expect(standIn.requests).toHaveLength(1);
    now += 2 * 60_000;
    expect(await careful.find(address)).toEqual([]);
  });

  it('continues after a failure', async () => {
    const careful = rateLimited(geocoders.census, 0);
    standIn.behave((response) => void response.writeHead(500).end());
    await failure(careful);
    standIn.behave((response) => respondJson(response, 200, censusResponse()));
    expect(await careful.find(address)).toEqual([]);
  });
});
