import { type Db, inTransaction } from '../../database/transaction.ts';
import { KeyedQueues } from '../../limiter.ts';
import { limitAttempts, tooManyAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import { wrongPassword } from '../passwords/verify-own-password.ts';
import { lockMs, signInLimit } from '../rules.ts';
import { type FactorServices, type GivenCodes, spendFactor } from '../second-factor/spend-factor.ts';
import { wrongCode } from '../second-factor/wrong-code.ts';
import { releaseAttempt } from '../sign-in/sign-in.store.ts';
import { type Origin, startAttempt, verifyAttempt } from '../sign-in/verify-attempt.ts';

type Caller = Origin & { id: string };

/** Runs one proof at a time per account, so that an app that sends a request twice doesn't lock its user out. */
const proofsByAccount = new KeyedQueues(30);

/**
 * Checks a signed-in user's code, and the password if the call has one, then runs `work` in the transaction that uses
 * up the code. A wrong code or password counts as a failed sign-in, so that a stolen session can't be used to guess
 * them. Throws 400 (wrong code or password), 409 (two-factor sign-in is off) and 429.
 */
export async function proveFactor<T>(
  services: FactorServices,
  caller: Caller,
  given: GivenCodes & { currentPassword?: string },
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  await limitAttempts(services, signInLimit, caller.ip);
  return await proofsByAccount.run(caller.id, async () => {
    const attempt = await passwordChecked(services, caller, given.currentPassword);
    if (!attempt.twoFactorEnabled) {
      await releaseAttempt(services.db, attempt);
      throw factorOff();
    }
    return await inTransaction(services.db, async (trx) => {
      if (!(await spendFactor(services, trx, caller.id, given))) throw wrongCode(400, given);
      await releaseAttempt(trx, attempt);
      return await work(trx);
    });
  });
}

/** Counts an attempt of the signed-in user, and checks the password if there is one. Throws 400 (wrong) and 429. */
export async function passwordChecked(services: FactorServices, caller: Caller, currentPassword: string | undefined) {
  if (currentPassword === undefined) {
    const attempt = await startAttempt(services, { id: caller.id }, caller);
    if (!attempt) throw tooManyAttempts(lockMs / 1000);
    return attempt;
  }
  const verdict = await verifyAttempt(services, { id: caller.id }, currentPassword, caller);
  if (verdict.outcome === 'unavailable') throw tooManyAttempts(lockMs / 1000);
  if (verdict.outcome === 'right') return verdict.attempt;
  throw wrongPassword();
}

export function factorOff(): Refusal {
  return new Refusal(409, 'Two-factor sign-in is off.', { code: 'second_factor_off' });
}
