import { Refusal } from '../../refusal.ts';
import type { ProviderCredit } from './credit-provider.ts';

/** The part of a balance that is unused credit of ours. Never more than the balance. */
export function unusedCents(newestFirst: readonly ProviderCredit[]): number {
  const { oursCents, theirsCents } = splitBalance(newestFirst);
  return Math.max(0, Math.min(oursCents, oursCents + theirsCents));
}

/** The remainder, too small to charge, that a balance owes: a negative number. */
export function remainderCents(newestFirst: readonly ProviderCredit[]): number {
  const { oursCents, theirsCents } = splitBalance(newestFirst);
  return Math.min(0, Math.max(oursCents, oursCents + theirsCents));
}

/**
 * Splits a balance into our credit and what a person gave or took. Invoices, and what we take away, use ours before
 * what a person gave in the provider's own screens; a void invoice returns to each what it used. A remainder that is
 * owed is ours too.
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
      // Returned, or the charge of a remainder that was owed.
      const back = Math.min(amountCents, (usedBy.get(invoiceId) ?? 0) + Math.max(0, -oursCents));
      oursCents += back;
      theirsCents += amountCents - back;
    } else if (key !== null) oursCents += amountCents;
    else theirsCents += amountCents;
  }
  return { oursCents, theirsCents };
}

/** A new plan must not use credit of a former one. It is taken away as soon as the former one has ended: try again. */
export function creditPending(): Refusal {
  const message = 'The credit of your former plan is being returned to you. Please try again in a moment.';
  return new Refusal(503, message, { code: 'credit_pending', retryAfterSeconds: 5 });
}
