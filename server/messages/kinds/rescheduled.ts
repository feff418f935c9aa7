import { bagsText, isOpenStatus } from '../../../contract/pickups.ts';
import { dateKeyOf, formatWallTime, instantOf } from '../../../contract/values/time/dates.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Facts, PickupKind, Words } from './kind.ts';
import { linkToPickup, longDay } from './phrases.ts';

interface RescheduledFacts extends Omit<Facts, 'pickup'> {
  readonly pickup: Pick<PickupRow, 'id' | 'scheduledDate' | 'address' | 'bagCount' | 'customerId'>;
}

/** Tells a customer that a pickup has a new date. The kind's stored name is `changed`. */
export const rescheduled = {
  // The customer has just pressed the button, or a dispatcher has asked for the email and waits for its outcome.
  isHeldAtNight: false,
  whyUntrue: ({ message: { details }, pickup: { status, scheduledDate } }) => {
    if (!isOpenStatus(status)) return `the pickup is ${status}`;
    return scheduledDate?.toISOString() === details.scheduledDate ? null : 'the pickup has another date';
  },
  words: (facts: RescheduledFacts): Words => {
    const { message, pickup, now } = facts;
    const { scheduledDate, address, bagCount, customerId } = pickup;
    const { reason, actorId } = message.details;
    const day = longDay(pickup);
    // A stop that is tried again today may be moved to a time that has passed.
    const time = scheduledDate && scheduledDate > now ? `, ${formatWallTime(scheduledDate)}` : '';
    const until = scheduledDate && now >= instantOf(dateKeyOf(scheduledDate), '07:00') ? 'now' : 'by 7 AM';
    return {
      subject: `Your pickup is now on ${day}`,
      paragraphs: [
        `Your pickup has a new date: ${day}${time}.`,
        ...(reason ? [`Reason: ${reason}`] : []),
        `${bagsText(bagCount)} at ${address}. Please have them at the curb ${until}.`,
      ],
      button: linkToPickup(facts),
      notes: [
        actorId === customerId
          ? "If you didn't move this pickup yourself, please let us know."
          : "If the new date doesn't work for you, please let us know.",
      ],
      short: `Your pickup is now on ${day}. Please have your bags at the curb ${until}.`,
    };
  },
} satisfies PickupKind;
