import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respondJson } from '../../../tests/support/services/places.ts';
import {
  badResponses,
  endlessResponses,
  type StandIn,
  startStandIn,
} from '../../../tests/support/services/stand-in.ts';
import { travelCosts } from '../../routing/travel/travel-costs.ts';
import { osrm } from './osrm.ts';
import { RoadDistancesError } from './road-distances.ts';

const patience = { timeoutMs: 20_000, totalMs: 25_000 };
let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
beforeEach(() => {
  standIn.requests.length = 0;
});
afterAll(async () => await standIn.close());

const roads = () => osrm(standIn.url, patience);
/** Each place has its own longitude, so that a response shows which places were requested. */
const placesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ latitude: 40, longitude: -75 + index / 1_000 }));

/** Parses a request as the service does: the places, and which are sources and destinations. */
function parseRequest(url: URL) {
  const [, coordinates = ''] = /^\/table\/v1\/driving\/(.+)$/.exec(url.pathname) ?? [];
  const places = coordinates.split(';').map((pair) => pair.split(',').map(Number) as [number, number]);
  const numbers = (name: string) => (url.searchParams.get(name) ?? '').split(';').map(Number);
  const numberOf = (at: number) => Math.round(((places[at] as [number, number])[0] + 75) * 1_000);
  return { places, sources: numbers('sources').map(numberOf), destinations: numbers('destinations').map(numberOf) };
}

/** A response in which a to b takes 10a + b seconds and ten times as many meters, so it is not symmetric. */
function responseFor(url: URL, seconds = (from: number, to: number): number | null => 10 * from + to + 0.4) {
  const { sources, destinations } = parseRequest(url);
  const durations = sources.map((from) => destinations.map((to) => (from === to ? 0 : seconds(from, to))));
  const distances = durations.map((row) => row.map((value) => value && value * 10));
  return { code: 'Ok', durations, distances, sources: [], destinations: [] };
}

