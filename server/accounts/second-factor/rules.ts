import type { Role } from '../../../contract/accounts.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';

/** The means that proved the second factor. It is stored in the sign-in history. */
export type Factor = 'code' | 'recovery_code';

/** An authenticator app shows a new code for each step of this length. */
export const stepSeconds = 30;
/** A code may be this many steps early or late, because the phone's clock may be off. */
export const stepsOff = 1;

/** For endpoints that ask for the second factor again, a proof lasts this long. */
export const confirmationMs = 15 * 60_000;

export interface FactorFacts {
  role: Role;
  twoFactorEnabled: boolean;
  /** When this session last proved the second factor; null if it never did. */
  confirmedAt: Date | null;
}

/**
 * Returns what a signed-in user has to do before a call: turn on two-factor sign-in (only admins, if the deployment
 * requires it), prove the second factor again, or nothing (undefined).
 */
export function missingStep(
  facts: FactorFacts,
  endpoint: Pick<Endpoint, 'beforeSecondFactor' | 'confirmsAgain'>,
  { now, isRequired }: { now: Date; isRequired: boolean },
): 'second_factor_required' | 'confirm_again' | undefined {
  const { role, twoFactorEnabled, confirmedAt } = facts;
  if (!twoFactorEnabled) {
    return isRequired && role === 'admin' && !endpoint.beforeSecondFactor ? 'second_factor_required' : undefined;
  }
  if (!endpoint.confirmsAgain) return undefined;
  const agoMs = now.getTime() - (confirmedAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  // A proof in the future is from before the clock was set back.
  return agoMs >= 0 && agoMs < confirmationMs ? undefined : 'confirm_again';
}

/** RFC 4648's base32 alphabet in lower case. It lacks 0, 1, 8 and 9. */
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Makes a recovery code from 15 random bytes (120 bits): six groups of four characters. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  let bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let text = '';
  for (; bits.length >= 5; bits = bits.slice(5)) text += base32[Number.parseInt(bits.slice(0, 5), 2)];
  return text.replace(/.{4}(?=.)/g, '$&-');
}

/** Normalizes a typed code: removes spaces and hyphens, lowers capitals, and reads 0 as o, 1 as l and 8 as b. */
export function plainRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('8', 'b');
}
