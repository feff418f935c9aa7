import type { PlanCard } from '../../../contract/plan/page.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';

const monthText = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/**
 * Whether a card can still be charged, in words: "Expires Dec 2040". It is good through its month; `soon` is this or the next
 * one.
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
