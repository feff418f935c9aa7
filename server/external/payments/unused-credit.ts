import { Refusal } from '../../refusal.ts';
import type { ProviderCredit } from './credit-provider.ts';

/** Returns the part of a balance that is unused credit of ours, in cents: at most the balance, and never negative. */
export function unusedCents(newestFirst: readonly ProviderCredit[]): number {
  const { oursCents, theirsCents } = splitBalance(newestFirst);
  return Math.max(0, Math.min(oursCents, oursCents + theirsCents));
}

/** Returns the remainder, too small to charge, that the customer owes, in cents: negative, or 0. */
export function remainderCents(newestFirst: readonly ProviderCredit[]): number {
  const { oursCents, theirsCents } = splitBalance(newestFirst);
  return Math.min(0, Math.max(oursCents, oursCents + theirsCents));
}

/**
 * Splits a balance into our credit and "theirs": amounts that a person added or removed in the provider's dashboard.
 * Invoices and our own deductions use our credit first. A voided invoice returns to each side what it used. An owed
 * remainder counts as ours.
 */
function splitBalance(newestFirst: readonly ProviderCredit[]): { oursCents: number; theirsCents: number } {
  const usedBy = new Map<string, number>();
  let oursCents = 0;
  let theirsCents = 0;
  for (const { key, invoiceId, amountCents } of newestFirst.toReversed()) {
    const isOurs = key !== null || invoiceId !== null;
    if (isOurs && amountCents < 0) {
      const beyondOurs = -amountCents - Math.max(oursCents, 0);
      const fromTheirs = Math.max(0, Math.min(beyondOurs, theirsCents));
      const fromOurs = -amountCents - fromTheirs;
      oursCents -= fromOurs;
      theirsCents -= fromTheirs;
      if (invoiceId !== null) usedBy.set(invoiceId, (usedBy.get(invoiceId) ?? 0) + fromOurs);
    } else if (invoiceId !== null) {
      // This is credit that a voided invoice returned, or an owed remainder that an invoice charged.
      const back = Math.min(amountCents, (usedBy.get(invoiceId) ?? 0) + Math.max(0, -oursCents));
      oursCents += back;
      theirsCents += amountCents - back;
    } else if (key !== null) oursCents += amountCents;
    else theirsCents += amountCents;
  }
  return { oursCents, theirsCents };
}

/**
 * Returns the 503 Refusal for a new plan that would use the credit of a former one. That credit is removed as soon as
 * the former plan has ended, so a later attempt succeeds.
 */
export function creditPending(): Refusal {
  const message = 'The credit of your former plan is being returned to you. Please try again in a moment.';
  return new Refusal(503, message, { code: 'credit_pending', retryAfterSeconds: 5 });
}
