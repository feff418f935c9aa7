import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '../../../contract/accounts.ts';
import { endedSession } from '../../api/ended-session.ts';
import { returnPath } from '../../api/return-path.ts';
import { standInBrowser } from '../../api/stand-in-browser.ts';
import { untilClosed } from '../../api/storage.ts';
import { startSession } from './start-session.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns the path that a sign-in redirects to, after a visit to `address`. */
function redirectOf(role: string, address: string): string | undefined {
  const { visited } = standInBrowser('/login');
  returnPath.save(address);
  void startSession({ token: 'secret', user: { role } as User }, { title: 'Login successful' }, returnPath.take());
  return visited[0];
}

test.each(['/billing?card=update', '/billing?receipt=0194f6f0-0000-7000-8000-000000000000'])(
  'a customer returns to the page an email linked to: %s',
  (address) => expect(redirectOf('customer', address)).toBe(address),
);

test.each([
  ['customer', '/billing', '/dashboard'],
  ['customer', '/subscribe?step=payment', '/dashboard'],
  ['customer', '//elsewhere.example/billing?card=update', '/dashboard'],
  ['customer', 'https://elsewhere.example/billing?card=update', '/dashboard'],
  ['driver', '/billing?card=update', '/driver'],
  ['driver', '/driver/map', '/driver'],
  ['admin', '/admin/requests?q=742', '/admin'],
])('a %s who came from %s is sent home', (role, address, home) => {
  expect(redirectOf(role, address)).toBe(home);
});

test('ends the session that the browser still had', () => {
  const { local } = standInBrowser('/login');
  const sent = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', sent);
  const signIn = () => void startSession({ token: 'new', user: { role: 'driver' } as User }, { title: 'Hello' });
  signIn();
  expect(sent).not.toHaveBeenCalled();
  local.set('token', 'old');
  signIn();
  expect(local.get('token')).toBe('new');
  expect(sent.mock.calls).toEqual([
    [
      '/api/auth/logout',
      expect.objectContaining({
        method: 'POST',
        keepalive: true,
        headers: expect.objectContaining({ authorization: 'Bearer old' }),
      }),
    ],
  ]);
});

test('what another user left in this tab is removed, and so is the way back once an emailed link is followed', () => {
  const dana = { id: '7', role: 'customer' } as User;
  const signIn = (user: User, returnTo: string | null = null) =>
    void startSession({ token: 'secret', user }, { title: 'Login successful' }, returnTo);
  standInBrowser('/settings');
  endedSession.save('7');
  signIn(dana);
  expect(endedSession.addressOf('7')).toBe('/settings');
  signIn({ ...dana, id: '8' });
  expect(endedSession.isKnown()).toBe(false);
  endedSession.save('7');
  signIn(dana, '/billing?card=update');
  expect(endedSession.isKnown()).toBe(false);
});

test('a return path to another site is ignored', () => {
  const { visited } = standInBrowser('/login');
  untilClosed.set('stoop.way-back', 'https://elsewhere.example/billing?card=update');
  void startSession(
    { token: 'secret', user: { role: 'customer' } as User },
    { title: 'Login successful' },
    returnPath.take(),
  );
  expect(visited).toEqual(['/dashboard']);
});
