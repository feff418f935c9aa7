import type { User } from '../../../contract/accounts.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { unassignStops } from '../../pickups/stops/unassign-stops.ts';
import { Refusal } from '../../refusal.ts';
import type { PickupChangeServices, Services } from '../../services.ts';
import { requireNoPlan } from '../../subscriptions/require-no-plan.ts';
import { hasOtherActiveAdmin, lockAdmins, lockUser, setActive, type UserRow } from '../accounts.store.ts';
import { presentUser } from '../present-user.ts';
import { isLastAdmin } from '../rules.ts';
import { deleteSessionsOf } from '../sign-in/sign-in.store.ts';
import { lastAdminError } from './change-role.ts';

/**
 * Deactivates an account, ends its sessions and unassigns a driver's open stops. If it is already deactivated, only
 * ends remaining sessions. `actorId` is null on the command line. Throws 404, and 409 for the actor's own account, the
 * last active admin or a live plan.
 */
export async function deactivateAccount(
  services: Pick<Services, 'db'> & PickupChangeServices,
  actorId: string | null,
  userId: string,
): Promise<User> {
  return await inTransaction(services.db, async (trx) => {
    await lockAdmins(trx);
    const user = await lockUser(trx, userId);
    if (!user) throw new Refusal(404, 'User not found');
    if (userId === actorId) throw ownAccount("You can't deactivate your own account. Ask another admin.");
    if (!user.isActive) {
      await deleteSessionsOf(trx, userId);
      return presentUser(user);
    }
    if (isLastAdmin(user, await hasOtherActiveAdmin(trx, userId))) throw lastAdminError();
    await requireNoPlan(trx, userId);
    const change = { actorId, action: 'account_deactivated', subject: 'user', subjectId: userId } as const;
    await recordChanges(services, trx, [change]);
    return presentUser(await closeAccount(services, trx, user, actorId));
  });
}

/** Returns the refusal of an action that an admin may take only on another account. */
export function ownAccount(message: string): Refusal {
  return new Refusal(409, message, { code: 'own_account' });
}

/** Deactivates an account as `deactivateAccount` does, but without checks or trail. The caller has locked the row. */
export async function closeAccount(
  services: PickupChangeServices,
  trx: Db,
  user: UserRow,
  actorId: string | null = null,
): Promise<UserRow> {
  const closed = await setActive(trx, user.id, false, services.clock());
  await deleteSessionsOf(trx, user.id);
  if (user.role === 'driver') await unassignStops(services, trx, { driverId: user.id }, actorId);
  return closed;
}
