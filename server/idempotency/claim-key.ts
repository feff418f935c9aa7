import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { findKey, insertKey } from './store.ts';

/** A request that carries an Idempotency-Key. The same key with the same hash is the same request, sent again. */
export interface KeyedRequest {
  userId: string;
  key: string;
  requestHash: string;
}

/** The pickup that an earlier run of this request concerned; undefined without one. Throws 409 when the key belongs to another request. */
export async function findEarlierRequest(
  db: Db,
  { userId, key, requestHash }: KeyedRequest,
): Promise<string | undefined> {
  const earlier = await findKey(db, userId, key);
  if (earlier && earlier.requestHash !== requestHash) throw keyReused();
  return earlier?.pickupId;
}

/** Saves the key in the transaction that does what the request asks. Throws 409 when another request has taken it meanwhile. */
export async function claimKey(trx: Db, request: KeyedRequest, pickupId: string): Promise<void> {
  if (!(await insertKey(trx, { ...request, pickupId }))) throw keyReused();
}

function keyReused(): Refusal {
  return new Refusal(409, 'This Idempotency-Key belongs to another request.', { code: 'idempotency_key_reused' });
}
