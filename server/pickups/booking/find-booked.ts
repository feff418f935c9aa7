import type { Db } from '../../database/transaction.ts';
import { findPickupOfDraft } from '../store.ts';

/** The id of the pickup that a customer's draft has become; undefined while it has become none. */
export async function findBooked(db: Db, customerId: string, draftKey: string): Promise<string | undefined> {
  return (await findPickupOfDraft(db, customerId, draftKey))?.id;
}
