import { bagsText } from '../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/dates.ts';
import { centsToText } from '../../contract/values/money.ts';
import { type Plan, planOf, priceOfBags } from '../../contract/values/prices.ts';
import { rhythmText } from '../subscriptions/plan-words.ts';
import { type BookingDraft, isPlanDraft } from './booking-draft.ts';

/** The plan that a draft buys; null for a single pickup. */
export function planOfDraft(draft: Pick<BookingDraft, 'serviceType' | 'packageType'>): Plan | null {
  return isPlanDraft(draft) ? planOf(draft.packageType ?? 'clean-carry') : null;
}

/** The price in wire format: "45.00". For a plan, the price of one month. */
export function amountOf(draft: Pick<BookingDraft, 'serviceType' | 'packageType' | 'bagCount'>): string {
  return centsToText(planOfDraft(draft)?.priceCents ?? priceOfBags(draft.bagCount) ?? 0);
}

/** "8 bags on Sun, Nov 22", or "Clean & Carry, every Monday" */
export function describeDraft(draft: BookingDraft): string {
  const plan = planOfDraft(draft);
  if (!plan) return describePickup(draft);
  return `${plan.name}, ${rhythmText(plan, draft).replace('Every', 'every')}`;
}

/** "8 bags on Sun, Nov 22" */
export function describePickup({
  bagCount,
  scheduledDate,
}: {
  bagCount: number;
  scheduledDate: string | null;
}): string {
  const bags = bagsText(bagCount);
  return scheduledDate ? `${bags} on ${formatDateKey(dateKeyOf(new Date(scheduledDate)))}` : bags;
}
