import type { z } from 'zod/mini';
import type { LoginBody } from '../../../contract/accounts/forms.ts';
import type { User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { KeyedQueues } from '../../limiter.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import { signInLimit } from '../rules.ts';
import { type FactorServices, type GivenCodes, spendFactor } from '../second-factor/spend-factor.ts';
import { wrongCode } from '../second-factor/wrong-code.ts';
import { type Client, openSession } from './open-session.ts';
import { recordFailedSignIn } from './record-failure.ts';
import { clearAttempts, releaseAttempt } from './sign-in.store.ts';
import { verifyAttempt } from './verify-attempt.ts';

/**
 * Sign-ins under one name take turns, so that an app that sends the right password several times in parallel doesn't
 * lock its user out. The queue's key is the typed name, not the account, so that unknown names wait too. A marked
 * device doesn't wait for strangers.
 */
const signInsByName = new KeyedQueues(30);

/**
 * Opens a session for the right password, and the right code if two-factor sign-in is on. An unknown name, a wrong
 * password, and a locked or deactivated account cause the same work (the same statements, one verification) and throw
 * the same 401. A missing or wrong code throws a 401 with its own code. Throws 429 after too many attempts. `device` is
 * the id of a device that has signed in to an account before.
 */
export async function logIn(
  services: FactorServices,
  body: z.output<typeof LoginBody>,
  client: Client,
  device?: string,
): Promise<{ token: string; user: User }> {
  await limitAttempts(services, signInLimit, client.ip);
  return await signInsByName.run(`${device ?? ''} ${body.username.toLowerCase()}`, async () => {
    const origin = { ip: client.ip, device };
    const verdict = await verifyAttempt(services, { name: body.username }, body.password, origin);
    if (verdict.outcome !== 'right') {
      await recordFailedSignIn(services, body.username, client);
      throw invalidSignIn();
    }
    const { attempt } = verdict;
    if (attempt.twoFactorEnabled && !hasCode(body)) {
      // The right password isn't a failure.
      await releaseAttempt(services.db, attempt);
      throw new Refusal(401, 'Two-factor code required', { code: 'two_factor_required' });
    }
    const verifiedHash = attempt.passwordHash ?? undefined;
    const signIn = { verifiedHash, rememberMe: body.rememberMe, client, now: services.clock() };
    const session = await inTransaction(services.db, async (trx) => {
      const factor = attempt.twoFactorEnabled ? await spendFactor(services, trx, attempt.id, body) : undefined;
      if (attempt.twoFactorEnabled && !factor) return undefined;
      const opened = await openSession(trx, attempt.id, { ...signIn, factor });
      if (!opened) throw invalidSignIn();
      await clearAttempts(trx, attempt);
      return opened;
    });
    if (session) return session;
    await recordFailedSignIn(services, body.username, client);
    throw wrongCode(401, body);
  });
}

function hasCode({ twoFactorCode, recoveryCode }: GivenCodes): boolean {
  return twoFactorCode !== undefined || recoveryCode !== undefined;
}

function invalidSignIn(): Refusal {
  return new Refusal(401, 'Invalid username or password', { code: 'invalid_sign_in' });
}
