import { expect, test } from 'vitest';
import { screenNameOf } from './screen-name.ts';

test.each([
  ['customer', '/billing', 'Billing'],
  ['customer', '/pickup-history', 'Pickup History'],
  ['customer', '/pickup-history/0194f6f0-0000-7000-8000-000000000000', 'Your Pickup'],
  ['customer', '/checkout', 'Checkout'],
  ['driver', '/driver/map', 'Map View'],
  ['admin', '/admin/requests', 'One-Time Requests'],
  ['admin', '/admin/customers/0194f6f0-0000-7000-8000-000000000000', 'the Customer'],
])('a %s may return to %s', (role, path, name) => expect(screenNameOf(role, path)).toBe(name));

test.each([
  ['customer', '/admin/requests'],
  ['customer', '/admin/customers/7'],
  ['customer', '/reset-password'],
  ['customer', '/billing/../admin'],
  ['driver', '/billing'],
  ['driver', '/pickup-history/7'],
  ['admin', '/driver/map'],
  ['admin', '/admin/no-such-section'],
  ['something new', '/billing'],
])('a %s may not return to %s', (role, path) => expect(screenNameOf(role, path)).toBeNull());
