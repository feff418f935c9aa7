import type { Db } from '../database/transaction.ts';
import { isZipServed } from './service-areas.store.ts';
import { deleteWaiting, findWaiting } from './waiting.store.ts';

/**
 * Returns the recipient of the email about an opened area, or the reason not to send it. If the area has closed again,
 * the entry waits for the next opening.
 */
export async function readWaiting(
  db: Db,
  waitingId: string,
): Promise<{ email: string; zip: string } | { whyUntrue: string }> {
  const entry = await findWaiting(db, waitingId);
  if (!entry) return { whyUntrue: 'the address is off the waiting list' };
  return (await isZipServed(db, entry.zip)) ? entry : { whyUntrue: 'the area has closed again' };
}

/** Removes an entry from the waiting list after its email was sent. */
export async function leaveWaitingList(trx: Db, waitingId: string): Promise<void> {
  await deleteWaiting(trx, waitingId);
}