describe('the table of an OSRM server', () => {
  it('is requested as documented, longitude first, and is not symmetric', async () => {
    standIn.behave((response, url) => respondJson(response, 200, responseFor(url)));
    const { seconds, meters } = await roads().between(placesOf(3));
    expect([...seconds]).toEqual([0, 2, 3, 11, 0, 13, 21, 22, 0]);
    expect(meters[1]).toBe(14);
    const [url] = standIn.requests as [URL];
    expect(url.searchParams.get('annotations')).toBe('duration,distance');
    expect(parseRequest(url).places[1]).toEqual([-74.999, 40]);
  });

  it('is assembled from requests of at most 100 places', async () => {
    standIn.behave((response, url) => respondJson(response, 200, responseFor(url)));
    const size = 130;
    const { seconds } = await roads().between(placesOf(size));
    expect(standIn.requests).toHaveLength(9);
    for (const url of standIn.requests) expect(parseRequest(url).places.length).toBeLessThanOrEqual(100);
    for (const [from, to] of [
      [0, 129],
      [129, 0],
      [49, 50],
      [77, 101],
    ] as const) {
      expect(seconds[from * size + to]).toBe(10 * from + to + 1);
    }
    expect(seconds).not.toContain(-1);
  });

  it('has -1 where there is no route', async () => {
    standIn.behave((response, url) =>
      respondJson(
        response,
        200,
        responseFor(url, (from, to) => (from === 1 && to === 2 ? null : 7)),
      ),
    );
    const { seconds, meters } = await roads().between(placesOf(52));
    expect([seconds[52 + 2], meters[52 + 2], seconds[52 + 3]]).toEqual([-1, -1, 7]);
  });

  it('has -1 only for places that the server rejects', async () => {
    const refused = [10, 11, 73];
    standIn.behave((response, url) => {
      const { sources, destinations } = parseRequest(url);
      if (refused.some((place) => [...sources, ...destinations].includes(place)))
        respondJson(response, 400, { code: 'NoSegment', message: 'Could not find a matching segment' });
      else respondJson(response, 200, responseFor(url));
    });
    const { seconds, meters } = await roads().between(placesOf(100));
    for (let from = 0; from < 100; from++) {
      for (let to = 0; to < 100; to++) {
        const isKnown = !refused.includes(from) && !refused.includes(to);
        const expected = isKnown ? (from === to ? 0 : 10 * from + to + 1) : -1;
        if (seconds[from * 100 + to] !== expected)
          expect([from, to, seconds[from * 100 + to]]).toEqual([from, to, expected]);
        if (!isKnown) expect(meters[from * 100 + to]).toBe(-1);
      }
    }
    expect(standIn.requests.length).toBeLessThan(60);
  });

  it('needs a bounded number of requests when nearly every place is rejected', async () => {
    standIn.behave((response, url) => {
      const { sources, destinations } = parseRequest(url);
      const isTaken = [...sources, ...destinations].every((place) => place < 2);
      if (isTaken) respondJson(response, 200, responseFor(url));
      else respondJson(response, 400, { code: 'NoSegment' });
    });
    const { seconds } = await roads().between(placesOf(300));
    expect([seconds[1], seconds[2]]).toEqual([2, -1]);
    expect(standIn.requests.length).toBeLessThan(250);
  });

  it('is empty without places', async () => {
    expect((await roads().between([])).seconds).toHaveLength(0);
    expect(standIn.requests).toHaveLength(0);
  });

  it.each([...badResponses, ...endlessResponses])(
    'fails as a whole on an unusable response: %s',
    async (name, behavior, reason) => {
      standIn.behave(behavior);
      const isSilent = endlessResponses.some(([silence]) => silence === name);
      const startedMs = performance.now();
      const error = await osrm(standIn.url, isSilent ? { ...patience, timeoutMs: 250 } : patience)
        .between(placesOf(400))
        .catch((failed: unknown) => failed);
      expect(error).toBeInstanceOf(RoadDistancesError);
      expect((error as Error).message).toMatch(reason);
      expect(performance.now() - startedMs).toBeLessThan(15_000);
      // These are only the requests that were already sent, not all 64.
      expect(standIn.requests.length).toBeLessThanOrEqual(8);
    },
  );

  it.each([
    ['too few rows', { code: 'Ok', durations: [[0, 1]], distances: [[0, 1]] }],
    [
      'less than nothing',
      {
        code: 'Ok',
        durations: [
          [0, -5],
          [1, 0],
        ],
        distances: [
          [0, 1],
          [1, 0],
        ],
      },
    ],
    ['refused', { code: 'NotImplemented' }],
  ])('fails on an invalid table: %s', async (_name, body) => {
    standIn.behave((response) => respondJson(response, 200, body));
    await expect(roads().between(placesOf(2))).rejects.toBeInstanceOf(RoadDistancesError);
  });

  it('fails when every place is rejected', async () => {
    standIn.behave((response) => respondJson(response, 400, { code: 'InvalidUrl' }));
    await expect(roads().between(placesOf(60))).rejects.toThrow('it rejects all places');
  });

  it('fails when it takes too long in total', async () => {
    standIn.behave((response, url) => void setTimeout(() => respondJson(response, 200, responseFor(url)), 150));
    const patient = osrm(standIn.url, { timeoutMs: 1_000, totalMs: 400 });
    await expect(patient.between(placesOf(600))).rejects.toThrow('timed out');
  });
});

describe('travel times with it', () => {
  const warnings: unknown[][] = [];
  const log = { info: () => {}, error: () => {}, warn: (...line: unknown[]) => void warnings.push(line) };
  const settings = { routeSpeedMph: 18 } as Parameters<typeof travelCosts>[0]['settings'];
  beforeEach(() => {
    warnings.length = 0;
  });

  it('come from the table, and are estimated where it has none', async () => {
    standIn.behave((response, url) =>
      respondJson(
        response,
        200,
        responseFor(url, (from, to) => (from === 0 && to === 1 ? null : 500)),
      ),
    );
    const { seconds, meters } = await travelCosts({ roads: roads(), settings, log }, placesOf(3));
    expect([seconds[1], seconds[3], meters[3]]).toEqual([expect.toSatisfy((s: number) => s > 5 && s < 60), 500, 5_000]);
    expect(warnings).toEqual([]);
  });

  it('keep a street together when a ZIP code has only one position', async () => {
    standIn.behave((response, url) =>
      respondJson(
        response,
        200,
        responseFor(url, () => 0),
      ),
    );
    const spot = { latitude: 39.9364, longitude: -75.1547, precision: 'area' as const };
    const addresses = ['10 S 9th St', '14 S 9th St', '10 S 10th St'];
    const costs = await travelCosts(
      { roads: roads(), settings, log },
      addresses.map((address) => ({ ...spot, address })),
    );
    const [, next = 0, other = 0] = costs.meters;
    expect(next).toBeGreaterThan(0);
    expect(other).toBeGreaterThan(next * 5);
  });

  it('are estimated, with one log line, when the service is down', async () => {
    standIn.behave((response) => void response.destroy());
    const { seconds } = await travelCosts({ roads: roads(), settings, log }, placesOf(120));
    expect(seconds[1]).toBeGreaterThan(0);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toMatch(/-75|40\.0/);
  });
});
