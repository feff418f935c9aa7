import { skippedByCustomer } from '../../pickups/rules.ts';
import type { PickupKind } from './kind.ts';
import { linkToPickup, longDay } from './phrases.ts';

/** A pickup was cancelled, or a visit of a plan skipped. */
export const cancelled: PickupKind = {
  // Nobody should put bags out in the morning for a pickup that was cancelled at night.
  isHeldAtNight: false,
  whyUntrue: ({ pickup }) => (pickup.status === 'cancelled' ? null : "the pickup isn't cancelled"),
  words: (facts) => {
    const { message, pickup } = facts;
    const { refund } = message.details;
    const day = longDay(pickup);
    const isSkipped = pickup.cancellationReason === skippedByCustomer;
    const what = isSkipped ? `Your visit on ${day}` : `Your pickup on ${day}`;
    const became = isSkipped ? 'is skipped' : 'is cancelled';
    const money = refund ? `We're refunding $${refund} to the card you paid with.` : null;
    return {
      subject: `${what} ${became}`,
      paragraphs: [
        `${what} at ${pickup.address} ${became}.`,
        ...(money ? [`${money} Most banks show it within 5 to 10 days.`] : []),
        ...(isSkipped ? ["A skipped visit isn't refunded. Your plan goes on with its next visit."] : []),
      ],
      button: linkToPickup(facts),
      notes: ["If you didn't expect this, please let us know."],
      short: `${what} ${became}.${money ? ` ${money}` : ''}`,
    };
  },
};
