import { incompleteReasonLabels } from '../../../contract/drivers.ts';
import type { PickupKind } from './kind.ts';
import { linkToDesk, longDay } from './phrases.ts';

/** Tells dispatchers that a driver couldn't do a stop. */
export const newProblem: PickupKind = {
  isHeldAtNight: true,
  whyUntrue: ({ message: { details }, pickup: { status, scheduledDate } }) => {
    if (status !== 'incomplete' && status !== 'issue') return 'the problem was resolved';
    return scheduledDate?.toISOString() === details.scheduledDate ? null : 'the pickup has another date';
  },
  words: (facts) => {
    const { pickup } = facts;
    const why = pickup.incompleteReason ? incompleteReasonLabels[pickup.incompleteReason] : 'Issue';
    const what = `${why} at ${pickup.address}, ${longDay(pickup)}.`;
    const note = pickup.driverNotes ? [`The driver's note: ${pickup.driverNotes}`] : [];
    return {
      subject: `Problem at ${pickup.address}`,
      paragraphs: [`A driver reported a problem: ${what}`, ...note],
      button: linkToDesk(facts),
      short: what,
    };
  },
};
