import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The script runs when it is loaded, and again when the page is restored from the back/forward cache. */

const replace = vi.fn<(address: string) => void>();
const listeners = new Map<string, (event: object) => void>();

beforeEach(() => {
  vi.resetModules();
  replace.mockReset();
  listeners.clear();
  vi.stubGlobal('location', { replace });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener));
});
afterEach(() => vi.unstubAllGlobals());

async function open(storage: object): Promise<string[]> {
  vi.stubGlobal('localStorage', storage);
  await import('./visitor.ts');
  return replace.mock.calls.map(([address]) => address);
}

test.each([
  ['admin', '/admin'],
  ['driver', '/driver'],
  ['customer', '/dashboard'],
  ['something new', '/dashboard'],
])('a signed-in %s is sent home', async (role, home) => {
  expect(await open({ token: 'secret', user: JSON.stringify({ role }) })).toEqual([home]);
});

test.each([undefined, 'null', '{broken', '"text"'])(
  'a token alone means signed in: with %j as the user, it redirects to /dashboard',
  async (user) => {
    expect(await open({ token: 'secret', user })).toEqual(['/dashboard']);
  },
);

test('stays on the page without a token', async () => {
  expect(await open({ user: '{"role":"admin"}' })).toEqual([]);
});

test('stays on the page when the browser blocks storage', async () => {
  const blocked = new Proxy(
    {},
    {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    },
  );
  expect(await open(blocked)).toEqual([]);
});

test('redirects home when the page is restored after a sign-in', async () => {
  const storage: Record<string, string> = {};
  expect(await open(storage)).toEqual([]);
  storage.token = 'secret';
  listeners.get('pageshow')?.({});
  expect(replace).toHaveBeenCalledWith('/dashboard');
});
