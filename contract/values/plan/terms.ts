import { type ChangeTerms, planTermsText } from '../change-policy.ts';
import { centsToText } from '../money.ts';
import { type DateKey, dateKeyOf, formatDateKey } from '../time/dates.ts';
import { nextMonth } from './billing-months.ts';
import { maxHeldDaysPerYear, maxHoldDays, minHoldDays } from './hold.ts';

/**
 * The terms of a plan's renewal, cancellation and holds, in sentences. They are shown before the first payment and on
 * the plan's page.
 */

/** Returns the price of a plan that is bought now, and when its months renew. */
export function firstPaymentText(priceCents: number, now: Date): string {
  const price = centsToText(priceCents);
  const next = formatDateKey(dateKeyOf(nextMonth(now)));
  return `You pay $${price} today. The plan renews every month until you cancel: your card is charged again on ${next}.`;
}

/** Returns when a plan that renews is charged again. */
export function renewalText(day: DateKey): string {
  return `Your plan renews on ${formatDateKey(day)} and every month after that, until you cancel. Your card is charged that day.`;
}

export const cancellationText =
  'You can cancel at any time. Your plan then runs to the end of the month you paid for, and nothing is charged after that.';

export const holdText =
  `Going away? Put your plan on hold for ${minHoldDays} to ${maxHoldDays} days, up to ${maxHeldDaysPerYear} days in 12 months. ` +
  'Billing continues, and each visit on hold is credited to your next charge.';

/** Returns the terms of a plan that is bought now, one text per topic. */
export function termsBeforePayment(priceCents: number, now: Date, terms: ChangeTerms): string[] {
  return [firstPaymentText(priceCents, now), cancellationText, holdText, planTermsText(terms)];
}
