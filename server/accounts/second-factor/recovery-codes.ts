import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '../../../contract/accounts/second-factor.ts';
import { hashOfToken } from '../secret-token.ts';
import { plainRecoveryCode, recoveryCodeOf } from './rules.ts';

/** New recovery codes, and what is stored of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCodeOf(randomBytes(15)));
  return { codes, hashes: codes.map(hashOfRecoveryCode) };
}

/** With 120 random bits a plain SHA-256 is enough, as for other tokens. */
export function hashOfRecoveryCode(typed: string): string {
  return hashOfToken(plainRecoveryCode(typed));
}
