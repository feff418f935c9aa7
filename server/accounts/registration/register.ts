import type { z } from 'zod/mini';
import type { RegisterBody } from '../../../contract/accounts/forms.ts';
import type { User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { hashPassword } from '../password-hash.ts';
import { requireUncommonPassword } from '../passwords/require-new-password.ts';
import { registrationLimit } from '../rules.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { type Client, openSession } from '../sign-in/open-session.ts';
import { writeAccountMessage } from '../write-account-message.ts';
import { addAccount } from './create-account.ts';

/**
 * Creates a customer's account, signs it in and has the verification link emailed, in one transaction. The role is
 * always customer: only an admin grants other roles. Throws 400 for a common password, 409 (taken) and 429.
 */
export async function register(
  services: Pick<Services, 'db'> & WritesMessages,
  body: z.output<typeof RegisterBody>,
  client: Client,
): Promise<{ token: string; user: User }> {
  await limitAttempts(services, registrationLimit, client.ip);
  const { password, confirmPassword: _, ...account } = body;
  await requireUncommonPassword(services, password, account);
  const passwordHash = await hashPassword(password, client.ip);
  const now = services.clock();
  return await inTransaction(services.db, async (trx) => {
    const { id } = await addAccount(trx, { ...account, passwordHash, role: 'customer' }, now);
    const signIn = { verifiedHash: undefined, factor: undefined, rememberMe: false, client, now };
    const session = await openSession(trx, id, signIn);
    if (!session) throw notSignedIn();
    await writeAccountMessage(services, trx, 'verification', id);
    return session;
  });
}
