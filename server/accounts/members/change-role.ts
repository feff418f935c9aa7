import type { Role, User } from '../../../contract/accounts.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { inTransaction } from '../../database/transaction.ts';
import { unassignStops } from '../../pickups/stops/unassign-stops.ts';
import { Refusal } from '../../refusal.ts';
import type { PickupChangeServices, Services } from '../../services.ts';
import { requireNoPlan } from '../../subscriptions/require-no-plan.ts';
import { hasOtherActiveAdmin, lockAdmins, lockUser, setRole } from '../accounts.store.ts';
import { presentUser } from '../present-user.ts';
import { checkRoleChange } from '../rules.ts';
import { deletedAccount } from './require-customer.ts';

/**
 * Changes a user's role. Setting the same role changes nothing. The last active admin stays an admin, even when two
 * admins demote each other concurrently. A former driver's open stops are unassigned. Throws 404 when there is no such
 * user, and 409 for the last admin, for a customer with a live plan and for a deleted account.
 */
export async function changeRole(
  services: Pick<Services, 'db'> & PickupChangeServices,
  actorId: string,
  userId: string,
  role: Role,
): Promise<User> {
  return await inTransaction(services.db, async (trx) => {
    await lockAdmins(trx);
    const user = await lockUser(trx, userId);
    if (!user) throw new Refusal(404, 'User not found');
    if (user.deletedAt) throw deletedAccount();
    const verdict = checkRoleChange(user, role, await hasOtherActiveAdmin(trx, userId));
    if (verdict === 'unchanged') return presentUser(user);
    if (verdict === 'refused') throw lastAdminError();
    if (user.role === 'customer') await requireNoPlan(trx, userId);
    const changed = await setRole(trx, userId, role, services.clock());
    if (user.role === 'driver') await unassignStops(services, trx, { driverId: userId }, actorId);
    const details = { from: user.role, to: role };
    const change = { actorId, action: 'role_changed', subject: 'user', subjectId: userId, details } as const;
    await recordChanges(services, trx, [change]);
    return presentUser(changed);
  });
}

export function lastAdminError(): Refusal {
  const message = 'The last admin must stay an admin. Make someone else an admin first.';
  return new Refusal(409, message, { code: 'last_admin' });
}
