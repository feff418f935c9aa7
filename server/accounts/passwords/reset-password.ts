import type { User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { lockUser } from '../accounts.store.ts';
import { hashPassword } from '../password-hash.ts';
import { presentUser } from '../present-user.ts';
import { replacePassword } from './replace-password.ts';

/** Lets an operator set an account's new, validated password. Ends every session of the account. Throws 404. */
export async function resetPassword(
  services: Pick<Services, 'db'> & WritesMessages,
  userId: string,
  password: string,
): Promise<User> {
  const passwordHash = await hashPassword(password, null);
  return await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw new Refusal(404, 'User not found');
    return presentUser(await replacePassword(services, trx, { userId, passwordHash, by: 'operator' }));
  });
}
