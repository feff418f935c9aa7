import { Link } from '@tanstack/react-router';
import { PackagePlus } from 'lucide-react';
import type { Pickup } from '../../contract/pickups.ts';
import { ownAddressOf } from '../api/search-params.ts';
import { bookAgainHref } from './book-again.ts';

interface BookAgainLinkProps {
  pickup: Pickup;
  /** Tells the links of a list apart for screen readers: "Tuesday, November 24". */
  date?: string;
  className: string;
}

/** Opens the booking wizard filled in from a pickup (BOOK-53). */
export function BookAgainLink({ pickup, date, className }: BookAgainLinkProps) {
  const address = ownAddressOf(bookAgainHref(pickup));
  return (
    address && (
      <Link {...address} className={className}>
        <PackagePlus className="size-4.5" aria-hidden="true" />
        <span>
          <span>Book again</span>
          {date && <span className="sr-only">{` like ${date}`}</span>}
        </span>
      </Link>
    )
  );
}
