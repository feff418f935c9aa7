import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { PickupRow } from '../pickup-row.ts';
import { findPickup, lockPickup } from '../store.ts';

/** A customer's own unpaid pickup; with `lock` it stays so until the transaction ends. Throws 404 and 409. */
export async function findPickupToPay(db: Db, customerId: string, pickupId: string, lock?: 'lock'): Promise<PickupRow> {
  const pickup = lock ? await lockPickup(db, pickupId) : await findPickup(db, pickupId);
  if (pickup?.customerId !== customerId) throw new Refusal(404, 'Pickup not found');
  if (pickup.status === 'cancelled') throw new Refusal(409, 'This pickup is cancelled.');
  if (pickup.paymentStatus !== 'pending') throw new Refusal(409, 'This is paid already.', { code: 'already_paid' });
  return pickup;
}
