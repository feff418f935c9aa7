import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { maxRatingCommentLength, ratePickup, ratings } from '../../contract/pickups/ratings.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { call } from '../api/call.ts';
import { serverNowMs } from '../api/server-clock.ts';
import { Button } from '../ui/button/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';
import { commentLabel, ratingLine, ratingPhaseOf, starsText } from './rating-words.ts';

/**
 * One tap rates a completed pickup; a comment is optional. Renders nothing while the completion can still be undone.
 * After seven days it renders only the existing rating.
 */
export function RatePickup({ pickup }: { pickup: Pickup }) {
  const phase = useRatingPhase(pickup);
  if (phase === 'open') return <RatingForm key={pickup.id} pickup={pickup} />;
  if (phase !== 'over' || pickup.customerRating === null) return null;
  return <p className="text-soft">{`You rated this pickup ${ratingLine(pickup)}`}</p>;
}

function RatingForm({ pickup }: { pickup: Pickup }) {
  const cache = useQueryClient();
  const [comment, setComment] = useState(pickup.ratingComment ?? '');
  const rate = useMutation({
    mutationFn: (body: { rating: number; comment?: string }) => call(ratePickup, { params: { id: pickup.id }, body }),
    onError: (error) => toastFailure(error, "We couldn't save your rating. Please try again."),
    // Refreshes lists and the pickup's own page.
    onSettled: () =>
      cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/pickups') }),
  });
  const saved = rate.data ?? pickup;
  const rating = rate.isPending ? rate.variables.rating : saved.customerRating;
  const words = comment.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rating === null || rate.isPending) return;
    rate.mutate({ rating, comment: words }, { onSuccess: () => toast({ title: 'Thank You!' }) });
  };
  return (
    <form onSubmit={submit}>
      <fieldset className="-mx-2 flex">
        <legend className="px-2 font-display font-semibold">
          {rating === null ? 'How was this pickup?' : 'Your rating'}
        </legend>
        {ratings.map((stars) => (
          <button
            key={stars}
            type="button"
            aria-pressed={rating === stars}
            aria-label={starsText(stars)}
            aria-disabled={rate.isPending || undefined}
            onClick={() => rate.isPending || rate.mutate({ rating: stars })}
            className="grid size-12 place-items-center rounded-control hover:bg-azure-wash"
          >
            <Star
              className={classNames(
                'size-8',
                rating !== null && stars <= rating ? 'fill-maize text-ink' : 'text-control',
              )}
              aria-hidden="true"
            />
          </button>
        ))}
      </fieldset>
      <p role="status" className="sr-only">
        {rate.isSuccess && saved.customerRating !== null && `Saved: ${ratingLine(saved)}`}
      </p>
      {rating !== null && (
        <div className="mt-2 space-y-2.5">
          <TextField
            label={commentLabel(rating)}
            maxLength={maxRatingCommentLength}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
          <Button
            type="submit"
            variant="outline"
            size="sm"
            disabled={words === (saved.ratingComment ?? '')}
            busy={rate.isPending && rate.variables.comment !== undefined}
          >
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

/** The longest delay that setTimeout takes. */
const maxWaitMs = 2 ** 31 - 1;

/** Returns the rating phase. It changes without a refetch when rating opens or ends. */
function useRatingPhase(pickup: Pickup) {
  const [now, setNow] = useState(serverNowMs);
  const phase = ratingPhaseOf(pickup, now);
  const next = phase === 'later' ? pickup.rateFrom : phase === 'open' ? pickup.rateUntil : null;
  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(
      () => setNow(serverNowMs()),
      Math.min(Math.max(0, Date.parse(next) - serverNowMs()), maxWaitMs),
    );
    return () => clearTimeout(timer);
  }, [next]);
  return phase;
}
