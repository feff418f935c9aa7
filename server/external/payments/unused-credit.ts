import { Refusal } from '../../refusal.ts';
import type { ProviderCredit } from './credit-provider.ts';

/**
 * How much of a balance is credit of ours that no invoice has used. Invoices use ours before what a person gave in the provider's
 * own screens, and a void invoice returns to each what it used.
 */
export function unusedCents(newestFirst: readonly ProviderCredit[]): number {
  const usedBy = new Map<string, number>();
  let oursCents = 0;
  for (const { key, invoiceId, amountCents } of newestFirst.toReversed()) {
    if (invoiceId === null) {
      if (key !== null) oursCents += amountCents;
      continue;
    }
    const usedCents = usedBy.get(invoiceId) ?? 0;
    const change = amountCents < 0 ? -Math.min(-amountCents, Math.max(oursCents, 0)) : Math.min(amountCents, usedCents);
    usedBy.set(invoiceId, usedCents - change);
    oursCents += change;
  }
  return Math.max(oursCents, 0);
}

/** A new plan must not use credit of a former one. It is taken away as soon as the former one has ended: try again. */
export function creditPending(): Refusal {
  const message = 'The credit of your former plan is being returned to you. Please try again in a moment.';
  return new Refusal(503, message, { code: 'credit_pending', retryAfterSeconds: 5 });
}
