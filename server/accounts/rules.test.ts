import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../contract/accounts.ts';
import {
  checkRoleChange,
  describeSubscription,
  hasEnded,
  isLastAdmin,
  isUseStale,
  readRoleFilter,
  sessionLifetimeMs,
  shortUserAgent,
  usernameFor,
} from './rules.ts';

describe('roles', () => {
  it('keeps the last admin who can sign in', () => {
    const admin = { role: 'admin', isActive: true } as const;
    expect(checkRoleChange(admin, 'customer', false)).toBe('refused');
    expect(checkRoleChange(admin, 'customer', true)).toBe('allowed');
    expect(checkRoleChange(admin, 'admin', false)).toBe('unchanged');
    expect(checkRoleChange({ role: 'admin', isActive: false }, 'driver', false)).toBe('allowed');
    expect(checkRoleChange({ role: 'customer', isActive: true }, 'driver', false)).toBe('allowed');
    expect(isLastAdmin(admin, false)).toBe(true);
    expect(isLastAdmin(admin, true)).toBe(false);
  });

  it('parses a role filter', () => {
    for (const text of [undefined, '', 'all']) expect(readRoleFilter(text)).toEqual({ ok: true, role: undefined });
    expect(readRoleFilter('driver')).toEqual({ ok: true, role: 'driver' });
    expect(readRoleFilter('constructor')).toEqual({ ok: false });
  });
});

describe('a session', () => {
  it('lasts a day, or 30 days when remembered', () => {
    expect(sessionLifetimeMs(false)).toBe(86_400_000);
    expect(sessionLifetimeMs(true)).toBe(30 * 86_400_000);
  });

  it('stores a shortened user agent', () => {
    expect(shortUserAgent(undefined)).toBe('');
    expect(shortUserAgent('x'.repeat(9_000))).toHaveLength(255);
  });
});

it.each([
  ['Dana', 'Walker', '', 'dana-walker'],
  ['Dana', 'Walker', 'k3', 'dana-walker-k3'],
  [' Mary  Ann', 'Núñez-O’Brien ', '', 'mary-ann-nunez-obrien'],
  ['Maximiliana', 'Featherstonehaugh', '', 'maximiliana-feathersto'],
  ['Maximilianas', 'Featherstonehaugh', 'k3', 'maximilianas-featherst-k3'],
  ['Ann', '', '', 'ann'],
  ['Al', '', '', 'customer'],
  ['李', '王', 'k3', 'customer-k3'],
  ['Dana', 'Administer', '', 'customer'],
])('makes a username for %s %s', (firstName, lastName, suffix, username) => {
  expect(usernameFor(firstName, lastName, suffix)).toBe(username);
});

it('counts an active or paused subscription as live', () => {
  expect(describeSubscription('active')).toEqual({ hasSubscription: true, subscriptionStatus: 'active' });
  expect(describeSubscription('paused')).toEqual({ hasSubscription: true, subscriptionStatus: 'paused' });
  expect(describeSubscription('cancelled')).toEqual({ hasSubscription: false, subscriptionStatus: 'cancelled' });
  expect(describeSubscription(undefined)).toEqual({ hasSubscription: false, subscriptionStatus: 'none' });
});

describe('hasEnded', () => {
  const hourMs = 3_600_000;
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const session = (role: Role, idleHours: number, leftHours = 100) => ({
    role,
    lastUsedAt: ago(idleHours),
    expire: ago(-leftHours),
  });

  it('ends every session when it expires', () => {
    for (const role of roles) {
      expect(hasEnded(session(role, 0, 0), now, null)).toBe(true);
      expect(hasEnded(session(role, 0, 1), now, null)).toBe(false);
    }
  });

  it('ends only staff sessions that were idle for the limit', () => {
    expect(roles.map((role) => hasEnded(session(role, 24), now, 24))).toEqual([false, true, true]);
    expect(roles.map((role) => hasEnded(session(role, 23.99), now, 24))).toEqual([false, false, false]);
    expect(roles.map((role) => hasEnded(session(role, 1_000), now, null))).toEqual([false, false, false]);
  });
});

describe('isUseStale', () => {
  it('is true after 5 minutes, and false when the clock went back', () => {
    const used = new Date('2026-11-21T12:00:00Z');
    const later = (ms: number) => new Date(used.getTime() + ms);
    expect([299_999, 300_000, -600_000].map((ms) => isUseStale(used, later(ms)))).toEqual([false, true, false]);
  });
});
