import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { setPaid } from '../store.ts';

/** Marks an unpaid pickup as paid by a settled intent, in the caller's transaction. False when it is paid or cancelled by now. */
export async function markPickupPaid(
  services: Pick<Services, 'clock'>,
  trx: Db,
  pickupId: string,
  intentId: string,
): Promise<boolean> {
  return (await setPaid(trx, pickupId, intentId, services.clock())) !== undefined;
}
