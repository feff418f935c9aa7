import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { setPaymentOfCancelled } from '../store.ts';

/** Notes on a cancelled pickup that its money has gone back, in the transaction that books the refund. */
export async function markPickupRefunded(services: Pick<Services, 'clock'>, trx: Db, pickupId: string): Promise<void> {
  await setPaymentOfCancelled(trx, pickupId, 'refunded', services.clock());
}

/** Notes that the bank did not take the refund: the money is with us again. */
export async function markRefundFailed(services: Pick<Services, 'clock'>, trx: Db, pickupId: string): Promise<void> {
  await setPaymentOfCancelled(trx, pickupId, 'paid', services.clock());
}
