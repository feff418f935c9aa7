import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '../../../contract/accounts.ts';
import { standInBrowser } from '../../api/stand-in-browser.ts';
import { untilClosed } from '../../api/storage.ts';
import { wayBack } from '../../api/way-back.ts';
import { enter } from './start-session.ts';

afterEach(() => vi.unstubAllGlobals());

/** Where a sign-in leads somebody who came from an address. */
function ledTo(role: string, address: string): string | undefined {
  const { visited } = standInBrowser('/login');
  wayBack.keep(address);
  void enter({ token: 'secret', user: { role } as User }, { title: 'Login successful' }, wayBack.take());
  return visited[0];
}

test.each(['/billing?card=update', '/billing?receipt=0194f6f0-0000-7000-8000-000000000000'])(
  'a customer is led to what a mail asks for: %s',
  (address) => expect(ledTo('customer', address)).toBe(address),
);

test.each([
  ['customer', '/billing', '/dashboard'],
  ['customer', '/subscribe?step=payment', '/dashboard'],
  ['customer', '//elsewhere.example/billing?card=update', '/dashboard'],
  ['customer', 'https://elsewhere.example/billing?card=update', '/dashboard'],
  ['driver', '/billing?card=update', '/driver'],
  ['driver', '/driver/map', '/driver'],
  ['admin', '/admin/requests?q=742', '/admin'],
])('a %s who came from %s is led home', (role, address, home) => {
  expect(ledTo(role, address)).toBe(home);
});

test('a way that was kept in the browser by somebody else leads nowhere', () => {
  const { visited } = standInBrowser('/login');
  untilClosed.set('stoop.way-back', 'https://elsewhere.example/billing?card=update');
  void enter({ token: 'secret', user: { role: 'customer' } as User }, { title: 'Login successful' }, wayBack.take());
  expect(visited).toEqual(['/dashboard']);
});
