import type { User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentUser } from '../present-user.ts';
import { lockUser, setActive } from '../store.ts';
import { deletedAccount } from './require-customer.ts';

/** Reactivates an account and resets its failed sign-ins. Throws 404, and 409 for a deleted one. */
export async function activateAccount({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: string): Promise<User> {
  return await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw new Refusal(404, 'User not found');
    if (user.deletedAt) throw deletedAccount();
    return presentUser(await setActive(trx, userId, true, clock()));
  });
}
