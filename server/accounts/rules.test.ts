import { describe, expect, it } from 'vitest';
import {
  addressKey,
  checkRate,
  checkRoleChange,
  describeSubscription,
  isLastAdmin,
  type RateLimit,
  readRoleFilter,
  sessionLifetimeMs,
  shortUserAgent,
  windowsAt,
} from './rules.ts';

const limit: RateLimit = { name: 'test', limit: 25, windowMs: 300_000 };
const windowStart = Date.UTC(2026, 10, 21, 12, 0);
const at = (ms: number) => new Date(windowStart + ms);

describe('checkRate', () => {
  it('allows up to the limit', () => {
    expect(checkRate({ current: 25, previous: 0 }, at(1_000), limit)).toEqual({ allowed: true });
    expect(checkRate({ current: 26, previous: 0 }, at(1_000), limit)).toMatchObject({ allowed: false });
  });

  it('gives no double allowance where two windows meet', () => {
    expect(checkRate({ current: 1, previous: 25 }, at(10), limit)).toMatchObject({ allowed: false });
    expect(checkRate({ current: 5, previous: 20 }, at(10), limit)).toEqual({ allowed: true });
    expect(checkRate({ current: 13, previous: 25 }, at(150_000), limit)).toMatchObject({ allowed: false });
    expect(checkRate({ current: 12, previous: 25 }, at(150_000), limit)).toEqual({ allowed: true });
  });

  it('returns a wait after which one attempt passes', () => {
    const cases: [number, number, number][] = [
      [26, 0, 1_000],
      [26, 25, 299_000],
      [1, 25, 10],
      [1, 26, 10],
      [13, 25, 150_000],
      [25, 20, 40_000],
    ];
    for (const [current, previous, elapsedMs] of cases) {
      const check = checkRate({ current, previous }, at(elapsedMs), limit);
      if (check.allowed) throw new Error('expected a refusal');
      const laterMs = elapsedMs + check.retryAfterSeconds * 1_000;
      expect(check.retryAfterSeconds).toBeGreaterThan(0);
      expect(laterMs).toBeLessThan(2 * limit.windowMs);
      const isNext = laterMs >= limit.windowMs;
      const counted = isNext ? { current: 1, previous: current } : { current: current + 1, previous };
      expect(checkRate(counted, at(laterMs), limit), `${current} ${previous} ${elapsedMs}`).toEqual({
        allowed: true,
      });
    }
  });

  it('counts in adjacent windows', () => {
    expect(windowsAt(at(123_456), limit.windowMs)).toEqual({ current: at(0), previous: at(-300_000) });
  });
});

describe('addressKey', () => {
  it('returns an IPv4 address, also from its IPv6 form', () => {
    expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
    expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('returns one key for an IPv6 /64 in any notation', () => {
    for (const ip of ['2001:db8:0:7::1', '2001:0db8:0000:0007:aaaa:bbbb:cccc:dddd', '2001:DB8::7:1:2:3:4']) {
      expect(addressKey(ip)).toBe('2001:db8:0:7::/64');
    }
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});

describe('checkRoleChange', () => {
  it('refuses to demote the last active admin', () => {
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
