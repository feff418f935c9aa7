import type { User } from '../../../contract/accounts.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { lockUser } from '../accounts.store.ts';
import { ownAccount } from '../members/deactivate-account.ts';
import { presentUser } from '../present-user.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import { clearFactor } from '../second-factor/second-factor.store.ts';
import { deleteSessionsOf } from '../sign-in/sign-in.store.ts';

/**
 * Turns a user's two-factor sign-in off when the user has lost the phone and the recovery codes, and ends every session
 * of the account. The actor is an admin, or the operator on the command line (`actorId` null). Throws 404, and 409 when
 * two-factor sign-in is off or the account is the actor's own.
 */
export async function resetFactor(
  services: Pick<Services, 'db'> & WritesMessages,
  actorId: string | null,
  userId: string,
): Promise<User> {
  return await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw new Refusal(404, 'User not found');
    if (userId === actorId) throw ownAccount('Turn off your own two-factor sign-in in Settings.');
    if (!(await clearFactor(trx, userId, services.clock()))) {
      throw new Refusal(409, `Two-factor sign-in of '${user.username}' is already off.`, { code: 'second_factor_off' });
    }
    await deleteSessionsOf(trx, userId);
    await recordFactorChange(services, trx, { userId, actorId, change: 'factor_reset' });
    return presentUser({ ...user, twoFactorEnabled: false });
  });
}
