import { Star } from 'lucide-react';
import { lowRating } from '../../contract/pickups/ratings.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { classNames } from '../ui/class-names.ts';
import { ratingLine } from './rating-words.ts';

interface RatingLineProps {
  pickup: Pick<Pickup, 'customerRating' | 'ratingComment'>;
  isShort?: boolean;
}

/** The customer's rating of a pickup, for the dispatcher. Renders nothing without a rating. */
export function RatingLine({ pickup, isShort = false }: RatingLineProps) {
  const { customerRating } = pickup;
  if (customerRating === null) return null;
  return (
    <p className="mt-0.5 flex items-start gap-1.5">
      <Star className="mt-1 size-4 shrink-0 fill-maize" aria-hidden="true" />
      <span
        className={classNames(
          'min-w-0 [overflow-wrap:anywhere]',
          customerRating <= lowRating && 'text-brick',
          isShort && 'line-clamp-2',
        )}
      >
        <span className="sr-only">Customer rating: </span>
        <span>{ratingLine(pickup)}</span>
      </span>
    </p>
  );
}
