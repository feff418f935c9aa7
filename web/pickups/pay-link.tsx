import { Link } from '@tanstack/react-router';
import type { Pickup } from '../../contract/pickups.ts';
import { moneyText } from '../ui/text/money-text.ts';

interface PayLinkProps {
  pickup: Pick<Pickup, 'id' | 'amount'> & { serviceType: string };
  /** What is paid, for screen readers, on a page with several of these links. */
  subject?: string;
  className: string;
}

/** "Pay $45.00": leads to the checkout of a payable pickup. */
export function PayLink({ pickup: { id: pickupId, amount, serviceType }, subject, className }: PayLinkProps) {
  return (
    <Link to="/checkout" search={{ amount, pickupId, serviceType }} className={className}>
      <span>
        <span>{`Pay ${moneyText(amount)}`}</span>
        {subject && <span className="sr-only">{` for ${subject}`}</span>}
      </span>
    </Link>
  );
}
