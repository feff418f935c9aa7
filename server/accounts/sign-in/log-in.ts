import type { z } from 'zod/mini';
import type { LoginBody, User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { KeyedQueues } from '../../limiter.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { signInLimit } from '../rules.ts';
import { type Client, openSession } from './open-session.ts';
import { releaseAttempt } from './store.ts';
import { verifyAttempt } from './verify-attempt.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/**
 * Sign-ins under one name take turns, so that a user whose app sends several in parallel isn't locked out by the right
 * password. Keyed by the typed name, not the account: an unknown name waits just the same.
 */
const signInsByName = new KeyedQueues(30);

/**
 * Opens a session for the right password. Unknown name, wrong password, locked and deactivated accounts do the same
 * work (one statement, one verification) and throw the same 401.
 */
export async function logIn(
  services: Database,
  body: z.output<typeof LoginBody>,
  client: Client,
): Promise<{ token: string; user: User }> {
  await limitAttempts(services, signInLimit, client.ip);
  return await signInsByName.run(body.username.toLowerCase(), async () => {
    const verdict = await verifyAttempt(services, { name: body.username }, body.password, client.ip);
    if (verdict.outcome !== 'right') throw invalidSignIn();
    const { attempt } = verdict;
    if (attempt.twoFactorEnabled) await refuseWithoutSecondFactor(services, attempt.id, body.twoFactorCode);
    const verifiedHash = attempt.passwordHash ?? undefined;
    const signIn = { verifiedHash, rememberMe: body.rememberMe, client, now: services.clock() };
    const session = await inTransaction(services.db, async (trx) => await openSession(trx, attempt.id, signIn));
    if (!session) throw invalidSignIn();
    return session;
  });
}

/**
 * Throws 401 for an account with two-factor enabled: its password alone doesn't open it. No code can be right yet, so
 * any code counts as a failure; the right password without a code doesn't.
 */
async function refuseWithoutSecondFactor({ db }: Database, id: string, code: string | undefined): Promise<never> {
  if (code === undefined) await releaseAttempt(db, id);
  const message = code === undefined ? 'Two-factor code required' : 'Invalid two-factor code';
  throw new Refusal(401, message, { code: 'two_factor_required' });
}

function invalidSignIn(): Refusal {
  return new Refusal(401, 'Invalid username or password', { code: 'invalid_sign_in' });
}
