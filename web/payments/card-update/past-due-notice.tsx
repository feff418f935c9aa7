import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { cardUpdateLink, pastDueWords } from './past-due-words.ts';

/**
 * Shown when a renewal was declined: what happens next and a link to update the card. Renders nothing when nothing is
 * due.
 */
export function PastDueNotice({ subscription, className = '' }: { subscription: Subscription; className?: string }) {
  const words = pastDueWords(subscription, new Date());
  if (!words) return null;
  return (
    <section
      aria-labelledby="past-due"
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-brick/50 bg-brick-wash p-4 sm:p-5 ${className}`}
    >
      <div className="flex min-w-0 basis-80 grow gap-3">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
        <div className="min-w-0">
          <h2 id="past-due" className="text-brick text-lg">
            {words.title}
          </h2>
          <p className="mt-1 leading-snug">{words.text}</p>
        </div>
      </div>
      <Link {...cardUpdateLink} className={buttonClass('primary', 'md', 'w-full sm:w-auto')}>
        Update card
      </Link>
    </section>
  );
}
