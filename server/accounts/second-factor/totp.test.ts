import { describe, expect, it } from 'vitest';
import { openKey, sealKey } from './stored-key.ts';
import { newTotpKey, stepOfCode, totpUri } from './totp.ts';

/** The key of RFC 6238, "12345678901234567890", in base32. The tests use the last six digits of its test codes. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at %i s is that of RFC 6238', (seconds, code) => {
    expect(stepOfCode(key, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('is accepted one step early or late and no more', () => {
    const step = Math.floor(1_234_567_890 / 30);
    expect(stepOfCode(key, '005924', at(step * 30 - 30))).toBe(step);
    expect(stepOfCode(key, '005924', at(step * 30 + 59))).toBe(step);
    expect(stepOfCode(key, '005924', at(step * 30 - 31))).toBeUndefined();
    expect(stepOfCode(key, '005924', at(step * 30 + 60))).toBeUndefined();
  });

  it('must be six digits', () => {
    for (const code of ['', '5924', '05924 ', '00592x', '０05924']) {
      expect(stepOfCode(key, code, at(1_234_567_890)), code).toBeUndefined();
    }
  });
});

it('puts issuer and username into the URI for the app', () => {
  const fresh = newTotpKey();
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(fresh, { issuer: 'Stoop & Co', username: 'dispatch' }));
  expect(decodeURIComponent(uri.href)).toContain('otpauth://totp/Stoop & Co:dispatch?');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: fresh, digits: '6', period: '30' });
});

describe('a stored key', () => {
  const secret = Buffer.alloc(32, 7);

  it("is encrypted for one account with the deployment's key", () => {
    const stored = sealKey(key, 'a', secret);
    expect(stored).not.toContain(key);
    expect(stored).not.toBe(sealKey(key, 'a', secret));
    expect(openKey(stored, 'a', secret)).toBe(key);
    expect(openKey(stored, 'b', secret)).toBeUndefined();
    expect(openKey(stored, 'a', Buffer.alloc(32, 8))).toBeUndefined();
    expect(openKey(stored, 'a', undefined)).toBeUndefined();
    expect(openKey(`${stored.slice(0, -2)}xx`, 'a', secret)).toBeUndefined();
    expect(openKey('v1.', 'a', secret)).toBeUndefined();
  });

  it('stays as it is without one, and is still read after one is set', () => {
    expect(sealKey(key, 'a', undefined)).toBe(key);
    expect(openKey(key, 'a', secret)).toBe(key);
  });
});
