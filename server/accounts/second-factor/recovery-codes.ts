import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '../../../contract/accounts/second-factor.ts';
import { hashOfToken } from '../secret-token.ts';
import { plainRecoveryCode, recoveryCodeOf } from './rules.ts';

/** Returns new recovery codes and their hashes. Only the hashes are stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCodeOf(randomBytes(15)));
  return { codes, hashes: codes.map(hashOfRecoveryCode) };
}

/** Hashes a recovery code as typed. A code has 120 random bits, so a plain SHA-256 is enough, as for other tokens. */
export function hashOfRecoveryCode(typed: string): string {
  return hashOfToken(plainRecoveryCode(typed));
}
