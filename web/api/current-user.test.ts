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
  const keeping = [
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page, 200', () => Promise.resolve(new Response('<html>hotel</html>', { status: 200, headers: html }))],
    ['a page, 401', () => Promise.resolve(new Response('<html>hotel</html>', { status: 401, headers: html }))],
    ['a page, 403', () => Promise.resolve(new Response('<html>hotel</html>', { status: 403, headers: html }))],
    ['a page, 407', () => Promise.resolve(new Response('<html>proxy</html>', { status: 407, headers: html }))],
    ['500', () => Promise.resolve(new Response('{"message":"Something went wrong."}', { status: 500 }))],
    ['503', () => Promise.resolve(new Response('{"message":"busy"}', { status: 503 }))],
    ['429', () => Promise.resolve(new Response('{"message":"too many"}', { status: 429 }))],
    ["a gateway's 404", () => Promise.resolve(new Response('{"error":"no route"}', { status: 404 }))],
  ] as const;

  describe.each(['customer', 'driver', 'admin'] as const)('for a %s', (role) => {
    test.each(keeping)('is the remembered user after %s', async (_name, failure) => {
      session.start('secret', { ...driver, role });
      fetchMock.mockImplementationOnce(failure);
      expect(await fetchUser()).toEqual({ ...driver, role });
      expect(session.token()).toBe('secret');
      expect(browser.visited).toEqual([]);
    });

    test.each([401, 403])('is nobody after a %i', async (status) => {
      session.start('secret', { ...driver, role });
      fetchMock.mockResolvedValueOnce(new Response('{"message":"no"}', { status }));
      await expect(fetchUser()).rejects.toThrow('Authentication failed');
      expect(session.token()).toBeNull();
      expect(browser.visited).toEqual(['/login']);
    });
  });

  test.each([400, 404, 409])('is nobody after another error of our server (%i), except for drivers', async (status) => {
    const refuse = () => fetchMock.mockResolvedValueOnce(new Response('{"message":"no"}', { status }));
    refuse();
    expect(await fetchUser()).toEqual(driver);
    for (const role of ['customer', 'admin'] as const) {
      session.start('secret', { ...driver, role });
      refuse();
      await expect(fetchUser()).rejects.toThrow('no');
      expect(session.token(), role).toBeNull();
    }
  });

  test('is unknown without a remembered user, and the token stays or goes by the same rule', async () => {
    for (const [name, failure] of keeping) {
      browser.local.delete('user');
      fetchMock.mockImplementationOnce(failure);
      await expect(fetchUser(), name).rejects.toThrow();
      expect(session.token(), name).toBe('secret');
    }
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
