import { describe, expect, it } from 'vitest';
import { addressKey, checkRate, type RateLimit, windowsAt } from './rules.ts';

const limit: RateLimit = { name: 'test', limit: 25, windowMs: 300_000 };
const windowStart = Date.UTC(2026, 10, 21, 12, 0);
const at = (ms: number) => new Date(windowStart + ms);

describe('checkRate', () => {
  it('allows as many as the limit says and no more', () => {
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
      const verdict = checkRate({ current, previous }, at(elapsedMs), limit);
      if (verdict.allowed) throw new Error('expected a refusal');
      const laterMs = elapsedMs + verdict.retryAfterSeconds * 1_000;
      expect(verdict.retryAfterSeconds).toBeGreaterThan(0);
      expect(laterMs).toBeLessThan(2 * limit.windowMs);
      const isNext = laterMs >= limit.windowMs;
      const counted = isNext ? { current: 1, previous: current } : { current: current + 1, previous };
      expect(checkRate(counted, at(laterMs), limit), `${current} ${previous} ${elapsedMs}`).toEqual({
        allowed: true,
      });
    }
  });

  it('counts in consecutive windows', () => {
    expect(windowsAt(at(123_456), limit.windowMs)).toEqual({ current: at(0), previous: at(-300_000) });
  });
});

describe('addressKey', () => {
  it('keeps an IPv4 address, also when it is IPv4-mapped', () => {
    expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
    expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('counts a whole IPv6 network as one address, however it is written', () => {
    for (const ip of ['2001:db8:0:7::1', '2001:0db8:0000:0007:aaaa:bbbb:cccc:dddd', '2001:DB8::7:1:2:3:4']) {
      expect(addressKey(ip)).toBe('2001:db8:0:7::/64');
    }
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});
