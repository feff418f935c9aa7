import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { Pickup } from '../../../contract/pickups.ts';
import { ownAddressOf } from '../../api/search-params.ts';
import { bookAgainHref } from '../../booking/book-again.ts';
import { isPayable } from '../../pickups/pickup-words.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { moneyText } from '../../ui/money-text.ts';

/** What the customer can do with a pickup now. */
export function PickupActions({ pickup }: { pickup: Pickup }) {
  const isOpen = pickup.status === 'pending' || pickup.status === 'assigned';
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {isPayable(pickup) && <PayLink pickup={pickup} />}
      {!isOpen && <BookAgainLink pickup={pickup} />}
    </div>
  );
}

function PayLink({ pickup: { id: pickupId, amount, serviceType } }: { pickup: Pickup }) {
  return (
    <Link to="/checkout" search={{ amount, pickupId, serviceType }} className={buttonClass()}>
      Pay {moneyText(amount)}
    </Link>
  );
}

function BookAgainLink({ pickup }: { pickup: Pickup }) {
  const address = ownAddressOf(bookAgainHref(pickup));
  return (
    address && (
      <Link {...address} className={buttonClass('maize')}>
        <RotateCcw className="size-5" aria-hidden="true" />
        Book again
      </Link>
    )
  );
}
