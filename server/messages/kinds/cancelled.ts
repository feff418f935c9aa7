import type { PickupRow } from '../../pickups/pickup-row.ts';
import { skippedAfterMove, skippedByCustomer, skippedByDispatch } from '../../pickups/rules.ts';
import type { Facts, PickupKind, Words } from './kind.ts';
import { linkToPickup, longDay } from './phrases.ts';

interface CancelledFacts extends Omit<Facts, 'pickup'> {
  readonly pickup: Pick<PickupRow, 'id' | 'scheduledDate' | 'address' | 'cancellationReason'>;
}

/** Tells a customer that a pickup was cancelled or a visit of a plan was skipped. */
export const cancelled = {
  // Otherwise customers would put bags out in the morning for a pickup that was cancelled at night.
  isHeldAtNight: false,
  whyUntrue: ({ pickup }) => (pickup.status === 'cancelled' ? null : "the pickup isn't cancelled"),
  words: (facts: CancelledFacts): Words => {
    const { message, pickup } = facts;
    const { refund } = message.details;
    const day = longDay(pickup);
    const isCredited = pickup.cancellationReason === skippedAfterMove;
    const isSkipped = isCredited || pickup.cancellationReason === skippedByCustomer;
    const what = isSkipped ? `Your visit on ${day}` : `Your pickup on ${day}`;
    const became = isSkipped ? 'is skipped' : 'is cancelled';
    if (pickup.cancellationReason === skippedByDispatch) return wordsOfCredited(facts, day);
    const money = refund ? `We're refunding $${refund} to the card you paid with.` : null;
    return {
      subject: `${what} ${became}`,
      paragraphs: [
        `${what} at ${pickup.address} ${became}.`,
        ...(money ? [`${money} Most banks show it within 5 to 10 days.`] : []),
        ...(isCredited ? [`We had moved it. ${creditSentences}`] : []),
        ...(isSkipped && !isCredited ? ["A skipped visit isn't refunded."] : []),
        ...(isSkipped ? ['Your plan continues with its next visit.'] : []),
      ],
      button: linkToPickup(facts),
      notes: ["If you didn't expect this, please let us know."],
      short: `${what} ${became}.${money ? ` ${money}` : ''}`,
    };
  },
} satisfies PickupKind;

const creditSentences = "We're crediting your plan for it. The credit lowers your next payment.";

/**
 * Words about a visit that we can't make. The credit is written only when the skip can no longer be undone, so no
 * amount is named.
 */
function wordsOfCredited(facts: CancelledFacts, day: string): Words {
  const sentence = `We can't make your visit on ${day}.`;
  return {
    subject: `Your visit on ${day} is skipped`,
    paragraphs: [
      `${sentence} It was planned at ${facts.pickup.address}.`,
      creditSentences,
      'Your plan continues with its next visit.',
    ],
    button: linkToPickup(facts),
    notes: ["If you didn't expect this, please let us know."],
    short: `${sentence} Your plan is credited for it.`,
  };
}
