import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { PickupKind } from './kind.ts';
import { linkToDesk, longDay, whatToPutOut } from './phrases.ts';

/** Tells dispatchers that a customer has booked a pickup for the same day, and that it has no driver. */
export const sameDayRequest: PickupKind = {
  isHeldAtNight: true,
  whyUntrue: ({ pickup: { status, scheduledDay, heldAt }, now }) => {
    if (status !== 'pending') return `the pickup is ${status}`;
    if (heldAt !== null) return 'the pickup is held until it is paid';
    return scheduledDay === dateKeyOf(now) ? null : "the pickup isn't today";
  },
  words: (facts) => {
    const { pickup } = facts;
    const what = `${whatToPutOut(pickup)} at ${pickup.address}`;
    return {
      subject: `Same-day request: ${pickup.address}`,
      paragraphs: [`A customer has booked a pickup for today, ${longDay(pickup)}: ${what}.`, 'It has no driver yet.'],
      button: linkToDesk(facts),
      short: `A customer has booked ${what} for today. It has no driver yet.`,
    };
  },
};
