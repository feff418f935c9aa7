import { graceDays, type Subscription } from '../../../contract/subscriptions.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { dayText } from '../../pickups/pickup-words.ts';

/** The link that opens the card update dialog. Emails link there too. */
export const cardUpdateLink = { to: '/billing', search: { card: 'update' }, resetScroll: false } as const;

const dayMs = 24 * 60 * 60 * 1000;

type PaymentState = Pick<Subscription, 'status' | 'pastDueSince' | 'isPausedForPayment'>;

/** Returns the texts for a plan whose renewal was declined; null if nothing is due. `short` is a one-line version. */
export function pastDueWords(subscription: PaymentState, now: Date) {
  const { status, pastDueSince, isPausedForPayment } = subscription;
  if (pastDueSince === null || status === 'cancelled') return null;
  if (status === 'paused' && !isPausedForPayment) {
    return {
      title: 'Your plan is paused with a month unpaid',
      text: "Your card was declined for the month before the pause. Update your card and we'll charge it right away. Your plan stays paused until we resume it.",
      short: 'Paused, with an earlier month unpaid.',
    };
  }
  if (status === 'paused') {
    return {
      title: 'Your plan is paused until you pay',
      text: "Your card was declined this month, so pickups are on hold. Update your card: we'll charge it right away and your plan will resume.",
      short: 'Paused: your card was declined.',
    };
  }
  const until = dayText(dateKeyOf(new Date(Date.parse(pastDueSince) + graceDays * dayMs)), dateKeyOf(now));
  const day = until === 'Today' || until === 'Tomorrow' ? until.toLowerCase() : until;
  return {
    title: "Your payment didn't go through",
    text: `Your card was declined this month. Your pickups continue until ${day}; after that, your plan is paused until you pay.`,
    short: `Your card was declined. Pickups continue until ${day}.`,
  };
}
