import type { User } from '../../../contract/accounts.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockUser, setActive } from '../accounts.store.ts';
import { presentUser } from '../present-user.ts';
import { deletedAccount } from './require-customer.ts';

/**
 * Reactivates an account and resets its failed sign-ins. `actorId` is null on the command line. Throws 404, and 409 for
 * a deleted account.
 */
export async function activateAccount(
  services: Pick<Services, 'db' | 'clock'>,
  actorId: string | null,
  userId: string,
): Promise<User> {
  return await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw new Refusal(404, 'User not found');
    if (user.deletedAt) throw deletedAccount();
    if (!user.isActive) {
      const change = { actorId, action: 'account_reactivated', subject: 'user', subjectId: userId } as const;
      await recordChanges(services, trx, [change]);
    }
    return presentUser(await setActive(trx, userId, true, services.clock()));
  });
}
