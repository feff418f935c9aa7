import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

describe('passwords', () => {
  it('are hashed with Argon2id and OWASP parameters', async () => {
    expect(await hashPassword('Curb-side7!')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword('Curb-side7!')).not.toBe(await hashPassword('Curb-side7!'));
  });

  it('match only their own hash', async () => {
    const hash = await hashPassword('Curb-side7!');
    expect(await verifyPassword(hash, 'Curb-side7!')).toBe(true);
    expect(await verifyPassword(hash, 'curb-side7!')).toBe(false);
  });

  it('never match a missing hash', async () => {
    for (const none of [null, undefined]) expect(await verifyPassword(none, 'Curb-side7!')).toBe(false);
  });

  it('match however a keyboard encodes their letters', async () => {
    const hash = await hashPassword('Caf\u00e9-7AM!');
    expect(await verifyPassword(hash, 'Cafe\u0301-7AM!')).toBe(true);
  });
});
