import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '../../contract/accounts.ts';
import { standInBrowser } from '../api/stand-in-browser.ts';
import { enter } from './enter.ts';

afterEach(() => vi.unstubAllGlobals());

function ledTo(role: string, onTheWayTo: string | null): string | undefined {
  const { visited } = standInBrowser('/login');
  void enter({ token: 'secret', user: { role } as User }, { title: 'Login successful' }, onTheWayTo);
  return visited[0];
}

test.each([
  ['customer', null, '/dashboard'],
  ['customer', '/billing?card=update', '/billing?card=update'],
  ['customer', '/checkout?amount=45.50&pickupId=7#top', '/checkout?amount=45.50&pickupId=7'],
  ['driver', '/driver/map', '/driver/map'],
  ['admin', '/admin/requests?q=742+S+10th+St', '/admin/requests?q=742+S+10th+St'],
])('a %s on the way to %j is led to %s', (role, onTheWayTo, address) => {
  expect(ledTo(role, onTheWayTo)).toBe(address);
});

test.each([
  ['driver', '/billing'],
  ['customer', '/driver'],
  ['customer', '/admin/requests'],
  ['customer', '/dashboard/../admin'],
])('a %s is not led to the screen of others at %s', (role, onTheWayTo) => {
  expect(ledTo(role, onTheWayTo)).toBe(role === 'driver' ? '/driver' : '/dashboard');
});

test.each([
  '/',
  '/login',
  '/no/such/page',
  '/api/billing-history',
  'billing',
  '//elsewhere.example/billing',
  '/.//elsewhere.example/billing',
  '/admin/..//elsewhere.example/billing',
  '/\\elsewhere.example/billing',
  'https://elsewhere.example/billing',
  'javascript:alert(1)',
])('nobody is led to %s', (address) => {
  expect(ledTo('customer', address)).toBe('/dashboard');
  expect(ledTo('admin', address)).toBe('/admin');
});
