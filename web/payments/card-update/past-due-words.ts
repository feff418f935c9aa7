import { graceDays, type Subscription } from '../../../contract/subscriptions.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { dayText } from '../../pickups/pickup-words.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface PastDueWords {
  title: string;
  /** What happened and what follows from it. */
  text: string;
  /** The same in one line. */
  short: string;
}

type Known = Pick<Subscription, 'status' | 'pastDueSince' | 'isPausedForPayment'>;

/** What to say of a plan whose renewal was refused; null where nothing is due. */
export function pastDueWords(known: Known, now: Date): PastDueWords | null {
  const { status, pastDueSince, isPausedForPayment } = known;
  if (pastDueSince === null || status === 'cancelled') return null;
  if (status === 'paused' && !isPausedForPayment) {
    return {
      title: 'Your plan is paused, and a month of it is not paid',
      text: 'Your card was not accepted for the month before the pause. Update your card: it is charged at once. Your plan stays paused until we resume it.',
      short: 'Paused, and a month before that is not paid.',
    };
  }
  if (status === 'paused') {
    return {
      title: 'Your plan is paused until it is paid',
      text: 'Your card was not accepted for this month, so there are no pickups for now. Update your card: it is charged at once, and your plan goes on.',
      short: 'Paused: your card was not accepted.',
    };
  }
  const until = dayText(dateKeyOf(new Date(Date.parse(pastDueSince) + graceDays * dayMs)), dateKeyOf(now));
  const day = until === 'Today' || until === 'Tomorrow' ? until.toLowerCase() : until;
  return {
    title: 'Your payment did not go through',
    text: `Your card was not accepted for this month. Your pickups go on until ${day}; after that your plan is paused until it is paid.`,
    short: `Your card was not accepted. Pickups go on until ${day}.`,
  };
}
