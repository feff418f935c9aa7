import type Stripe from 'stripe';
import type { StripeTools } from './catalog.ts';
import { collect, everyOne } from './lists.ts';
import { forgivenMark, itemOf, periodOf } from './present.ts';
import { unlessRefused } from './request.ts';

/**
 * What subscriptions at Stripe owe and have paid, read from their invoices: a subscription's own status covers only the
 * latest invoice.
 */
export type StripeOwed = ReturnType<typeof stripeOwed>;

export function stripeOwed({ stripe, ask }: Pick<StripeTools, 'stripe' | 'ask'>) {
  const list = (subscription: string, status: 'draft' | 'open' | 'paid') =>
    everyOne(ask, (page) => stripe.invoices.list({ subscription, status, ...page }));
  const voidOne = (id: string) => unlessRefused(ask('invoice', () => stripe.invoices.voidInvoice(id)));

  /**
   * Marks a subscription's draft invoices as forgiven, so that Stripe no longer finalizes them. They can't be deleted,
   * and finalizing one that the customer's balance covers would pay it. Returns the ids of those that Stripe has
   * finalized in the meantime.
   */
  async function forgiveDrafts(subscriptionId: string): Promise<string[]> {
    const params = { auto_advance: false, metadata: { [forgivenMark]: 'yes' } };
    const finalized: string[] = [];
    for (const { id } of await collect(list(subscriptionId, 'draft'))) {
      // Stripe refuses when it has charged the invoice in the meantime.
      const marked = await unlessRefused(ask('invoice', () => stripe.invoices.update(id, params)));
      if (marked && marked.status !== 'draft') finalized.push(id);
    }
    return finalized;
  }

  return {
    /**
     * Pays every open month with the saved card, oldest first. Returns whether it paid any. Rejects with a 402 Refusal
     * when the card is declined.
     */
    async pay(subscriptionId: string): Promise<boolean> {
      const newestFirst = await collect(list(subscriptionId, 'open'));
      let hasPaid = false;
      for (const { id } of newestFirst.toReversed()) {
        // Stripe refuses when the invoice is already paid.
        const paid = await unlessRefused(ask('invoice', () => stripe.invoices.pay(id, { off_session: true })));
        hasPaid ||= paid !== undefined;
      }
      return hasPaid;
    },
    /** Voids open invoices and forgives drafts. Returns false when one is paid or being paid and can't be voided. */
    async forgive(subscriptionId: string): Promise<boolean> {
      await forgiveDrafts(subscriptionId);
      let isVoid = true;
      for (const { id } of await collect(list(subscriptionId, 'open'))) isVoid = !!(await voidOne(id)) && isVoid;
      return isVoid;
    },
    /** Forgives the month that has begun but isn't charged yet. */
    async forgiveDraft(subscriptionId: string): Promise<void> {
      for (const id of await forgiveDrafts(subscriptionId)) await voidOne(id);
    },
    /**
     * Returns whether the subscription's current month is paid. A trial is part of a paid month: our calls make one
     * only to move the month's end.
     */
    async isMonthPaid(subscription: Stripe.Subscription): Promise<boolean> {
      if (subscription.status === 'trialing') return true;
      const { current_period_end: end } = itemOf(subscription);
      for await (const invoice of list(subscription.id, 'paid')) if (periodOf(invoice).end >= end) return true;
      return false;
    },
    /** Returns whether any month was ever paid, including a month of $0. */
    async isPaid(subscription: string): Promise<boolean> {
      const { data } = await ask('list', () => stripe.invoices.list({ subscription, status: 'paid', limit: 1 }));
      return data.length > 0;
    },
  };
}
