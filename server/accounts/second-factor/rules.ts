import type { Role } from '../../../contract/accounts.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';

/** How the second factor was proved. The sign-in history and the trail show it. */
export type Factor = 'code' | 'recovery_code';

/** A code lasts one step. One step either way is accepted, for a phone whose clock is off. */
export const stepSeconds = 30;
export const stepsOff = 1;

/** How long a proof of the second factor lasts for calls that ask for it again. */
export const confirmationMs = 15 * 60_000;

export interface FactorFacts {
  role: Role;
  twoFactorEnabled: boolean;
  /** When this session last proved the second factor. */
  confirmedAt: Date | null;
}

/**
 * What a signed-in user has to do before a call: turn on two-factor sign-in (admins only, where the deployment requires
 * it), prove the second factor again, or nothing.
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

/** RFC 4648's base32 in lower case, which has neither 0, 1, 8 nor 9. */
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** A recovery code from 15 random bytes (120 bits): six groups of four characters. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  let bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let text = '';
  for (; bits.length >= 5; bits = bits.slice(5)) text += base32[Number.parseInt(bits.slice(0, 5), 2)];
  return text.replace(/.{4}(?=.)/g, '$&-');
}

/** The code without what people add or mistake when they type it: spaces, hyphens, capitals, 0 for o, 1 for l, 8 for b. */
export function plainRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('8', 'b');
}
