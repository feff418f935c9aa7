import type { Pickup } from '../../contract/pickups.ts';

/** "1 star", "4 stars" */
export function starsText(rating: number): string {
  return rating === 1 ? '1 star' : `${rating} stars`;
}

type Rated = Pick<Pickup, 'customerRating' | 'ratingComment'>;

/** Returns a rating in one line: "2 of 5 stars: “Bags left behind”"; '' for a pickup that isn't rated. */
export function ratingLine({ customerRating, ratingComment }: Rated): string {
  if (customerRating === null) return '';
  return `${customerRating} of 5 stars${ratingComment ? `: “${ratingComment}”` : ''}`;
}

export type RatingPhase = 'none' | 'later' | 'open' | 'over';

/**
 * Returns the phase of a pickup's rating at `now` (ms). `later`: it can't be rated yet, because its completion can
 * still be undone, for at most two minutes.
 */
export function ratingPhaseOf(
  { rateFrom, rateUntil }: Pick<Pickup, 'rateFrom' | 'rateUntil'>,
  now: number,
): RatingPhase {
  if (!rateFrom || !rateUntil) return 'none';
  if (now < Date.parse(rateFrom)) return 'later';
  return now < Date.parse(rateUntil) ? 'open' : 'over';
}

/** Returns the question shown after choosing the stars. */
export function commentLabel(rating: number): string {
  return rating <= 3 ? 'What went wrong? (optional)' : 'Anything to add? (optional)';
}
