import type { Db } from '../../database/transaction.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { describeDay } from '../../pickups/rules.ts';
import { findPayer } from '../payers/store.ts';

/** Whose money it is, in words for the admins, and a link to it. */
interface Owed {
  /** "for dana_w's pickup of Mon, Nov 23 at 742 S 10th St"; without a pickup "of dana_w's payment pi_…". */
  readonly whose: string;
  readonly actionUrl: string;
}

/** Names the customer and what they paid for, so that the admins know whom to contact. */
export async function describeOwed(
  db: Db,
  { customerId, pickupId, intentId }: { customerId: string; pickupId: string | null; intentId: string },
): Promise<Owed> {
  const { username } = await findPayer(db, customerId);
  if (!pickupId) {
    return {
      whose: `of ${username}'s payment ${intentId}`,
      actionUrl: `/admin/members?${new URLSearchParams({ q: username })}`,
    };
  }
  const pickup = await requireAdminPickup(db, pickupId);
  // Cancelled pickups are listed only under their own filter.
  const filters = { ...(pickup.status === 'cancelled' && { status: pickup.status }), q: pickup.address };
  return {
    whose: `for ${username}'s pickup of ${describeDay(pickup)} at ${pickup.address}`,
    actionUrl: `/admin/requests?${new URLSearchParams(filters)}`,
  };
}
