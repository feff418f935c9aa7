import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findOwnPickup, lockReferenced } from './find-pickup.ts';
import type { PickupRow } from './pickup-row.ts';
import { findPickupOfDraft, setPaid, setPaymentOfCancelled } from './pickups.store.ts';

/** Lets payments read and mark the pickups that they pay for, in their own transactions. */

/** Finds the id of the pickup that was made from a customer's draft; undefined when there is none. */
export async function findBooked(db: Db, customerId: string, draftKey: string): Promise<string | undefined> {
  return (await findPickupOfDraft(db, customerId, draftKey))?.id;
}

/**
 * Finds a customer's own unpaid pickup; with `lock`, locks it until the transaction ends. Throws 404, and 409
 * (cancelled, already paid, or held on a day that has passed).
 */
export async function findPickupToPay(
  { clock }: Pick<Services, 'clock'>,
  db: Db,
  { customerId, pickupId }: { customerId: string; pickupId: string },
  lock?: 'lock',
): Promise<PickupRow> {
  const pickup = await findOwnPickup(db, customerId, pickupId, lock);
  if (pickup.status === 'cancelled') throw new Refusal(409, 'This pickup is cancelled.');
  if (pickup.paymentStatus !== 'pending') throw new Refusal(409, 'This is already paid.', { code: 'already_paid' });
  if (pickup.heldAt !== null && (pickup.scheduledDay ?? '') < dateKeyOf(clock())) {
    const message = "This pickup wasn't paid in time, so nobody came. Move it to another day first.";
    throw new Refusal(409, message, { code: 'day_passed' });
  }
  return pickup;
}

/** Marks an unpaid pickup as paid by a settled intent and ends its hold. Returns false if it is paid or cancelled. */
export async function markPickupPaid(
  services: Pick<Services, 'clock'>,
  trx: Db,
  pickupId: string,
  intentId: string,
): Promise<boolean> {
  return (await setPaid(trx, pickupId, intentId, services.clock())) !== undefined;
}

/** Returns whether something can be added to a pickup: it isn't cancelled. Locks it until the transaction ends. */
export async function canAddTo(trx: Db, pickupId: string): Promise<boolean> {
  return (await lockReferenced(trx, pickupId)).status !== 'cancelled';
}

/** Marks a cancelled pickup as refunded, in the transaction that records the refund. */
export async function markPickupRefunded(services: Pick<Services, 'clock'>, trx: Db, pickupId: string): Promise<void> {
  await setPaymentOfCancelled(trx, pickupId, 'refunded', services.clock());
}

/** Marks a cancelled pickup as paid again, because the bank returned the refund. */
export async function markRefundFailed(services: Pick<Services, 'clock'>, trx: Db, pickupId: string): Promise<void> {
  await setPaymentOfCancelled(trx, pickupId, 'paid', services.clock());
}
