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
import { clearAttempts, releaseAttempt } from './store.ts';
import { verifyAttempt } from './verify-attempt.ts';

/**
 * Sign-ins under one name take turns, so that a user whose app sends several in parallel isn't locked out by the right
 * password. Keyed by the typed name, not the account: an unknown name waits just the same. A marked device doesn't wait
 * for strangers.
 */
const signInsByName = new KeyedQueues(30);

/**
 * Opens a session for the right password, and the right code where two-factor sign-in is on. Unknown name, wrong
 * password, locked and deactivated accounts do the same work (the same statements, one verification) and throw the same
 * 401. `device`: the id of a device that has signed in to an account before.
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
