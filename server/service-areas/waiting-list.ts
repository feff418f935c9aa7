import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { inTransaction } from '../database/transaction.ts';
import { isWithinLimit, limitAttempts } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { holdAreas, isZipServed } from './service-areas.store.ts';
import { deleteWaitingOf, insertWaiting } from './waiting.store.ts';

/** Limit per IP address. */
export const joinLimit: RateLimit = { name: 'waiting-list', limit: 20, windowMs: 60 * 60_000 };

/**
 * Limit of ZIP codes per email address, so that nobody can sign another person up for a hundred emails. Counted under
 * the address's hash.
 */
export const emailLimit: RateLimit = { name: 'waiting-email', limit: 10, windowMs: 60 * 60_000 };

/**
 * Puts an email address on the waiting list of a ZIP code, unless it is already there or over `emailLimit`. No response
 * reveals whether the address was on the list. Throws 409 `served` when the ZIP code is served, and 429.
 */
export async function joinWaitingList(
  services: Pick<Services, 'db' | 'clock'>,
  { email, zip: typed }: { email: string; zip: string },
  ip: string,
): Promise<void> {
  await limitAttempts(services, joinLimit, ip);
  const zip = typed.slice(0, 5);
  const hash = createHash('sha256').update(email).digest('base64url');
  const isWelcome = await isWithinLimit(services, emailLimit, hash);
  await inTransaction(services.db, async (trx) => {
    await holdAreas(trx);
    if (await isZipServed(trx, zip)) throw new Refusal(409, `Good news: we serve ${zip} now.`, { code: 'served' });
    if (isWelcome) await insertWaiting(trx, { id: newId(), zip, email, createdAt: services.clock() });
  });
}

/** Removes an email address from the waiting list. Returns the number of entries it had. */
export async function leaveWaitingList({ db }: Pick<Services, 'db'>, email: string): Promise<number> {
  return await deleteWaitingOf(db, email.toLowerCase());
}
