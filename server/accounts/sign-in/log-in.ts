import type { z } from 'zod/mini';
import type { LoginBody, User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { KeyedQueues } from '../../limiter.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import { signInLimit } from '../rules.ts';
import { type FactorServices, type GivenCodes, spendFactor } from '../second-factor/spend-factor.ts';
import { wrongCode } from '../second-factor/wrong-code.ts';
import { type Client, openSession } from './open-session.ts';
import { releaseAttempt } from './store.ts';
import { verifyAttempt } from './verify-attempt.ts';

/**
 * Sign-ins under one name take turns, so that a user whose app sends several in parallel isn't locked out by the right
 * password. Keyed by the typed name, not the account: an unknown name waits just the same.
 */
const signInsByName = new KeyedQueues(30);

/**
 * Opens a session for the right password, and the right code where two-factor sign-in is on. Unknown name, wrong password, locked and deactivated accounts do the same
 * work (one statement, one verification) and throw the same 401.
 */
export async function logIn(
  services: FactorServices,
  body: z.output<typeof LoginBody>,
  client: Client,
): Promise<{ token: string; user: User }> {
  await limitAttempts(services, signInLimit, client.ip);
  return await signInsByName.run(body.username.toLowerCase(), async () => {
    const verdict = await verifyAttempt(services, { name: body.username }, body.password);
    if (verdict.outcome !== 'right') throw invalidSignIn();
    const { attempt } = verdict;
    if (attempt.twoFactorEnabled && !hasCode(body)) {
      // The right password isn't a failure.
      await releaseAttempt(services.db, attempt.id);
      throw new Refusal(401, 'Two-factor code required', { code: 'two_factor_required' });
    }
    const verifiedHash = attempt.passwordHash ?? undefined;
    const signIn = { verifiedHash, rememberMe: body.rememberMe, client, now: services.clock() };
    return await inTransaction(services.db, async (trx) => {
      const factor = attempt.twoFactorEnabled ? await spendFactor(services, trx, attempt.id, body) : undefined;
      if (attempt.twoFactorEnabled && !factor) throw wrongCode(401, body);
      const session = await openSession(trx, attempt.id, { ...signIn, factor });
      if (!session) throw invalidSignIn();
      return session;
    });
  });
}

function hasCode({ twoFactorCode, recoveryCode }: GivenCodes): boolean {
  return twoFactorCode !== undefined || recoveryCode !== undefined;
}

function invalidSignIn(): Refusal {
  return new Refusal(401, 'Invalid username or password', { code: 'invalid_sign_in' });
}
