import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

const ip = '203.0.113.9';

describe('passwords', () => {
  it('are hashed with Argon2id and OWASP parameters', async () => {
    expect(await hashPassword('Curb-side7!', ip)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword('Curb-side7!', ip)).not.toBe(await hashPassword('Curb-side7!', ip));
  });

  it('match only their own hash', async () => {
    const hash = await hashPassword('Curb-side7!', ip);
    expect(await verifyPassword(hash, 'Curb-side7!', ip)).toBe(true);
    expect(await verifyPassword(hash, 'curb-side7!', ip)).toBe(false);
  });

  it('never match a missing hash', async () => {
    for (const none of [null, undefined]) expect(await verifyPassword(none, 'Curb-side7!', ip)).toBe(false);
  });

  it('match however a keyboard encodes their letters', async () => {
    const hash = await hashPassword('Caf\u00e9-7AM!', ip);
    expect(await verifyPassword(hash, 'Cafe\u0301-7AM!', ip)).toBe(true);
  });
});

describe('the queue', () => {
  it('takes two attempts at a time from one address, so that a stranger does not wait behind all of them', async () => {
    const hash = await hashPassword('Curb-side7!', ip);
    const ended: string[] = [];
    const verify = async (from: string) => {
      await verifyPassword(hash, 'Curb-side7!', from);
      ended.push(from);
    };
    await Promise.all([...Array.from({ length: 20 }, () => verify(ip)), verify('198.51.100.7')]);
    // Two attempts run, so the other address's attempt is third in the queue.
    expect(ended.indexOf('198.51.100.7')).toBeLessThanOrEqual(4);
  });
});
