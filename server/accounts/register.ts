import type { z } from 'zod/mini';
import type { RegisterBody, User } from '../../contract/accounts.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { notSignedIn } from './authorize.ts';
import { createAccount } from './create-account.ts';
import { limitAttempts } from './limit-attempts.ts';
import { type Client, openSession } from './open-session.ts';
import { presentUser } from './present-user.ts';
import { keptSignIns, registrationLimit } from './rules.ts';
import { recordSignIn } from './sign-in.store.ts';

/** Makes a customer's account and signs them in. Always a customer: other roles come from an admin. */
export async function register(
  services: Pick<Services, 'db' | 'clock'>,
  body: z.output<typeof RegisterBody>,
  client: Client,
): Promise<{ token: string; user: User }> {
  await limitAttempts(services, registrationLimit, client.ip);
  const { confirmPassword: _, ...account } = body;
  const { id } = await createAccount(services, { ...account, role: 'customer' });
  const now = services.clock();
  return await inTransaction(services.db, async (trx) => {
    const user = await recordSignIn(trx, id, { ...client, verifiedHash: undefined, now, kept: keptSignIns });
    if (!user) throw notSignedIn();
    const token = await openSession(trx, id, { rememberMe: false, client, now });
    return { token, user: presentUser(user) };
  });
}
