import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { claimIdempotencyKey, findIdempotencyKey } from '../idempotency.store.ts';
import type { PickupRow } from '../pickup-row.ts';
import { lockPickup } from '../store.ts';
import { requireOwnStop } from './require-own-stop.ts';

export interface StopAct {
  driverId: string;
  pickupId: string;
  what: 'incomplete' | 'note';
  /** The phone's own key of what was pressed, the same however often it is sent; older phones have none. */
  key?: string | undefined;
}

/**
 * Does something at a driver's own stop that is due, in one transaction with the key that names it. Sent again with that key it
 * answers the stop as it is by now and changes nothing, also when the stop has another date or another driver meanwhile: it was done.
 * Throws 404 and 409 as `requireOwnStop` does, 409 when the key names something else, and what `work` throws.
 */
export async function runStopActionOnce(
  services: Pick<Services, 'db' | 'clock'>,
  { driverId, pickupId, what, key }: StopAct,
  work: (trx: Db, stop: PickupRow) => Promise<PickupRow>,
): Promise<PickupRow> {
  const requestHash = `${what} ${pickupId.toLowerCase()}`;
  return await inTransaction(services.db, async (trx) => {
    if (key) {
      // Locked first: of two that are sent at once, the second sees the key of the first.
      const stop = await lockPickup(trx, pickupId);
      const earlier = stop && (await findIdempotencyKey(trx, driverId, key));
      if (earlier && earlier.requestHash !== requestHash) throw reused();
      if (earlier) return stop;
    }
    const after = await work(trx, await requireOwnStop(services, trx, driverId, pickupId));
    // Of another stop at the same moment: no lock is common to the two.
    if (key && !(await claimIdempotencyKey(trx, { userId: driverId, key, requestHash, pickupId }))) throw reused();
    return after;
  });
}

function reused(): Refusal {
  return new Refusal(409, 'This Idempotency-Key belongs to another request.', { code: 'idempotency_key_reused' });
}
