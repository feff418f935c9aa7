import { describe, expect, it } from 'vitest';
import {
  checkRoleChange,
  describeSubscription,
  isLastAdmin,
  readRoleFilter,
  sessionLifetimeMs,
  shortUserAgent,
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

it('counts an active or paused subscription as live', () => {
  expect(describeSubscription('active')).toEqual({ hasSubscription: true, subscriptionStatus: 'active' });
  expect(describeSubscription('paused')).toEqual({ hasSubscription: true, subscriptionStatus: 'paused' });
  expect(describeSubscription('cancelled')).toEqual({ hasSubscription: false, subscriptionStatus: 'cancelled' });
  expect(describeSubscription(undefined)).toEqual({ hasSubscription: false, subscriptionStatus: 'none' });
});
