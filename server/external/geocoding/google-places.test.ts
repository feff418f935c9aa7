import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  googleError,
  type PlacesStandIn,
  predictions,
  respondJson,
  startPlaces,
} from '../../../tests/support/services/places.ts';
import type { AddressLookup } from './address-lookup.ts';
import { AddressLookupError } from './address-lookup.ts';
import { googlePlaces } from './google-places.ts';

const key = 'AIza-a_key-that-must-stay-secret';
let places: PlacesStandIn;
let lookup: AddressLookup;
beforeAll(async () => {
  places = await startPlaces();
});
beforeEach(() => {
  places.requests.length = 0;
  lookup = googlePlaces(key, { baseUrl: places.url, timeoutMs: 20_000 });
});
afterAll(async () => await places.close());

/** Returns the message of a failed call, and checks that it contains neither the key nor the typed text. */
async function failure(from = lookup): Promise<string> {
  const error = await from.suggest('1500 Market').then(
    () => expect.fail('addresses came'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AddressLookupError);
  const { message, stack, cause } = error as AddressLookupError;
  expect(`${message} ${stack}`).not.toMatch(/AIza|1500 Market/);
  expect(cause).toBeUndefined();
  return message;
}

describe('the request', () => {
  it('is as documented: by POST, key and field mask in headers, US house numbers around Philadelphia', async () => {
    await lookup.suggest('1500 mar');
    expect(places.requests).toHaveLength(1);
    const [{ method, path, headers, body }] = places.requests as [PlacesStandIn['requests'][number]];
    expect([method, path]).toEqual(['POST', '/v1/places:autocomplete']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-goog-api-key': key,
      'x-goog-fieldmask': 'suggestions.placePrediction.text.text',
    });
    expect(body).toMatchObject({ input: '1500 mar', includedRegionCodes: ['us'], languageCode: 'en-US' });
    expect(body.includedPrimaryTypes.length).toBeLessThanOrEqual(5);
    const { center, radius } = body.locationBias.circle;
    expect(Math.hypot(center.latitude - 39.95, center.longitude + 75.17)).toBeLessThan(0.1);
    expect(radius).toBeLessThanOrEqual(50_000);
  });
});

describe('the response', () => {
  it("is turned into each place's address without the country, best first", async () => {
    places.behave((response) =>
      respondJson(
        response,
        200,
        predictions(
          '1500 Market Street, Philadelphia, PA, USA',
          '  1500  Market St,\nWilmington, DE, United States',
          '12 USA Street, Camden, NJ',
        ),
      ),
    );
    expect(await lookup.suggest('1500 mar')).toEqual([
      '1500 Market Street, Philadelphia, PA',
      '1500 Market St, Wilmington, DE',
      '12 USA Street, Camden, NJ',
    ]);
  });

  it('yields at most five distinct addresses that fit an address field', async () => {
    const seven = [1, 1, 2, 3, 4, 5, 6].map((number) => `${number} Pine St, Philadelphia, PA, USA`);
    places.behave((response) => respondJson(response, 200, predictions('', 'x'.repeat(256), ...seven)));
    expect(await lookup.suggest('pine')).toEqual(
      [1, 2, 3, 4, 5].map((number) => `${number} Pine St, Philadelphia, PA`),
    );
  });

  it('may contain queries, which are ignored', async () => {
    const { suggestions } = predictions('1 Pine St, Philadelphia, PA, USA');
    const query = { queryPrediction: { text: { text: 'pine furniture' } } };
    places.behave((response) => respondJson(response, 200, { suggestions: [query, ...suggestions, {}] }));
    expect(await lookup.suggest('pine')).toEqual(['1 Pine St, Philadelphia, PA']);
  });

  it('yields [] without a list', async () => {
    places.behave((response) => respondJson(response, 200, {}));
    expect(await lookup.suggest('zzzz')).toEqual([]);
  });
});

describe('an unusable response', () => {
  it.each([
    ['cut off', '{"suggestions": [{"placeP'],
    ['a page', '<!doctype html><title>Sign in to the Wi-Fi</title>'],
    ['empty', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['of another form', '{"suggestions": {"placePrediction": {}}}'],
    ['without text', '{"suggestions": [{"placePrediction": {"text": "1 Pine St"}}]}'],
  ])('is refused: %s', async (_name, body) => {
    places.behave((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body));
    expect(await failure()).toBe('the response was invalid');
  });

  it('is rejected when it is too large, also after decompression', async () => {
    const large = JSON.stringify(predictions('y'.repeat(200_000)));
    places.behave((response) => void response.end(large));
    expect(await failure()).toBe('the response was too large');
    places.behave((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large)));
    expect(await failure()).toBe('the response was too large');
  });

  it('is not followed when it redirects, because the key would be sent along', async () => {
    const elsewhere = await startPlaces();
    places.behave((response) => void response.writeHead(307, { location: `${elsewhere.url}/v1/places` }).end());
    expect(await failure()).toMatch(/^no /);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });
});

describe('an error response', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', 'API key not valid. Please pass a valid API key.'],
    [403, 'PERMISSION_DENIED', 'API_KEY_IP_ADDRESS_BLOCKED', `The IP address is not allowed to use ${key}.`],
    [429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'Quota exceeded for 1500 Market.'],
    [500, 'INTERNAL', 'UNKNOWN', 'Internal error encountered.'],
  ])('with status %d is named by its codes, not by its message', async (code, status, reason, message) => {
    places.behave((response) => respondJson(response, code, googleError(code, status, reason, message)));
    expect(await failure()).toBe(`refused with ${code} ${status} ${reason}`);
  });

  it('of any other form is named by its status', async () => {
    places.behave((response) => void response.writeHead(502).end('<h1>Bad Gateway</h1>'));
    expect(await failure()).toBe('refused with 502');
    places.behave((response) => respondJson(response, 403, { error: { status: key, details: [{ reason: 7 }] } }));
    expect(await failure()).toBe('refused with 403');
    places.behave((response) => respondJson(response, 403, { error: { status: key, details: [{ reason: key }] } }));
    expect(await failure()).toBe('refused with 403');
  });
});

describe('no response', () => {
  it('times out for headers and for the body', async () => {
    const behaviors: Parameters<PlacesStandIn['behave']>[0][] = [
      () => {},
      (response) => void response.writeHead(200).write('{"suggestions": ['),
      (response) => {
        const dripping = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(dripping));
      },
    ];
    const impatient = googlePlaces(key, { baseUrl: places.url, timeoutMs: 300 });
    for (const behavior of behaviors) {
      places.behave(behavior);
      const startedMs = performance.now();
      expect(await failure(impatient)).toBe('timed out');
      expect(performance.now() - startedMs).toBeLessThan(10_000);
    }
  });

  it('is named when the connection is refused or broken', async () => {
    places.behave((response) => response.destroy());
    expect(await failure()).toMatch(/^no connection \(\w+\)$/);
    const gone = await startPlaces();
    await gone.close();
    expect(await failure(googlePlaces(key, { baseUrl: gone.url, timeoutMs: 20_000 }))).toBe(
      'no connection (ECONNREFUSED)',
    );
  });
});
