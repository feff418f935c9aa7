import type { Db } from '../../database/transaction.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { describeDay } from '../../pickups/rules.ts';
import type { WritesMessages } from '../../services.ts';
import { findPayer } from '../payers/payers.store.ts';

/** A charge: who paid it and for which pickup. */
export interface Paid {
  readonly customerId: string;
  readonly pickupId: string | null;
  readonly intentId: string;
}

interface Notice {
  readonly title: string;
  readonly type: 'refund_failed' | 'payment_disputed';
  /** The text. `whose` names the customer and the purchase, so that the admins know whom to contact. */
  readonly message: (whose: string) => string;
  /** As in `AdminNotice`. */
  readonly onceFor?: string;
}

/** Notifies the admins of a charge that needs a person, with a link to its pickup or customer. */
export async function notifyOfCharge(
  services: WritesMessages,
  trx: Db,
  paid: Paid,
  { title, type, message, onceFor }: Notice,
): Promise<void> {
  const { whose, actionUrl } = await describeOwed(trx, paid);
  const notice = { title, message: message(whose), type, actionUrl };
  await services.messages.notifyAdmins(services, trx, [{ ...notice, ...(onceFor !== undefined && { onceFor }) }]);
}

/** Returns "for dana_w's pickup of Mon, Nov 23 at 742 S 10th St"; without a pickup "of dana_w's payment pi_…". */
async function describeOwed(db: Db, { customerId, pickupId, intentId }: Paid) {
  const { username } = await findPayer(db, customerId);
  if (!pickupId) {
    const actionUrl = `/admin/members?${new URLSearchParams({ q: username })}`;
    return { whose: `of ${username}'s payment ${intentId}`, actionUrl };
  }
  const pickup = await requireAdminPickup(db, pickupId);
  // Cancelled pickups are listed only under their own filter.
  const filters = { ...(pickup.status === 'cancelled' && { status: pickup.status }), q: pickup.address };
  return {
    whose: `for ${username}'s pickup of ${describeDay(pickup)} at ${pickup.address}`,
    actionUrl: `/admin/requests?${new URLSearchParams(filters)}`,
  };
}
