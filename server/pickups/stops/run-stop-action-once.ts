import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { claimKey, findEarlierRequest } from '../../idempotency/claim-key.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { lockPickup } from '../pickups.store.ts';
import { notDue } from '../refusals.ts';
import { orTakenAway } from './record-late-work.ts';
import { lockOwnStop } from './stops.store.ts';

export interface StopAction {
  driverId: string;
  pickupId: string;
  what: 'incomplete' | 'note' | 'bags' | 'undo';
  /** The phone's key for this press, the same each time the press is sent. Other clients may send none. */
  key?: string | undefined;
}

/**
 * Returns the hash that a key is stored with. Completions and incompletes share it, because Undo voids the key of a
 * press without knowing its kind.
 */
export function requestHashOf(what: StopAction['what'] | 'complete', pickupId: string): string {
  return `${what === 'complete' ? 'incomplete' : what} ${pickupId.toLowerCase()}`;
}

/**
 * Runs `work` on a driver's own due stop and saves the press's key, in one transaction. When the press is sent again
 * with that key, returns the present stop and changes nothing, even if the stop has another date or driver by then.
 * Throws 404 and 409 as `requireOwnStop` does (or as `orTakenAway`, which records late work), 409 when the key belongs
 * to another request, and the errors of `work`.
 */
export async function runStopActionOnce(
  services: Pick<Services, 'db' | 'clock'>,
  { driverId, pickupId, what, key }: StopAction,
  work: (trx: Db, stop: PickupRow) => Promise<PickupRow>,
): Promise<PickupRow> {
  const request = key ? { userId: driverId, key, requestHash: requestHashOf(what, pickupId) } : undefined;
  const run = () =>
    inTransaction(services.db, async (trx) => {
      if (request) {
        // The lock comes first, so that the second of two simultaneous requests sees the key of the first.
        const stop = await lockPickup(trx, pickupId);
        if (stop && (await findEarlierRequest(trx, request)) !== undefined) return stop;
      }
      const after = await work(trx, await requireOwnStop(services, trx, driverId, pickupId));
      // Throws if a simultaneous request for another stop took the key: the two share no lock.
      if (request) await claimKey(trx, request, pickupId);
      return after;
    });
  // An undo and a bag count are not recorded as late work.
  if (what === 'undo' || what === 'bags') return await run();
  return await orTakenAway(services, { driverId, pickupId, kind: what }, run);
}

/**
 * Finds a driver's own stop and locks it until the transaction ends. Throws 404 when it is unknown or another driver's,
 * 409 when its day hasn't come.
 */
export async function requireOwnStop(
  services: Pick<Services, 'clock'>,
  trx: Db,
  driverId: string,
  id: string,
): Promise<PickupRow> {
  const stop = await lockOwnStop(trx, driverId, id);
  if (!stop) throw new Refusal(404, "This stop isn't on your route.");
  if (stop.scheduledDay !== null && stop.scheduledDay > dateKeyOf(services.clock())) throw notDue(stop.scheduledDay);
  return stop;
}
