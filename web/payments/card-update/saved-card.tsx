import { Link } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import type { PlanCard } from '../../../contract/plan/page.ts';
import { cardText } from '../../../contract/values/card-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { PartError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { cardExpiry } from './card-expiry.ts';
import { cardUpdateLink } from './past-due-words.ts';

interface SavedCardProps {
  /** Null if no card is saved, undefined if the payment provider didn't respond. */
  card: PlanCard | null | undefined;
  now: Date;
  /** True shows a placeholder as large as the card. */
  isLoading?: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  /** True if something above it on the page already links to the card update. */
  hasOtherLink?: boolean;
}

/** The card that a plan is charged to, its expiration, and the link that replaces it. */
export function SavedCard({ card, now, isLoading, isRetrying, onRetry, hasOtherLink = false }: SavedCardProps) {
  if (card === undefined && !isLoading) {
    return <PartError message="We can't show your card right now." onRetry={onRetry} isRetrying={isRetrying} />;
  }
  return (
    <div className="flex gap-2.5">
      <CreditCard className="mt-2.5 size-5 shrink-0 text-azure" aria-hidden="true" />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4">
        <div className="py-1.5 leading-snug">
          {card ? <CardWords card={card} now={now} /> : isLoading ? <CardSkeleton /> : 'No card saved'}
        </div>
        {!hasOtherLink && (
          <Link
            {...cardUpdateLink}
            className="inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
          >
            Update card
          </Link>
        )}
      </div>
    </div>
  );
}

function CardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your card</span>
      <Skeleton className="h-10.5 w-37" />
    </div>
  );
}

function CardWords({ card, now }: { card: PlanCard; now: Date }) {
  const { state, text } = cardExpiry(card, now);
  return (
    <p>
      <span className="block font-semibold">{cardText(card)}</span>
      <span
        className={classNames('block text-[0.9375rem]', state === 'valid' ? 'text-soft' : 'font-semibold text-brick')}
      >
        {text}
      </span>
    </p>
  );
}
