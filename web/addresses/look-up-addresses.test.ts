import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { standInBrowser } from '../api/stand-in-browser.ts';
import { matchSamples } from './look-up-addresses.ts';

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

let fetched: string[];
let browser: ReturnType<typeof standInBrowser>;
let lookUp: (text: string) => Promise<unknown>;
let stop: AbortController;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') });
  browser = standInBrowser('/dashboard');
  browser.local.set('token', 'a-token');
  fetched = [];
  stop = new AbortController();
  // Every test starts with a freshly loaded module.
  vi.resetModules();
  const { lookUpAddresses } = await import('./look-up-addresses.ts');
  lookUp = (text) => lookUpAddresses(text, stop.signal);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function serve(respond: Fetch): void {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    fetched.push(path);
    return respond(path, init);
  });
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const good: Fetch = async () => json(200, ['1500 Market Street, Philadelphia, PA']);
const hanging: Fetch = (_path, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
const samples = { addresses: ['4212 Pine St, Philadelphia, PA 19104'], areFromMap: false };

it('sends the text to our server and returns its suggestions', async () => {
  serve(good);
  expect(await lookUp('1500 mar & co')).toEqual({
    addresses: ['1500 Market Street, Philadelphia, PA'],
    areFromMap: true,
  });
  expect(fetched).toEqual(['/api/address-suggestions?q=1500+mar+%26+co']);
});

it('asks as a visitor without a session', async () => {
  browser.local.delete('token');
  serve(good);
  expect(await lookUp('1500 mar')).toMatchObject({ areFromMap: true });
  expect(fetched).toEqual(['/api/visitor/address-suggestions?q=1500+mar']);
});

it('returns nothing when the map service has no match', async () => {
  serve(async () => json(200, []));
  expect(await lookUp('4212 pine')).toEqual({ addresses: [], areFromMap: true });
});

describe.each<[string, Fetch]>([
  ['has address lookup turned off', async () => json(404, { message: 'Address suggestions are off.' })],
  ['is rate limiting', async () => json(429, { message: 'Too many attempts.' })],
  ['breaks', async () => json(500, { message: 'Something went wrong.' })],
  ['reports a map service failure', async () => json(503, { message: 'Please type yours in full.' })],
  ['returns an HTML page', async () => new Response('<h1>Sign in to the Wi-Fi</h1>')],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('when the server %s', (_name, respond) => {
  it('offers the samples and does not call the server again for a while', async () => {
    serve(respond);
    expect(await lookUp('4212 pine')).toEqual(samples);
    vi.advanceTimersByTime(4 * 60_000);
    expect(await lookUp('4212 pine')).toEqual(samples);
    expect(fetched).toHaveLength(1);
    vi.advanceTimersByTime(2 * 60_000);
    serve(good);
    expect(await lookUp('4212 pine')).toMatchObject({ areFromMap: true });
    expect(browser.visited).toEqual([]);
  });
});

it('times out after five seconds', async () => {
  serve(hanging);
  const result = lookUp('4212 pine');
  let isDone = false;
  void result.then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(4_900);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await result).toEqual(samples);
  await lookUp('4212 pine');
  expect(fetched).toHaveLength(1);
});

it('cancels the request when the text changes, without pausing the service', async () => {
  serve(hanging);
  const result = lookUp('4212');
  stop.abort();
  await expect(result).rejects.toThrow('aborted');
  stop = new AbortController();
  serve(good);
  expect(await lookUp('4212 pine')).toMatchObject({ areFromMap: true });
});

it('signs out when the session has expired', async () => {
  serve(async () => json(401, { message: 'Please sign in' }));
  await lookUp('4212 pine');
  expect(browser.visited).toEqual(['/login']);
  expect(browser.local.has('token')).toBe(false);
});

test('starts at three characters and offers at most three', () => {
  expect(matchSamples('ph')).toEqual([]);
  expect(matchSamples('  ph  ')).toEqual([]);
  expect(matchSamples('phi')).toHaveLength(3);
});

test('matches words in any order and letter case', () => {
  expect(matchSamples('9TH 718')).toEqual(['718 S 9th St, Philadelphia, PA 19147']);
  expect(matchSamples('pine, philadelphia')).toEqual(['4212 Pine St, Philadelphia, PA 19104']);
  expect(matchSamples('elm street')).toEqual([]);
});

test('does not offer the address that is already typed', () => {
  expect(matchSamples('4212 pine st, philadelphia, pa 19104')).toEqual([]);
});
