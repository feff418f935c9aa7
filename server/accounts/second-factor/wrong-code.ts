import { Refusal } from '../../refusal.ts';
import type { GivenCodes } from './spend-factor.ts';

/** Returns the refusal of a wrong or used code, with an error at its field: 401 at sign-in, 400 when signed in. */
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
