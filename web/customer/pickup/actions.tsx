import { isOpenStatus, type Pickup } from '../../../contract/pickups.ts';
import { BookAgainLink } from '../../booking/book-again-link.tsx';
import { ChangeBooking } from '../../booking/changes/change-booking.tsx';
import { PayLink } from '../../pickups/pay-link.tsx';
import { isPayable } from '../../pickups/pickup-words.ts';
import { buttonClass } from '../../ui/button-class.ts';

/** What the customer can do with a pickup now. */
export function PickupActions({ pickup }: { pickup: Pickup }) {
  // After a problem, what can be done about it comes first.
  const hasProblem = pickup.status === 'issue' || pickup.status === 'incomplete';
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {isPayable(pickup) && <PayLink pickup={pickup} className={buttonClass()} />}
      <ChangeBooking pickup={pickup} />
      {!isOpenStatus(pickup.status) && (
        <BookAgainLink pickup={pickup} className={buttonClass(hasProblem ? 'outline' : 'maize')} />
      )}
    </div>
  );
}
