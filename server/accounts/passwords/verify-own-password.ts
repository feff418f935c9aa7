import { KeyedQueues } from '../../limiter.ts';
import { limitAttempts, tooManyAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockMs, signInLimit } from '../rules.ts';
import { type ReservedAttempt, releaseAttempt } from '../sign-in/sign-in.store.ts';
import { type Origin, verifyAttempt } from '../sign-in/verify-attempt.ts';

/** Runs one check at a time per account, so that an app that sends a request twice doesn't lock its user out. */
const checksByAccount = new KeyedQueues(30);

/**
 * Runs `work` if the signed-in user's current password is right. A wrong password counts as a failed sign-in, so that a
 * stolen session can't be used to guess it. A right password also counts as a failure until `work` clears or releases
 * the attempt. Throws 400 for a wrong password, and 429.
 */
export async function withOwnPassword<T>(
  services: Pick<Services, 'db' | 'clock'>,
  claim: Origin & { userId: string; password: string },
  work: (attempt: ReservedAttempt) => Promise<T>,
): Promise<T> {
  await limitAttempts(services, signInLimit, claim.ip);
  return await checksByAccount.run(claim.userId, async () => {
    const verdict = await verifyAttempt(services, { id: claim.userId }, claim.password, claim);
    if (verdict.outcome === 'unavailable') throw tooManyAttempts(lockMs / 1000);
    if (verdict.outcome === 'wrong') throw wrongPassword();
    return await work(verdict.attempt);
  });
}

/**
 * Checks the signed-in user's current password. Returns the hash that it matched, with which a transaction can check
 * that the password hasn't changed since. Throws as `withOwnPassword` does.
 */
export async function confirmOwnPassword(
  services: Pick<Services, 'db' | 'clock'>,
  claim: Origin & { userId: string; password: string },
): Promise<string | null> {
  return await withOwnPassword(services, claim, async (attempt) => {
    await releaseAttempt(services.db, attempt);
    return attempt.passwordHash;
  });
}

export function wrongPassword(): Refusal {
  const message = 'Current password is incorrect';
  return new Refusal(400, message, { code: 'wrong_password', errors: { currentPassword: message } });
}
