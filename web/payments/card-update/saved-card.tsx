import { Link } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import type { PlanCard } from '../../../contract/plan/page.ts';
import { cardText } from '../../../contract/values/card-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { PartError } from '../../ui/load-error.tsx';
import { cardExpiry } from './card-expiry.ts';
import { cardUpdateLink } from './past-due-words.ts';

interface SavedCardProps {
  /** Null when none is saved, undefined when the payment provider doesn't say. */
  card: PlanCard | null | undefined;
  now: Date;
  isRetrying: boolean;
  onRetry: () => void;
  /** Something above it on the page already leads to another card. */
  hasOtherLink?: boolean;
}

/** The card that a plan is charged to, until when it is good, and the way to another one. */
export function SavedCard({ card, now, isRetrying, onRetry, hasOtherLink = false }: SavedCardProps) {
  if (card === undefined) {
    return <PartError message="We can't show your card right now." onRetry={onRetry} isRetrying={isRetrying} />;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="flex min-h-13 items-center gap-2.5 leading-snug">
        <CreditCard className="size-5 shrink-0 text-azure" aria-hidden="true" />
        {card ? <CardWords card={card} now={now} /> : 'No card saved'}
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
