import { Refusal } from '../../refusal.ts';
import type { GivenCodes } from './spend-factor.ts';

/**
 * The refusal of a code that is wrong or was used before, at the field that held it: 401 at sign-in, 400 for a user who
 * is signed in.
 */
export function wrongCode(status: 400 | 401, { twoFactorCode }: GivenCodes): Refusal {
  const isApp = twoFactorCode !== undefined;
  const code = 'invalid_two_factor_code';
  if (!isApp) {
    const message = "This recovery code isn't right. Each one works once.";
    return new Refusal(status, 'Invalid recovery code', { code, errors: { recoveryCode: message } });
  }
  const message = "This code isn't right. Each code works once, so wait for the next one.";
  return new Refusal(status, 'Invalid two-factor code', { code, errors: { twoFactorCode: message } });
}
