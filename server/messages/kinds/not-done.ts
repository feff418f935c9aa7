import { incompleteSentence, nextStepOf } from '../../../contract/values/incomplete-words.ts';
import type { Facts, PickupKind } from './kind.ts';
import { linkToPickup, longDay } from './phrases.ts';

/** Tells a customer why the driver couldn't do the stop, and what happens next. */
export const notDone: PickupKind = {
  isHeldAtNight: true,
  whyUntrue: ({ message: { details }, pickup: { status, scheduledDate } }) => {
    if (status !== 'incomplete' && status !== 'issue') return `the pickup is ${status}`;
    return scheduledDate?.toISOString() === details.scheduledDate ? null : 'the pickup has another date';
  },
  words: (facts) => {
    const { pickup } = facts;
    const day = longDay(pickup);
    const [why, next] = explain(facts, day);
    return {
      subject: `We couldn't finish your pickup on ${day}`,
      paragraphs: [why, `It was at ${pickup.address}.`, next],
      button: linkToPickup(facts),
      short: `${why} ${next}`,
    };
  },
};

function explain({ pickup: { status, incompleteReason } }: Facts, day: string): [why: string, next: string] {
  if (status === 'issue') return [`There's an issue with your pickup on ${day}.`, "We're looking into it."];
  return [incompleteSentence(incompleteReason, day), nextStepOf(incompleteReason)];
}
