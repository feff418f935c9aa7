import type { PickupEvent } from '../../../contract/booking/pickup-page.ts';
import { incompleteReasonLabels } from '../../../contract/drivers.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { moneyText } from '../../ui/text/money-text.ts';

/** Returns a line of the timeline: "You moved it from Mon, Nov 23 to Tue, Nov 24". */
export function eventText(
  { kind, by, from, to, message, reason, amount }: PickupEvent,
  { subscriptionId }: Pick<Pickup, 'subscriptionId'>,
): string {
  const isOwn = by === 'customer';
  const withMessage = message ? `: ${message}` : '';
  switch (kind) {
    case 'booked':
      return isOwn ? 'You booked it' : by === 'plan' ? 'Added by your plan' : 'Booked for you';
    case 'paid':
      return `Paid ${moneyText(amount ?? '')}`;
    case 'assigned':
      return 'Driver assigned';
    case 'unassigned':
      return 'Waiting for another driver';
    case 'held':
      return 'On hold until it is paid';
    case 'moved':
      return `${isOwn ? 'You moved it' : 'Moved'} from ${from ?? 'its day'} to ${to ?? 'another day'}${withMessage}`;
    case 'readdressed':
      return isOwn ? 'You changed its address' : 'Its address was changed';
    case 'completed':
      return 'Completed';
    case 'issue':
      return 'The driver had a problem';
    case 'incomplete':
      return reason && reason !== 'other'
        ? `Couldn't be completed: ${incompleteReasonLabels[reason].toLowerCase()}`
        : "Couldn't be completed";
    case 'reopened':
      return 'Back on the schedule';
    case 'reported':
      return 'You reported it missed';
    case 'missed':
      return 'We checked, and it was missed';
    case 'not_missed':
      return `We checked, and it wasn't missed${withMessage}`;
    case 'cancelled':
      if (isOwn) return subscriptionId === null ? 'You cancelled it' : 'You skipped it';
      return by === 'plan' ? 'Cancelled by your plan' : 'Cancelled by us';
    case 'refunded':
      return `Refunded ${moneyText(amount ?? '')}`;
  }
}
