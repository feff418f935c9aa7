import { describe, expect, it } from 'vitest';
import { confirmationMs, missingStep, plainRecoveryCode, recoveryCodeOf } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const admin = { role: 'admin', twoFactorEnabled: false, confirmedAt: null } as const;
const guarded = { ...admin, twoFactorEnabled: true };
const optional = { now, isRequired: false };
const required = { now, isRequired: true };

describe('missingStep', () => {
  it('asks nothing of an account without a factor, unless the deployment requires one of admins', () => {
    expect(missingStep(admin, {}, optional)).toBeUndefined();
    expect(missingStep(admin, { confirmsAgain: true }, optional)).toBeUndefined();
    expect(missingStep(admin, {}, required)).toBe('second_factor_required');
    expect(missingStep(admin, { beforeSecondFactor: true }, required)).toBeUndefined();
    for (const role of ['driver', 'customer'] as const) {
      expect(missingStep({ ...admin, role }, {}, required)).toBeUndefined();
    }
    expect(missingStep(guarded, {}, required)).toBeUndefined();
  });

  it('asks for a proof again after 15 minutes, at marked calls only', () => {
    const at = (confirmedAt: Date | null) =>
      missingStep({ ...guarded, confirmedAt }, { confirmsAgain: true }, optional);
    expect(at(now)).toBeUndefined();
    expect(at(ago(confirmationMs - 1))).toBeUndefined();
    expect(at(ago(confirmationMs))).toBe('confirm_again');
    expect(at(null)).toBe('confirm_again');
    expect(at(ago(-1))).toBe('confirm_again');
    expect(missingStep(guarded, {}, optional)).toBeUndefined();
  });
});

describe('a recovery code', () => {
  it('is six groups of four characters for 120 bits', () => {
    expect(recoveryCodeOf(new Uint8Array(15))).toBe('aaaa-aaaa-aaaa-aaaa-aaaa-aaaa');
    expect(recoveryCodeOf(new Uint8Array(15).fill(255))).toBe('7777-7777-7777-7777-7777-7777');
    expect(recoveryCodeOf(Uint8Array.from({ length: 15 }, (_, index) => index * 17))).toMatch(
      /^([a-z2-7]{4}-){5}[a-z2-7]{4}$/,
    );
  });

  it('is read with the usual typing mistakes', () => {
    expect(plainRecoveryCode(' ABCD efgh-1l0o 8b22 ')).toBe('abcdefghlloobb22');
    expect(plainRecoveryCode('abcd-efgh')).toBe('abcdefgh');
  });
});
