import { incompleteReasonLabels } from '../../../contract/drivers.ts';
import type { PickupEvent } from '../../../contract/pickup-page.ts';
import { moneyText } from '../../ui/money-text.ts';

/** A line of the timeline: "You moved it from Mon, Nov 23 to Tue, Nov 24". */
export function eventText({ kind, by, from, to, message, reason, amount }: PickupEvent): string {
  const isOwn = by === 'customer';
  switch (kind) {
    case 'booked':
      return isOwn ? 'You booked it' : by === 'plan' ? 'Added by your plan' : 'Booked for you by phone';
    case 'paid':
      return `Paid ${moneyText(amount ?? '')}`;
    case 'assigned':
      return 'Scheduled: it has a driver';
    case 'unassigned':
      return 'Waiting for another driver';
    case 'held':
      return 'On hold until it is paid';
    case 'moved':
      return `${isOwn ? 'You moved it' : 'Moved'} from ${from ?? 'its day'} to ${to ?? 'another day'}${message ? `: ${message}` : ''}`;
    case 'completed':
      return 'Completed';
    case 'issue':
      return 'The driver had a problem';
    case 'incomplete':
      return reason && reason !== 'other'
        ? `Couldn't be completed: ${incompleteReasonLabels[reason].toLowerCase()}`
        : "Couldn't be completed";
    case 'reopened':
      return 'Still to come';
    case 'cancelled':
      return isOwn ? 'You cancelled it' : by === 'plan' ? 'Cancelled by your plan' : 'Cancelled by us';
    case 'refunded':
      return `Refunded ${moneyText(amount ?? '')}`;
  }
}
