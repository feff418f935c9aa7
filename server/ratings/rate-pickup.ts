import { inTransaction } from '../database/transaction.ts';
import { wasMissed } from '../missed/read-state.ts';
import { findOwnPickup } from '../pickups/find-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { ratingWindowOf } from '../pickups/rules.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { setRating } from './ratings.store.ts';

/** The limit per customer. Ratings are limited because each change adds a line to the trail. */
const ratingLimit: RateLimit = { name: 'rating', limit: 60, windowMs: 60 * 60_000 };

interface Rating {
  rating: number;
  /** Undefined keeps the earlier comment; null or empty removes it. */
  comment?: string | null | undefined;
}

/**
 * Saves a customer's rating of their own pickup. Sending the same rating again changes nothing. Throws 404, 429, and
 * 409 when the pickup isn't completed, can still be undone, was completed more than seven days ago, or was judged
 * missed.
 */
export async function ratePickup(
  services: Services,
  customerId: string,
  pickupId: string,
  { rating, comment }: Rating,
): Promise<PickupRow> {
  await limitByKey(services, ratingLimit, customerId);
  return await inTransaction(services.db, async (trx) => {
    const before = await findOwnPickup(trx, customerId, pickupId, 'lock');
    const now = services.clock();
    requireOpen(before, now);
    if (await wasMissed(trx, before)) {
      throw new Refusal(409, "This pickup was missed, so it can't be rated.", { code: 'missed' });
    }
    const ratingComment = comment === undefined ? before.ratingComment : comment || null;
    if (before.customerRating === rating && before.ratingComment === ratingComment) return before;
    const after = await setRating(trx, pickupId, { customerRating: rating, ratingComment, now });
    await services.afterPickupChange(services, trx, { kind: 'rated', actorId: customerId, after: [after] });
    return after;
  });
}

function requireOpen(pickup: PickupRow, now: Date): void {
  const window = ratingWindowOf(pickup);
  if (!window) {
    throw new Refusal(409, 'You can rate a pickup once it is completed.', { code: 'not_completed' });
  }
  if (now < window.from) {
    throw new Refusal(409, 'You can rate this pickup in a few minutes.', { code: 'too_early' });
  }
  if (now >= window.until) {
    throw new Refusal(409, 'A pickup can be rated for seven days.', { code: 'too_late' });
  }
}
