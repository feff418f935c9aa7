import type { PlanCard } from '../../../contract/plan/page.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';

const monthText = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/**
 * Returns whether a card can still be charged, with a text such as "Expires Dec 2040". A card is valid through its
 * month; `soon` means this month or the next.
 */
export function cardExpiry(
  { expMonth, expYear }: PlanCard,
  now: Date,
): { state: 'valid' | 'soon' | 'expired'; text: string } {
  const [year = 0, month = 0] = dateKeyOf(now).split('-').map(Number);
  const monthsLeft = (expYear - year) * 12 + expMonth - month;
  const until = monthText.format(Date.UTC(expYear, expMonth - 1));
  if (monthsLeft < 0) return { state: 'expired', text: `Expired ${until}` };
  if (monthsLeft <= 1) return { state: 'soon', text: `Expires soon: ${until}` };
  return { state: 'valid', text: `Expires ${until}` };
}
