import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../contract/accounts.ts';
import { currentUserQuery } from './current-user.ts';
import { session } from './session.ts';
import { standInBrowser } from './stand-in-browser.ts';

const driver = { id: '1', username: 'dana', role: 'driver' } as User;
const html = { 'content-type': 'text/html' };
let fetchMock: ReturnType<typeof vi.fn>;
let browser: ReturnType<typeof standInBrowser>;
beforeEach(() => {
  browser = standInBrowser('/driver');
  fetchMock = vi.fn();
  vi.stubGlobal('fetch', fetchMock);
  session.start('secret', driver);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fetchUser = (client = new QueryClient()) => client.fetchQuery(currentUserQuery);

describe('who is signed in', () => {
  test('is the remembered user when the server cannot be asked', async () => {
    const failures = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(new Response('<html>hotel</html>', { status: 200, headers: html })),
      () => Promise.resolve(new Response('<html>hotel</html>', { status: 403, headers: html })),
      () => Promise.resolve(new Response('<html>proxy</html>', { status: 407, headers: html })),
      () => Promise.resolve(new Response('{"message":"busy"}', { status: 503 })),
      () => Promise.resolve(new Response('{"message":"too many"}', { status: 429 })),
      () => Promise.resolve(new Response('{"message":"no Route matched"}', { status: 404 })),
    ];
    for (const failure of failures) {
      fetchMock.mockImplementationOnce(failure);
      expect(await fetchUser()).toEqual(driver);
    }
    expect(session.token()).toBe('secret');
    expect(browser.visited).toEqual([]);
  });

  test('is nobody after a 401 or 403', async () => {
    for (const status of [401, 403]) {
      session.start('secret', driver);
      fetchMock.mockResolvedValueOnce(new Response('{"message":"no"}', { status }));
      await expect(fetchUser()).rejects.toThrow('Authentication failed');
      expect(session.token()).toBeNull();
    }
  });

  test('is nobody after another 4xx error, except for drivers', async () => {
    session.start('secret', { ...driver, role: 'customer' });
    fetchMock.mockResolvedValueOnce(new Response('{"message":"no"}', { status: 404 }));
    await expect(fetchUser()).rejects.toThrow('no');
    expect(session.token()).toBeNull();
  });

  test('does not make a driver wait on a slow connection, and applies the response when it arrives', async () => {
    vi.useFakeTimers();
    let respond: (response: Response) => void = () => undefined;
    fetchMock.mockReturnValueOnce(
      new Promise((resolve) => {
        respond = resolve;
      }),
    );
    const client = new QueryClient();
    const fetched = fetchUser(client);
    await vi.advanceTimersByTimeAsync(1600);
    expect(await fetched).toEqual(driver);
    respond(Response.json({ ...driver, role: 'customer' }));
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(currentUserQuery.queryKey)?.role).toBe('customer');
    expect(session.user()?.role).toBe('customer');
  });
});
