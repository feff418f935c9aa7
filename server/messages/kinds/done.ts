import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { PickupKind } from './kind.ts';
import { linkToPickup, longDay } from './phrases.ts';

/** Tells a customer that a pickup was completed, once the driver can no longer undo it. */
export const done: PickupKind = {
  isHeldAtNight: true,
  whyUntrue: ({ message: { details }, pickup }) => whyNotDone(pickup, details.completedAt),
  words: (facts) => {
    const { pickup } = facts;
    const day = longDay(pickup);
    return {
      subject: `Your pickup on ${day} is done`,
      paragraphs: [
        `Your pickup on ${day} at ${pickup.address} is done.`,
        "How did it go? You can rate it on its page, where you'll also find any photos that your driver took.",
      ],
      button: linkToPickup(facts),
      notes: ['If something is missing, please report it there or call us.'],
      short: `Your pickup on ${day} is done.`,
    };
  },
};

/** Returns why a pickup is no longer completed as of `at` (ISO), for staff; null while it is. */
export function whyNotDone({ status, completedAt }: PickupRow, at: string | null | undefined): string | null {
  return status === 'completed' && completedAt?.toISOString() === at ? null : 'the completion was undone';
}
