import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { standInBrowser } from '../api/stand-in-browser.ts';

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
  // Every test starts as a freshly loaded page.
  vi.resetModules();
  const { lookUpAddresses } = await import('./look-up-addresses.ts');
  lookUp = (text) => lookUpAddresses(text, stop.signal);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function serve(answer: Fetch): void {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    fetched.push(path);
    return answer(path, init);
  });
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const good: Fetch = async () => json(200, ['1500 Market Street, Philadelphia, PA']);
const hanging: Fetch = (_path, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
const samples = { addresses: ['4212 Pine St, Philadelphia, PA 19104'], areFromMap: false };

it('asks our server for what was typed and answers what it says', async () => {
  serve(good);
  expect(await lookUp('1500 mar & co')).toEqual({
    addresses: ['1500 Market Street, Philadelphia, PA'],
    areFromMap: true,
  });
  expect(fetched).toEqual(['/api/address-suggestions?q=1500+mar+%26+co']);
});

it('leaves it at nothing where the map service knows nothing', async () => {
  serve(async () => json(200, []));
  expect(await lookUp('4212 pine')).toEqual({ addresses: [], areFromMap: true });
});

describe.each<[string, Fetch]>([
  ['says that there is no such service', async () => json(404, { message: 'Addresses are not looked up here.' })],
  ['has been asked too often', async () => json(429, { message: 'Too many attempts.' })],
  ['breaks', async () => json(500, { message: 'Something went wrong.' })],
  ['says that the map service fails', async () => json(503, { message: 'Please type yours in full.' })],
  ['answers with a page', async () => new Response('<h1>Sign in to the Wi-Fi</h1>')],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('when the server %s', (_name, answer) => {
  it('offers the samples, and does not ask again for a while', async () => {
    serve(answer);
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

it('waits five seconds and no longer', async () => {
  serve(hanging);
  const answer = lookUp('4212 pine');
  let isThere = false;
  void answer.then(() => {
    isThere = true;
  });
  await vi.advanceTimersByTimeAsync(4_900);
  expect(isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await answer).toEqual(samples);
  await lookUp('4212 pine');
  expect(fetched).toHaveLength(1);
});

it('drops the question when somebody typed on, and thinks no worse of the service', async () => {
  serve(hanging);
  const answer = lookUp('4212');
  stop.abort();
  await expect(answer).rejects.toThrow('aborted');
  stop = new AbortController();
  serve(good);
  expect(await lookUp('4212 pine')).toMatchObject({ areFromMap: true });
});

it('ends an expired session, as everywhere', async () => {
  serve(async () => json(401, { message: 'Please sign in' }));
  await lookUp('4212 pine');
  expect(browser.visited).toEqual(['/login']);
  expect(browser.local.has('token')).toBe(false);
});
