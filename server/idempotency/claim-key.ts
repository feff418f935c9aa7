import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { findKey, insertKey, insertKeys, listPickupsOfKeys } from './idempotency.store.ts';

/** A request that carries an Idempotency-Key. The same key with the same hash is the same request, sent again. */
export interface KeyedRequest {
  userId: string;
  key: string;
  requestHash: string;
}

/**
 * Returns the id of the pickup that an earlier run of this request was about, or undefined if there was no earlier run.
 * Throws 409 when the key belongs to another request.
 */
export async function findEarlierRequest(
  db: Db,
  { userId, key, requestHash }: KeyedRequest,
): Promise<string | undefined> {
  const earlier = await findKey(db, userId, key);
  if (earlier && earlier.requestHash !== requestHash) throw keyReused();
  return earlier?.pickupId;
}

/** Saves the key in the transaction that does the request's work. Throws 409 when another request took it first. */
export async function claimKey(trx: Db, request: KeyedRequest, pickupId: string): Promise<void> {
  if (!(await insertKey(trx, { ...request, pickupId }))) throw keyReused();
}

/** Returns the ids of the pickups that earlier runs of requests with these keys were about. */
export async function findEarlierPickups(db: Db, userId: string, keys: readonly string[]): Promise<string[]> {
  return await listPickupsOfKeys(db, userId, keys);
}

/** Saves the keys that don't exist yet. Saving the key of a request that hasn't arrived yet voids that request. */
export async function claimKeys(trx: Db, requests: readonly (KeyedRequest & { pickupId: string })[]): Promise<void> {
  await insertKeys(trx, requests);
}

function keyReused(): Refusal {
  return new Refusal(409, 'This Idempotency-Key belongs to another request.', { code: 'idempotency_key_reused' });
}
