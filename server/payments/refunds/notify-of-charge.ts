import type { Db } from '../../database/transaction.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { describeDay } from '../../pickups/rules.ts';
import type { Services } from '../../services.ts';
import { findPayer } from '../payers/store.ts';

/** A charge: who paid it, and for which pickup. */
export interface Paid {
  readonly customerId: string;
  readonly pickupId: string | null;
  readonly intentId: string;
}

interface Notice {
  readonly title: string;
  readonly type: 'refund_failed' | 'payment_disputed';
  /** The text. `whose` names the customer and what they paid for, so that the admins know whom to contact. */
  readonly message: (whose: string) => string;
  /** The same as in the job `notify-admins`. */
  readonly onceFor?: string;
}

/** Notifies the admins of a charge that needs a person, with a link to it. */
export async function notifyOfCharge(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Db,
  paid: Paid,
  { title, type, message, onceFor }: Notice,
): Promise<void> {
  const { whose, actionUrl } = await describeOwed(trx, paid);
  const notice = { title, message: message(whose), type, actionUrl };
  await jobs.enqueue(trx, 'notify-admins', { ...notice, ...(onceFor !== undefined && { onceFor }) });
}

/** "for dana_w's pickup of Mon, Nov 23 at 742 S 10th St"; without a pickup "of dana_w's payment pi_…". */
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
