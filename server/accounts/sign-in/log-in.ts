import type { z } from 'zod/mini';
import type { LoginBody, User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Lanes } from '../../limiter.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../present-user.ts';
import { keptSignIns, signInLimit } from '../rules.ts';
import { type Client, openSession } from './open-session.ts';
import { type ReservedAttempt, recordSignIn, returnAttempt } from './store.ts';
import { verifyAttempt } from './verify-attempt.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/**
 * Sign-ins under one name take turns, so that a person whose app sends several at once is not locked out by their own
 * right password. By the typed name, not by the account: an unknown name waits just the same.
 */
const lanes = new Lanes(30);

/**
 * Opens a session for the right password. Unknown name, wrong password, locked and deactivated account do the same work
 * (one statement, one verification) and get the same answer.
 */
export async function logIn(
  services: Database,
  body: z.output<typeof LoginBody>,
  client: Client,
): Promise<{ token: string; user: User }> {
  await limitAttempts(services, signInLimit, client.ip);
  return await lanes.run(body.username.toLowerCase(), async () => {
    const verdict = await verifyAttempt(services, { name: body.username }, body.password);
    if (verdict.outcome !== 'right') throw invalidSignIn();
    const { attempt } = verdict;
    if (attempt.twoFactorEnabled) await askSecondFactor(services, attempt.id, body.twoFactorCode);
    return await finishSignIn(services, attempt, body.rememberMe, client);
  });
}

/**
 * An account that asks for a second factor opens by no password alone. No code can be right yet, so a code counts as a
 * failure; the right password without one is none.
 */
async function askSecondFactor({ db }: Database, id: string, code: string | undefined): Promise<never> {
  if (code === undefined) await returnAttempt(db, id);
  throw new Refusal(401, code === undefined ? 'Two-factor code required' : 'Invalid two-factor code', {
    code: 'two_factor_required',
  });
}

async function finishSignIn(
  { db, clock }: Database,
  attempt: ReservedAttempt,
  rememberMe: boolean,
  client: Client,
): Promise<{ token: string; user: User }> {
  const now = clock();
  const verifiedHash = attempt.passwordHash ?? undefined;
  return await inTransaction(db, async (trx) => {
    const user = await recordSignIn(trx, attempt.id, { ...client, verifiedHash, now, kept: keptSignIns });
    if (!user) throw invalidSignIn();
    const token = await openSession(trx, user.id, { rememberMe, client, now });
    return { token, user: presentUser(user) };
  });
}

function invalidSignIn(): Refusal {
  return new Refusal(401, 'Invalid username or password', { code: 'invalid_sign_in' });
}
