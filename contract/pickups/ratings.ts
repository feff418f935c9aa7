import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Pickup } from '../pickups.ts';
import { IdParams } from '../values/shapes.ts';

/** A customer's rating of a completed pickup: 1 is the worst, 5 the best. */
export const ratings = [1, 2, 3, 4, 5] as const;
/** A rating this low or lower is listed for the dispatcher (`low-rating` in contract/attention.ts). */
export const lowRating = 2;
/** A low rating stays listed for this many days. */
export const lowRatingDays = 14;

export const maxRatingCommentLength = 500;
const ratingRange = 'Please choose 1 to 5 stars';

/**
 * Rates a completed pickup, or changes its rating: from two minutes after completion, when it can no longer be undone,
 * until seven days after it (`rateFrom` and `rateUntil` of the pickup). If `comment` is omitted, the earlier one stays;
 * null or blank removes it. 409 `not_completed`, `too_early`, `too_late`, or `missed` when the dispatcher decided that
 * the visit was missed.
 */
export const ratePickup = endpoint('POST', '/api/pickups/:id/rating', 'customer', {
  params: IdParams,
  body: z.object({
    rating: z.int({ error: ratingRange }).check(z.minimum(1, ratingRange), z.maximum(5, ratingRange)),
    comment: z.nullish(
      z
        .string({ error: 'Please write your comment as text' })
        .check(z.trim(), z.maxLength(maxRatingCommentLength, 'Your comment must be less than 500 characters')),
    ),
  }),
  response: Pickup,
  errors: [400, 404, 409, 429],
});
